/** One deal in a list: its picture, title and amount, the other party, how far it is, and until when. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { unreadMessages } from '#core/contract/chat.ts'
import { type DealListItem, isMyTurn } from '#core/contract/deals.ts'
import { otherParty, type Status } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName, statusName } from '#messages/lifecycle-text.ts'
import { photoAddress } from '#web/lib/item-photos.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { useItemPhoto } from '#web/lib/use-item-photo.ts'
import {
  CheckIcon,
  CrossIcon,
  LaptopIcon,
  LockIcon,
  PaperIcon,
  ParcelIcon,
  ReturnIcon,
  ScalesIcon,
  ShopIcon,
} from '#web/ui/icons.tsx'
import { Moment, Money } from '#web/ui/values.tsx'

export function DealCard({ row }: { row: DealListItem }) {
  const isMine = isMyTurn(row)
  const unread = useUnread(row.form_pk)
  const otherRole = roleName(otherParty(row.me), row.track)
  return (
    <li className={`deal-card ${isMine ? 'deal-card--mine' : ''}`}>
      {row.photo ? <Thumb formPk={row.form_pk} id={row.photo} /> : <NoPicture track={row.track} />}
      <div className="deal-card__text">
        <div className="deal-card__top">
          <Link className="deal-card__title" to={href(`/deals/${row.form_pk}`)}>
            {row.title}
          </Link>
          <strong>
            <Money paise={row.amount_paise} />
          </strong>
        </div>
        <p className="muted">
          {otherRole}: {row.other_party}
        </p>
        <p className="deal-card__state">
          {isMine && <strong className="deal-card__badge">{m.deal_list_your_move()}</strong>}
          <StatusMark {...row} />
        </p>
        {row.payment_claimed && <p className="muted">{m.deal_claim_checking()}</p>}
        {unread > 0 && <p className="deal-card__unread">{m.deal_list_unread({ count: String(unread) })}</p>}
        {row.due_at && (
          <p className="muted">
            {m.deal_until()} <Moment at={row.due_at} />
          </p>
        )}
      </div>
    </li>
  )
}

/** One answer for all the cards of a page. */
function useUnread(formPk: string): number {
  const { data } = useApiQuery(unreadMessages, {}, { refetchInterval: 30_000 })
  return data?.deals.find(({ form_pk }) => form_pk === formPk)?.unread ?? 0
}

/** The title beside it says what it shows. */
function Thumb({ formPk, id }: { formPk: string; id: string }) {
  const url = useItemPhoto(photoAddress(formPk, id))
  return url ? (
    <img className="deal-card__picture" src={url} alt="" />
  ) : (
    <span className="deal-card__picture" />
  )
}

const NoPicture = ({ track }: Pick<DealListItem, 'track'>) => (
  <span className="deal-card__picture">{track === 'shopping' ? <ShopIcon /> : <LaptopIcon />}</span>
)

type Tone = 'plain' | 'held' | 'back' | 'stop' | 'arrived'
const MARKS: Readonly<Record<Status, readonly [Tone, () => ReactNode]>> = {
  proposed: ['plain', PaperIcon],
  agreed: ['plain', CheckIcon],
  funded: ['held', LockIcon],
  in_delivery: ['held', ParcelIcon],
  delivered: ['held', ParcelIcon],
  return_requested: ['back', ReturnIcon],
  returning: ['back', ReturnIcon],
  return_in_transit: ['back', ReturnIcon],
  disputed: ['stop', ScalesIcon],
  negotiating: ['stop', ScalesIcon],
  mediation: ['stop', ScalesIcon],
  released: ['arrived', CheckIcon],
  refunded: ['arrived', ReturnIcon],
  settled: ['arrived', ScalesIcon],
  cancelled: ['plain', CrossIcon],
  declined: ['plain', CrossIcon],
  withdrawn: ['plain', CrossIcon],
  expired: ['plain', CrossIcon],
}

/** In words, colour and picture: found by eye in a list of many. */
function StatusMark({ status, track }: Pick<DealListItem, 'status' | 'track'>) {
  const [tone, Icon] = MARKS[status]
  return (
    <span className={`status-mark status-mark--${tone}`}>
      <Icon />
      {statusName(status, track)}
    </span>
  )
}
