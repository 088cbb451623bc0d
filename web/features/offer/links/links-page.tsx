/** /seller/links: one thing for many buyers, made and passed on by a Seller with a phone and no program. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createLink, listLinks } from '#core/contract/links.ts'
import { m } from '#messages/compiled/messages.js'
import { draftOf } from '#web/features/offer/form/draft.ts'
import { usePhotoDraft } from '#web/features/offer/form/photo-draft.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { keyOf, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { RequireAuth } from '#web/ui/require-auth.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import '#web/features/offer/offer.css'
import '#web/features/offer/share/share.css'
import '#web/ui/item-photos.css'
import './links.css'
import { LinkCard } from './link-card.tsx'
import { sendLinkPhoto } from './link-files.ts'
import { LinkForm } from './link-form.tsx'

export const meta = () => appMeta(m.links_title())

export default function LinksPage() {
  return (
    <div className="page offer">
      <h1>{m.links_title()}</h1>
      <RequireAuth roles={['Seller']} denied={m.ui_denied_seller()}>
        {(user) => <Links userId={user.id} />}
      </RequireAuth>
    </div>
  )
}

const NEW = 'new'

function Links({ userId }: { userId: number }) {
  // which form is open: of a new link, or of the link with this id
  const [open, setOpen] = useState<string | null>(() => (draftOf('link', userId).isBegun() ? NEW : null))
  const list = { open, setOpen }
  return (
    <>
      <p>{m.links_lead()}</p>
      {open === NEW ? (
        <NewLink userId={userId} onClose={() => setOpen(null)} />
      ) : (
        <Button kind="next" onClick={() => setOpen(NEW)}>
          {m.links_new()}
        </Button>
      )}
      <LinkPage after={undefined} {...list} />
    </>
  )
}

function NewLink({ userId, onClose }: { userId: number; onClose: () => void }) {
  const client = useQueryClient()
  const draft = draftOf('link', userId)
  const [[photo = null], setPhotos] = usePhotoDraft(draft.storage)
  const close = () => {
    draft.clear()
    setPhotos([])
    onClose()
  }
  const create = useApiMutation(createLink, {
    // sent again after a lost answer, it is no second link
    idempotencyKeyFor: ({ body }) => draft.keyFor(body),
    onDone: async ({ id }) => {
      // the link is there without it; its own button sends it again
      if (photo) await sendLinkPhoto(id, photo).catch((error) => toast(errorWords(error)))
      await client.invalidateQueries({ queryKey: keyOf(listLinks) })
      close()
    },
  })
  return (
    <LinkForm
      draft={{ ...draft, photo, onPhoto: (chosen) => setPhotos(chosen ? [chosen] : []) }}
      verb={m.links_make()}
      saving={create}
      onSend={(terms, showErrors) =>
        create.mutate({ body: { track: 'shopping', ...terms } }, { onError: showErrors })
      }
      onClose={close}
    />
  )
}

interface LinkPageProps {
  readonly after: string | undefined
  readonly open: string | null
  readonly setOpen: (id: string | null) => void
}

/** Each page of the list asks for the one behind it. */
function LinkPage({ after, open, setOpen }: LinkPageProps) {
  const [hasMore, setMore] = useState(false)
  const links = useApiQuery(listLinks, { query: { limit: 30, ...(after ? { after } : {}) } })
  if (!links.data && links.isError)
    return <ErrorNotice message={errorWords(links.error)} onRetry={() => void links.refetch()} />
  if (!links.data) return <Skeleton bars={2} />
  const { data, next } = links.data
  if (data.length === 0 && !after) return <p className="links-none">{m.links_none()}</p>
  return (
    <>
      {data.map((link) => (
        <LinkCard
          key={link.id}
          link={link}
          isChanging={open === link.id}
          onChanging={(isChanging) => setOpen(isChanging ? link.id : null)}
        />
      ))}
      {next && !hasMore && <Button onClick={() => setMore(true)}>{m.links_more()}</Button>}
      {next && hasMore && <LinkPage after={next} open={open} setOpen={setOpen} />}
    </>
  )
}
