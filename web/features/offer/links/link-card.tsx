/** One offer link: what it sells, the ways to pass it on, and its next version. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLink, listLinks, type OfferLink } from '#core/contract/links.ts'
import { offerPage } from '#core/links.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { QrCode } from '#web/features/offer/share/qr-code.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { href, locale } from '#web/lib/locale.ts'
import { keyOf, useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SocialIcon } from '#web/ui/icons.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { PickFile } from '#web/ui/pick-file.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'
import { savePoster, sendLinkPhoto } from './link-files.ts'
import { LinkForm, type LinkFormValues } from './link-form.tsx'

interface LinkCardProps {
  readonly link: OfferLink
  /** Its form is open; one form on the page at a time. */
  readonly isChanging: boolean
  readonly onChanging: (isChanging: boolean) => void
}

export function LinkCard({ link, isChanging, onChanging }: LinkCardProps) {
  const refresh = [listLinks]
  const save = useApiMutation(changeLink, { refresh, onDone: () => onChanging(false) })
  const pause = useApiMutation(changeLink, { refresh })
  const params = { id: link.id }
  const id = `link-${link.id}`
  return (
    <article className="link-card" aria-labelledby={id}>
      <div className="link-card__head">
        {link.photo && (
          <img className="photos__picture" src={new URL(link.photo).pathname} alt={link.title} />
        )}
        <div>
          <h2 id={id}>{link.title}</h2>
          <p>
            <strong>{formatPaiseShort(link.amount_paise)}</strong>, {stateOf(link)}
          </p>
          <p className="muted">{m.links_each({ count: String(link.per_buyer) })}</p>
        </div>
      </div>
      {isChanging ? (
        <LinkForm
          link={link}
          verb={m.links_save()}
          saving={save}
          onSend={(terms, showErrors) => {
            const body = changesOf(link, terms)
            if (Object.keys(body).length === 0) onChanging(false)
            else save.mutate({ params, body }, { onError: showErrors })
          }}
          onClose={() => onChanging(false)}
        />
      ) : (
        <>
          <Sharing link={link} />
          {pause.isError && <ErrorNotice message={errorWords(pause.error)} />}
          <VerifyFirst error={pause.error} />
          <p className="actions">
            <Button onClick={() => onChanging(true)}>{m.links_change()}</Button>
            <Button
              kind={link.paused ? 'plain' : 'stop'}
              busy={pause.isPending}
              onClick={() => pause.mutate({ params, body: { paused: !link.paused } })}
            >
              {link.paused ? m.links_resume() : m.links_pause()}
            </Button>
          </p>
          <Picture link={link} />
        </>
      )}
    </article>
  )
}

/** What differs alone: a stock that somebody has bought from since the form was opened is not put back. */
const changesOf = (link: OfferLink, terms: LinkFormValues): Partial<LinkFormValues> =>
  Object.fromEntries(
    Object.entries(terms).filter(([name, value]) => value !== link[name as keyof LinkFormValues]),
  )

function stateOf({ paused, stock }: OfferLink): string {
  if (paused) return m.links_paused()
  if (stock === 0) return m.links_sold()
  return stock === null ? m.links_endless() : m.links_left({ count: String(stock) })
}

function Sharing({ link }: { link: OfferLink }) {
  const [isQrOpen, setQrOpen] = useState(false)
  const address = offerPage(location.origin, link.id, locale())
  const price = formatPaiseShort(link.amount_paise)
  const words = m.links_share_text({ title: link.title, price, link: address })
  const poster = useMutation({
    mutationFn: () => savePoster(link.id),
  })
  return (
    <>
      <p className="share__link">{address}</p>
      <p className="actions">
        <CopyButton text={address} what={m.links_link_of({ title: link.title })} />
        <a
          className="button"
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <SocialIcon kind="whatsapp" />
          {m.offer_share_whatsapp()}
        </a>
        <Button aria-expanded={isQrOpen} onClick={() => setQrOpen(!isQrOpen)}>
          {m.links_qr()}
        </Button>
        <Button busy={poster.isPending} onClick={() => poster.mutate()}>
          {m.links_poster()}
        </Button>
        <a className="button button--quiet" href={href(`/o/${link.id}`)}>
          {m.links_see()}
        </a>
      </p>
      {poster.isError && <ErrorNotice message={errorWords(poster.error)} />}
      {isQrOpen && <QrCode text={address} />}
    </>
  )
}

function Picture({ link }: { link: OfferLink }) {
  const client = useQueryClient()
  const remove = useApiMutation(changeLink, { refresh: [listLinks] })
  const upload = useMutation({
    mutationFn: (photo: File) => sendLinkPhoto(link.id, photo),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listLinks) }),
  })
  const error = upload.error ?? remove.error
  return (
    <>
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="actions">
        <PickFile
          label={link.photo ? m.links_photo_change() : m.links_photo_add()}
          accept={PHOTO_TYPES}
          busy={upload.isPending}
          onPick={([photo]) => photo && upload.mutate(photo)}
        />
        {link.photo && (
          <Button
            kind="quiet"
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { id: link.id }, body: { photo: null } })}
          >
            {m.links_photo_remove()}
          </Button>
        )}
      </p>
    </>
  )
}
