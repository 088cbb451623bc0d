/** The open offers that name this user: for whoever lost the link. */
import { type DealListItem, listDeals } from '#core/contract/deals.ts'
import type { Track } from '#core/ids.ts'
import { shareLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { locale, rememberLanguage } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { Moment, Money } from '#web/ui/values.tsx'

const isWaiting = (row: DealListItem, track: Track): boolean =>
  row.track === track && row.status === 'proposed' && row.whose_move.includes(row.me)

/** Shows nothing while loading or on an error: the field above does the work. */
export function WaitingOffers({ track }: { track: Track }) {
  const rows = (useApiQuery(listDeals, { query: { page_size: 100 } }).data ?? []).filter((row) =>
    isWaiting(row, track),
  )
  if (rows.length === 0) return null
  return (
    <section className="offer__section">
      <h2>{m.offer_home_waiting()}</h2>
      <ul className="waiting-offers">
        {rows.map((row) => (
          <li key={row.form_pk}>
            <a href={shareLink('', row.track, row.form_pk)} onClick={() => rememberLanguage(locale())}>
              <strong>{row.title}</strong> <Money paise={row.amount_paise} />
            </a>
            <p className="muted">
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
