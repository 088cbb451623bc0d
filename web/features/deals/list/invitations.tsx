/** Offers that wait for their seller: to be sent on to them, and sent as an offer once they have joined. */
import { useState } from 'react'
import type { User } from '#core/contract/auth.ts'
import { type Invite, listInvites, sendInvite, withdrawInvite } from '#core/contract/invites.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { siteName } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Money } from '#web/ui/values.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { SendOffer } from './send-offer.tsx'
import { WaitingPhotos } from './waiting-photos.tsx'

/** Nothing while loading or on an error: the deals below are what the page is for. */
export function Invitations({ user }: { user: User }) {
  const rows = useApiQuery(listInvites, {}, { refetchInterval: 30_000 }).data ?? []
  if (rows.length === 0) return null
  return (
    <section className="deals__part" aria-labelledby="invites">
      <h2 id="invites">
        {m.invite_title()} <span className="muted">({rows.length})</span>
      </h2>
      <ul className="deals__list">
        {rows.map((row) => (
          <Invitation key={row.id} row={row} user={user} />
        ))}
      </ul>
    </section>
  )
}

function Invitation({ row, user }: { row: Invite; user: User }) {
  const [isAsking, setAsking] = useState(false)
  const shop = row.business_name
  return (
    <li className={`deal-card ${shop ? 'deal-card--mine' : ''}`}>
      <div className="deal-card__text">
        <div className="deal-card__top">
          <strong>{row.title}</strong>
          <strong>
            <Money paise={row.amount_paise} />
          </strong>
        </div>
        <p className="muted">
          {shop
            ? m.invite_joined({ shop })
            : m.invite_waiting({
                phone: row.phone_number,
                date: shortMoment(Date.parse(row.expires_at)),
              })}
        </p>
        <WaitingPhotos kind="invite" row={row} isMine />
        <div className="actions">
          {shop ? (
            <SendOffer endpoint={sendInvite} id={row.id} label={m.invite_send_offer({ shop })} user={user} />
          ) : (
            <Share row={row} />
          )}
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {m.invite_forget()}
          </Button>
        </div>
        {isAsking && <ForgetDialog row={row} onClose={() => setAsking(false)} />}
      </div>
    </li>
  )
}

function ForgetDialog({ row, onClose }: { row: Invite; onClose: () => void }) {
  const forget = useApiMutation(withdrawInvite, { refresh: [listInvites], onDone: onClose })
  return (
    <ConfirmDialog
      opened
      title={m.invite_forget_title({ title: row.title })}
      verb={m.invite_forget()}
      kind="stop"
      final
      busy={forget.isPending}
      error={forget.isError ? errorWords(forget.error) : null}
      onConfirm={() => forget.mutate({ params: { id: row.id } })}
      onClose={onClose}
    >
      <p>{m.invite_forget_text()}</p>
    </ConfirmDialog>
  )
}

function Share({ row }: { row: Invite }) {
  const text = m.invite_share_text({ name: siteName(), link: row.link })
  return (
    <>
      <WhatsAppLink phone={row.phone_number} text={text} label={m.invite_share()} />
      <CopyButton text={text} what={m.invite_text()} />
    </>
  )
}
