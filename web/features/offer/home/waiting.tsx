/** The offers that name this person and wait for an answer: for whoever lost the link. */
import { type DealRow, listDeals } from '../../../../core/contract/deals.ts'
import { shareLink } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { locale, rememberLanguage } from '../../../lib/locale.ts'
import { useCall } from '../../../lib/queries.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'

const isWaiting = (row: DealRow): boolean => row.status === 'proposed' && row.whose_move.includes(row.me)

/** Without an answer there is nothing to say: the field above does the work. */
export function Waiting() {
  const rows = (useCall(listDeals, { query: { page_size: 100 } }).data ?? []).filter(isWaiting)
  if (rows.length === 0) return null
  return (
    <section className="offer__part">
      <h2>{m.offer_home_waiting()}</h2>
      <ul className="waiting">
        {rows.map((row) => (
          <li key={row.form_pk}>
            <a href={shareLink('', row.track, row.form_pk)} onClick={() => rememberLanguage(locale())}>
              <strong>{row.title}</strong> <Money paise={row.amount_paise} />
            </a>
            <p className="soft">
              {row.other_party}
              {row.due_at && (
                <>
                  {' · '}
                  {m.preview_until()} <Moment at={row.due_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
