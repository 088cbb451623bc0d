/** /seller_home and /client_home: the pasted link is read, never followed; our own address is built from its code. */
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import type { Track } from '#core/ids.ts'
import { readOwnLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { draftOf } from '#web/features/offer/form/draft.ts'
import { useOpen } from '#web/lib/hooks.ts'
import { href, plainPath } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { CHECKS_CONTACTS } from '#web/lib/site.ts'
import { fieldId, useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { VerifyNumber } from '#web/ui/verify-first.tsx'
import '#web/features/offer/offer.css'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { WaitingOffers } from './waiting-offers.tsx'

export const meta = () => appMeta(m.offer_home_title())

export default function PasteHome() {
  const isClient = plainPath(useLocation().pathname).startsWith('/client_home')
  return (
    <div className="page offer">
      <h1>{m.offer_home_title()}</h1>
      {isClient ? <ClientHome /> : <SellerHome />}
    </div>
  )
}

const SellerHome = () => (
  <RequireAuth roles={['Seller']} denied={m.ui_denied_seller()}>
    {(user) => (
      <>
        <Invited user={user} />
        <PasteForm track="shopping" prompt={m.offer_home_seller()} verb={m.offer_home_submit()} />
        <WaitingOffers track="shopping" />
        <AskBuyer user={user} />
        <section className="offer__section" aria-labelledby="links">
          <h2 id="links">{m.links_title()}</h2>
          <p>{m.links_lead()}</p>
          <p>
            <Link className="button" to={href('/seller/links')}>
              {m.links_new()}
            </Link>
          </p>
        </section>
      </>
    )}
  </RequireAuth>
)

/** After the link of a buyer who invited them. In words that hold for whoever signed up: we do not say which numbers are invited. */
function Invited({ user }: { user: User }) {
  const { search } = useLocation()
  if (!new URLSearchParams(search).has('invited')) return null
  // buyers are shown nobody whose number is not proved: "they see you now" would be untrue
  if (CHECKS_CONTACTS && !user.phone_verified)
    return (
      <Notice kind="next" title={m.invite_ready_title()}>
        <p>{m.invite_ready_unproved({ phone: user.phone_number })}</p>
        <VerifyNumber />
      </Notice>
    )
  return (
    <Notice kind="arrived" title={m.invite_ready_title()}>
      <p>{m.invite_ready({ phone: user.phone_number })}</p>
    </Notice>
  )
}

const ClientHome = () => (
  <RequireAuth roles={['Client']} denied={m.ui_denied_client()}>
    {() => (
      <>
        <PasteForm track="services" prompt={m.offer_home_client()} verb={m.offer_home_details()} />
        <ReadCarefully />
        <WaitingOffers track="services" />
      </>
    )}
  </RequireAuth>
)

const AskBuyerForm = lazyWithRetry(async () => (await import('./ask-buyer.tsx')).AskBuyerForm, { bars: 6 })

function AskBuyer({ user }: { user: User }) {
  // whom the deal that has just ended was with
  const buyer = String((useLocation().state as { ask?: string } | null)?.ask ?? '')
  const [isOpen, setOpen] = useState(buyer !== '' || draftOf('request', user.id).isBegun())
  return (
    <section className="offer__section" aria-labelledby="ask-buyer">
      <h2 id="ask-buyer">{m.request_ask_title()}</h2>
      <p>{m.request_ask_lead()}</p>
      {isOpen ? (
        <AskBuyerForm buyer={buyer} user={user} />
      ) : (
        <Button onClick={() => setOpen(true)}>{m.request_ask_open()}</Button>
      )}
    </section>
  )
}

interface PasteFormProps {
  /** The track of a bare code; a link names its own. */
  readonly track: Track
  readonly prompt: string
  readonly verb: string
}

function PasteForm({ track, prompt, verb }: PasteFormProps) {
  const { field, values } = useFields({ link: '' }, {})
  const [refused, setRefused] = useState({ pasted: '', isOurs: false })
  const open = useOpen()
  const pasted = values.link.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pasted === '') return document.getElementById(fieldId('link'))?.focus()
    const link = readOwnLink(pasted, location.origin)
    if (link?.to === 'offer') return open(href(`/o/${link.id}`))
    if (link?.to !== 'deal') return setRefused({ pasted, isOurs: link !== null })
    open(`/api/transactions/${link.track ?? track}/?form_pk=${link.formPk}`)
  }
  const isRefused = refused.pasted !== '' && refused.pasted === pasted
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        {...field('link')}
        label={prompt}
        type="text"
        error={isRefused ? (refused.isOurs ? m.offer_home_other() : m.offer_home_foreign()) : undefined}
      />
      <p>
        <Button type="submit" kind="next">
          {verb}
        </Button>
      </p>
      {isRefused && !refused.isOurs && (
        <Notice kind="stop" live>
          <p>{m.offer_home_foreign_text({ host: location.origin })}</p>
          <p>
            <a className="tap-target" href={`${href('/verify')}?code=${encodeURIComponent(pasted)}`}>
              {m.offer_home_check()}
            </a>
          </p>
        </Notice>
      )}
    </form>
  )
}

/** The client's three steps (spec §2), in a dialog behind 'Click here to know more'. */
function ReadCarefully() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <p>
        <Button
          kind="quiet"
          className="offer__text-button"
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {m.offer_home_more()}
        </Button>
      </p>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={m.offer_read_title()}>
        <ol className="offer__list">
          <li>
            {m.offer_read_copy()}
            <br />
            <code className="offer__code">{`${location.origin}/api/transactions/services/?form_pk=…`}</code>
          </li>
          <li>{m.offer_read_paste()}</li>
          <li>{m.offer_read_accept()}</li>
        </ol>
        <p>{m.offer_read_after()}</p>
      </Dialog>
    </>
  )
}
