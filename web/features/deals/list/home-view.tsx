/** One's own deals by what is to be done: my turn first, then what others do, then what has ended. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DealListItem, isMyTurn, listDeals, readHeld } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiPage, useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { DealCard } from './deal-card.tsx'

const EVERY = { refetchInterval: 30_000 }
const MOST_OPEN = 50
const LAST_ENDED = 5

/** `empty`: for whoever has no deal at all. */
export function HomeView({ empty }: { empty: ReactNode }) {
  const open = useApiPage(listDeals, { query: { page: 1, page_size: MOST_OPEN, show: 'open' } }, EVERY)
  const ended = useApiPage(listDeals, {
    query: { page: 1, page_size: LAST_ENDED, show: 'ended', ordering: '-created_at' },
  })
  // what has ended cannot be read offline; what runs can
  const endedRows = ended.data?.rows ?? []
  if (open.isPending || (ended.isPending && open.data?.total === 0)) return <Skeleton bars={6} />
  if (!open.data) return <ErrorNotice message={errorWords(open.error)} onRetry={() => void open.refetch()} />
  const { rows, total } = open.data
  if (total === 0 && endedRows.length === 0) return empty
  const ownTurn = rows.filter(isMyTurn)
  const others = rows.filter((row) => !isMyTurn(row))
  return (
    <>
      <Held />
      <Part id="yours" title={m.deal_home_yours()} rows={ownTurn}>
        {ownTurn.length === 0 && <p className="muted">{m.deal_home_nothing()}</p>}
      </Part>
      {others.length > 0 && <Part id="waiting" title={m.deal_home_waiting()} rows={others} />}
      {total > rows.length && (
        <p>
          <Link className="button button--quiet" to="?show=open">
            {m.deal_home_all_open()}
          </Link>
        </p>
      )}
      {endedRows.length > 0 && (
        <Part id="ended" title={m.deal_list_ended()} rows={endedRows} total={ended.data?.total}>
          {(ended.data?.total ?? 0) > LAST_ENDED && (
            <p>
              <Link className="deals__more" to="?show=ended">
                {m.deal_home_all_ended()}
              </Link>
            </p>
          )}
        </Part>
      )}
    </>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  readonly rows: readonly DealListItem[]
  readonly total?: number | undefined
  readonly children?: ReactNode
}

function Part({ id, title, rows, total = rows.length, children }: PartProps) {
  return (
    <section className="deals__part" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="muted">({total})</span>
      </h2>
      {rows.length > 0 && (
        <ul className="deals__list">
          {rows.map((row) => (
            <DealCard key={row.form_pk} row={row} />
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

/** As the ledger has it. The place stays where it is not known, so that the list does not jump. */
function Held() {
  const { data } = useApiQuery(readHeld, {}, EVERY)
  return (
    <dl className="deals__held" aria-label={m.deal_home_money()}>
      <div>
        <dt>{m.deal_home_for_me()}</dt>
        <dd>{data ? <Money paise={data.for_me_paise} /> : '–'}</dd>
      </div>
      <div>
        <dt>{m.deal_home_by_me()}</dt>
        <dd>{data ? <Money paise={data.by_me_paise} /> : '–'}</dd>
      </div>
    </dl>
  )
}
