/** The new lines of a statement, with what each becomes and by which rule. */
import { getStatement } from '#core/contract/statements.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { flagWords, outcomeWords, tierWords } from './words.ts'

/** A year of a busy account would freeze a phone: the rest is in the file. */
const MOST_ROWS = 500

export function StatementLines({ id }: { id: string }) {
  const read = useApiQuery(getStatement, { params: { id } })
  if (read.isPending) return <Skeleton bars={6} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows } = read.data
  return (
    <>
      <table className="money__lines">
        <thead>
          <tr>
            {[
              m.desk_col_date(),
              m.desk_col_amount(),
              m.desk_col_text(),
              m.desk_col_rule(),
              m.desk_col_becomes(),
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <tr key={row.id}>
              <td>{row.date}</td>
              <td className="money__figure">
                <Money paise={signedPaise({ dir: row.dir, amountPaise: row.amount_paise })} />
              </td>
              <td>{row.narration}</td>
              <td>
                {tierWords(row.tier)} <span className="muted">({row.rule})</span>
                {row.flag && <strong> {flagWords(row.flag)}</strong>}
              </td>
              <td>
                {outcomeWords(row.booked ?? row.outcome)} {row.target}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <p className="muted">{m.statements_more({ count: String(MOST_ROWS) })}</p>}
    </>
  )
}
