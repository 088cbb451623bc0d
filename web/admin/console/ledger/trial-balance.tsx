/** Debits and credits of each group at a moment; the three sides are the figures of the home. */
import { Link, useSearchParams } from 'react-router'
import { BOOK_SIDES, type TrialRow, trialBalance } from '#core/contract/ledger.ts'
import { m } from '#messages/compiled/messages.js'
import { groupName } from '#messages/ledger-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import './ledger.css'

const SIDE_WORDS = {
  backing: m.ledger_side_backing,
  others: m.ledger_side_others,
  own: m.ledger_side_own,
} as const

export function TrialBalance({ at }: { at: string }) {
  const [, setSearch] = useSearchParams()
  const read = useApiQuery(trialBalance, { query: at === '' ? {} : { at } })
  return (
    <>
      <div className="console__toolbar">
        <label>
          <span className="field__label">{m.ledger_at()}</span>
          <input
            className="input"
            type="datetime-local"
            value={at}
            onChange={(event) => {
              const { value } = event.currentTarget
              setSearch(value === '' ? {} : { at: value }, { replace: true, preventScrollReset: true })
            }}
          />
        </label>
      </div>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data && (
        <>
          <p>
            <Moment at={read.data.at} />
          </p>
          {read.data.debit_paise === read.data.credit_paise ? (
            <p>{m.ledger_equal()}</p>
          ) : (
            <Notice kind="stop" title={m.ledger_unequal()} live />
          )}
          <Sides rows={read.data.rows} at={at} />
        </>
      )}
    </>
  )
}

const sumOf = (rows: readonly TrialRow[], side: 'debit_paise' | 'credit_paise'): number =>
  rows.reduce((sum, row) => sum + row[side], 0)

function Sides({ rows, at }: { rows: readonly TrialRow[]; at: string }) {
  const moment = at === '' ? '' : `&at=${encodeURIComponent(at)}`
  return BOOK_SIDES.map((side) => {
    const ofSide = rows.filter((row) => row.side === side)
    return (
      <section key={side} aria-labelledby={`ledger-${side}`}>
        <h2 id={`ledger-${side}`}>{SIDE_WORDS[side]()}</h2>
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">{m.ledger_accounts()}</th>
              <th scope="col">{m.ledger_debit()}</th>
              <th scope="col">{m.ledger_credit()}</th>
            </tr>
          </thead>
          <tbody>
            {ofSide.map(({ group, accounts, debit_paise, credit_paise }) => (
              <tr key={group}>
                <th scope="row">
                  <Link className="console__link" to={href(`/admin/ledger?group=${group}${moment}`)}>
                    {groupName(group)} ({formatCount(accounts)})
                  </Link>
                </th>
                <td>
                  <Money paise={debit_paise} />
                </td>
                <td>
                  <Money paise={credit_paise} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{m.ledger_sum()}</th>
              <td>
                <Money paise={sumOf(ofSide, 'debit_paise')} />
              </td>
              <td>
                <Money paise={sumOf(ofSide, 'credit_paise')} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
    )
  })
}
