import { Link } from 'react-router'
import type { DealRow } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { payeeRole, payerRole, statusName } from '../../../lib/lifecycle-words.ts'
import { href } from '../../../lib/locale.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'

/** One deal in a line or two: about what, with whom, how much, where it stands, until when. */
export function DealCard({ row }: { row: DealRow }) {
  const isMine = row.whose_move.includes(row.me)
  const otherRole = row.me === 'payer' ? payeeRole(row.track) : payerRole(row.track)
  return (
    <li className={`dealcard ${isMine ? 'dealcard--mine' : ''}`}>
      <div className="dealcard__top">
        <Link className="dealcard__title" to={href(`/deals/${row.form_pk}`)}>
          {row.title}
        </Link>
        <strong>
          <Money paise={row.amount_paise} />
        </strong>
      </div>
      <p className="soft">
        {otherRole}: {row.other_party}
      </p>
      <p>
        {isMine && <strong className="dealcard__move">{m.deal_list_your_move()}</strong>}
        {statusName(row.status)}
      </p>
      {row.due_at && (
        <p className="soft">
          {m.deal_until()} <Moment at={row.due_at} />
        </p>
      )}
    </li>
  )
}
