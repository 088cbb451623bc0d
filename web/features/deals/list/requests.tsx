/** Deals that a seller asks for: sent as one's own offer by one tap, or declined; and what one has asked for oneself. */
import type { User } from '#core/contract/auth.ts'
import { confirmRequest, type DealRequest, endRequest, listRequests } from '#core/contract/requests.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { siteName } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { descriptionRows } from '#web/ui/description.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { Money } from '#web/ui/values.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { SendOffer } from './send-offer.tsx'
import { WaitingPhotos } from './waiting-photos.tsx'

/** Nothing while loading or on an error: the deals below are what the page is for. */
export function Requests({ user }: { user: User }) {
  const rows = useApiQuery(listRequests, {}, { refetchInterval: 30_000 }).data ?? []
  return (
    <>
      <RequestList
        id="asked"
        title={m.request_list_title()}
        rows={rows.filter((row) => !row.is_mine)}
        user={user}
      />
      <RequestList
        id="asking"
        title={m.request_list_own()}
        rows={rows.filter((row) => row.is_mine)}
        user={user}
      />
    </>
  )
}

interface RequestListProps {
  readonly id: string
  readonly title: string
  readonly rows: readonly DealRequest[]
  readonly user: User
}

function RequestList({ id, title, rows, user }: RequestListProps) {
  if (rows.length === 0) return null
  return (
    <section className="deals__part" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="muted">({rows.length})</span>
      </h2>
      <ul className="deals__list">
        {rows.map((row) => (
          <li key={row.id} className={`deal-card ${row.is_mine ? '' : 'deal-card--mine'}`}>
            <div className="deal-card__text">
              <div className="deal-card__top">
                <strong>{row.title}</strong>
                <strong>
                  <Money paise={row.amount_paise} />
                </strong>
              </div>
              <WaitingPhotos kind="request" row={row} isMine={row.is_mine} />
              {row.is_mine ? <OwnRequest row={row} /> : <AskedRequest row={row} user={user} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnRequest({ row }: { row: DealRequest }) {
  const text = m.request_share_text({ name: siteName(), link: row.link })
  return (
    <>
      <p className="muted">
        {m.request_waiting({
          phone: row.phone_number,
          date: shortMoment(Date.parse(row.expires_at)),
        })}
      </p>
      <div className="actions">
        <WhatsAppLink phone={row.phone_number} text={text} label={m.request_share()} />
        <EndButton id={row.id} label={m.request_take_back()} />
      </div>
    </>
  )
}

function AskedRequest({ row, user }: { row: DealRequest; user: User }) {
  const shop = row.business_name ?? ''
  return (
    <>
      <p>{m.request_from({ shop, name: row.seller_name ?? '', phone: row.phone_number })}</p>
      {descriptionRows(row).map(([label, words]) => (
        <p key={label}>
          <span className="muted">{label}:</span> {words}
        </p>
      ))}
      <p className="muted">{m.request_check()}</p>
      <div className="actions">
        <SendOffer
          endpoint={confirmRequest}
          id={row.id}
          photos={row.photos}
          label={m.request_confirm({ shop })}
          user={user}
        />
        <EndButton id={row.id} label={m.request_decline()} />
      </div>
    </>
  )
}

function EndButton({ id, label }: { id: string; label: string }) {
  const end = useApiMutation(endRequest, { refresh: [listRequests], onError: toastError })
  return (
    <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
      {label}
    </Button>
  )
}
