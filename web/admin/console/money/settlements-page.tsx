/** /admin/settlements: what providers have sent to the bank, and what of it does not agree with the books. */
import { listSettlements, type Settlement, type SettlementDesk } from '#core/contract/settlements.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { dayText } from '#web/lib/format.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { OneDiscrepancy } from './discrepancy.tsx'
import { providerName } from './words.ts'
import './money.css'

export const meta = () => appMeta(m.settlements_title())

const SettlementsPage = () => (
  <ConsolePage title={m.settlements_title()} roles={['Admin']}>
    {() => <Settlements />}
  </ConsolePage>
)

function Settlements() {
  const read = useApiQuery(listSettlements, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { settlements, discrepancies, reports } = read.data
  if (settlements.length + discrepancies.length === 0) return <EmptyState title={m.settlements_none()} />
  return (
    <>
      <p className="console__prose">{m.settlements_text()}</p>
      {reports.map(({ provider, day }) => (
        <p key={provider} className="muted">
          {m.settlements_read({ provider: providerName(provider), day })}
        </p>
      ))}
      <DiscrepancyList
        name="open"
        title={m.settlements_open()}
        rows={discrepancies.filter(({ closed_at }) => closed_at === null)}
      />
      {settlements.length > 0 && <Sent settlements={settlements} />}
      <DiscrepancyList
        name="over"
        title={m.settlements_over()}
        rows={discrepancies.filter(({ closed_at }) => closed_at !== null)}
      />
    </>
  )
}

interface DiscrepancyListProps {
  readonly name: 'open' | 'over'
  readonly title: string
  readonly rows: SettlementDesk['discrepancies']
}

function DiscrepancyList({ name, title, rows }: DiscrepancyListProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`discrepancies-${name}`}>
      <h2 id={`discrepancies-${name}`}>{title}</h2>
      {name === 'open' && <p className="console__prose">{m.settlements_open_text()}</p>}
      <ul className="console__list">
        {rows.map((row) => (
          <li key={row.id}>
            <OneDiscrepancy row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sent({ settlements }: { settlements: readonly Settlement[] }) {
  return (
    <section aria-labelledby="settlements-sent">
      <h2 id="settlements-sent">{m.settlements_sent()}</h2>
      <ListCsv
        rows={settlements}
        columns={[
          ...(['provider', 'settlement_id', 'utr', 'day', 'amount_paise', 'fee_paise', 'lines'] as const),
          ...(['bank', 'arrived_on'] as const),
        ]}
        file="settlements.csv"
      />
      <ul className="console__list">
        {settlements.map((row) => (
          <li key={`${row.provider} ${row.settlement_id}`}>
            <article aria-label={row.settlement_id}>
              <p>
                <strong>
                  <Money paise={row.amount_paise} />
                </strong>{' '}
                · {dayText(row.day)} ·{' '}
                {row.bank === null
                  ? m.settlement_on_way()
                  : m.settlement_arrived({
                      bank: row.bank,
                      day: row.arrived_on ? dayText(row.arrived_on) : '',
                    })}
              </p>
              <p className="muted">
                {providerName(row.provider)} · {row.settlement_id}
                {row.utr && ` · ${row.utr}`}
              </p>
              {row.lines > 0 && (
                <p className="muted">
                  {m.settlement_lines({ count: String(row.lines), fee: formatPaiseShort(row.fee_paise) })}
                </p>
              )}
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default SettlementsPage
