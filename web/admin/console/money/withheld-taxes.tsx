/** What was withheld from payees in a month, and the returns of it. Nothing where none ever was. */
import { Link } from 'react-router'
import { listWithheldTaxes, withheldTaxReturns } from '#core/contract/tax-papers.ts'
import { m } from '#messages/compiled/messages.js'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { addressOf } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { fetchBytes } from '#web/lib/download.ts'
import { percent } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { TaxBack, type WithheldRow } from './give-tax-back.tsx'
import { SaveFile } from './save-file.tsx'

const TAX_WORDS: Readonly<Record<WithheldRow['tax'], string>> = { tds: 'TDS', tcs: 'TCS' }

export function WithheldTaxes({ month, maySave }: { month: string; maySave: boolean }) {
  const read = useApiQuery(listWithheldTaxes, { query: { month } })
  if (read.isPending) return <Skeleton bars={2} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { tds, tcs, rows } = read.data
  if (!tds && !tcs && rows.length === 0) return null
  return (
    <section aria-labelledby="withheld-taxes">
      <h2 id="withheld-taxes">{m.withheld_desk_title()}</h2>
      {rows.length === 0 ? (
        <p>{m.withheld_desk_none()}</p>
      ) : (
        <Rows rows={rows} month={month} mayGive={maySave} />
      )}
      {maySave && (
        <SaveFile
          label={m.withheld_desk_returns()}
          name={`tax-withheld-${month}.zip`}
          read={() => fetchBytes(addressOf(withheldTaxReturns, { query: { month } }))}
        />
      )}
    </section>
  )
}

/** To the State: what went back to the payee is not. */
const owedPaise = ({ tax_paise, given_back }: WithheldRow): number =>
  tax_paise - (given_back?.agreed ? given_back.amount_paise : 0)

interface RowsProps {
  readonly rows: readonly WithheldRow[]
  readonly month: string
  readonly mayGive: boolean
}

function Rows({ rows, month, mayGive }: RowsProps) {
  const sumOf = (tax: WithheldRow['tax']) =>
    rows.reduce((sum, row) => sum + (row.tax === tax ? owedPaise(row) : 0), 0)
  return (
    <>
      <dl className="console__figures">
        {(['tds', 'tcs'] as const).map((tax) => (
          <div key={tax}>
            <dt>{TAX_WORDS[tax]}</dt>
            <dd>
              <Money paise={sumOf(tax)} />
            </dd>
          </div>
        ))}
      </dl>
      <ListCsv
        rows={rows}
        columns={[
          ...(['tax', 'withheld_on', 'section', 'payee', 'pan', 'gstin', 'form_pk'] as const),
          ...(['gross_paise', 'base_paise', 'rate_bp', 'tax_paise', 'reason'] as const),
        ]}
        file={`tax-withheld-${month}.csv`}
      />
      <ul className="console__list">
        {rows.map((row) => (
          <li key={`${row.tax} ${row.form_pk}`}>
            <OneRow row={row} mayGive={mayGive} />
          </li>
        ))}
      </ul>
    </>
  )
}

const REASON_WORDS = { no_pan: m.withheld_desk_no_pan, below_threshold: m.withheld_desk_below } as const

function OneRow({ row, mayGive }: { row: WithheldRow; mayGive: boolean }) {
  const { tax, payee, pan, gstin, reason, form_pk } = row
  return (
    <article aria-label={`${TAX_WORDS[tax]} ${form_pk}`}>
      <p>
        <strong>
          {TAX_WORDS[tax]} <Money paise={row.tax_paise} />
        </strong>{' '}
        · {percent(row.rate_bp)} · {m.withheld_desk_of()} <Money paise={row.base_paise} />
      </p>
      <p>
        {[payee, pan, gstin].filter(Boolean).join(' · ')} · {m.withheld_desk_earned()}{' '}
        <Money paise={row.gross_paise} />
      </p>
      {reason && <p>{REASON_WORDS[reason]()}</p>}
      {row.place_assumed && <p>{m.withheld_desk_assumed()}</p>}
      <p className="muted">
        {row.withheld_on} · {row.section} ·{' '}
        <Link className="console__link" to={href(`/deals/${form_pk}`)}>
          {form_pk}
        </Link>
      </p>
      <TaxBack row={row} mayGive={mayGive} />
    </article>
  )
}
