/** /admin/tax-papers: a month's invoices, bills and credit notes in the order of their numbers, and its GSTR-1. */
import { Link, useSearchParams } from 'react-router'
import { gstr1, listTaxPapers, type TeamTaxPaper, taxPaperPdf } from '#core/contract/tax-papers.ts'
import { istDay } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage, isAdmin } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { addressOf } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { fetchBytes } from '#web/lib/download.ts'
import { dayText } from '#web/lib/format.ts'
import { href, locale } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { SaveFile } from './save-file.tsx'
import { WithheldTaxes } from './withheld-taxes.tsx'
import './money.css'

export const meta = () => appMeta(m.tax_desk_title())

const KIND_WORDS: Readonly<Record<TeamTaxPaper['kind'], () => string>> = {
  invoice: m.tax_paper_invoice,
  bill: m.tax_paper_bill,
  credit_note: m.tax_paper_credit_note,
  bill_credit: m.tax_paper_credit_note,
}

const TaxPapersPage = () => (
  <ConsolePage title={m.tax_desk_title()}>{(user) => <Month maySave={isAdmin(user)} />}</ConsolePage>
)

function Month({ maySave }: { maySave: boolean }) {
  const [search, setSearch] = useSearchParams()
  const month = search.get('month') ?? istDay(Date.now()).slice(0, 7)
  return (
    <>
      <p>
        <label className="field__label" htmlFor="tax-month">
          {m.tax_desk_month()}
        </label>
        <input
          id="tax-month"
          className="input"
          type="month"
          min="2026-01"
          value={month}
          onChange={({ currentTarget: { value } }) =>
            value && setSearch({ month: value }, { replace: true, preventScrollReset: true })
          }
        />
      </p>
      <Papers key={month} month={month} />
      {maySave && (
        <SaveFile
          label={m.tax_desk_gstr1()}
          name={`gstr1-${month}.zip`}
          read={() => fetchBytes(addressOf(gstr1, { query: { month } }))}
        />
      )}
      <WithheldTaxes month={month} maySave={maySave} />
    </>
  )
}

/** A credit note takes away from what was invoiced. */
const signOf = ({ kind }: TeamTaxPaper): number => (kind === 'invoice' || kind === 'bill' ? 1 : -1)

function Papers({ month }: { month: string }) {
  const read = useApiQuery(listTaxPapers, { query: { month } })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const papers = read.data
  if (papers.length === 0) return <EmptyState title={m.tax_desk_none()} />
  const sumOf = (field: 'taxable_paise' | 'tax_paise' | 'total_paise') =>
    papers.reduce((sum, paper) => sum + signOf(paper) * paper[field], 0)
  return (
    <>
      <dl className="console__figures">
        <div>
          <dt>{m.tax_paper_taxable()}</dt>
          <dd>
            <Money paise={sumOf('taxable_paise')} />
          </dd>
        </div>
        <div>
          <dt>{m.tax_desk_tax()}</dt>
          <dd>
            <Money paise={sumOf('tax_paise')} />
          </dd>
        </div>
        <div>
          <dt>{m.tax_paper_total()}</dt>
          <dd>
            <Money paise={sumOf('total_paise')} />
          </dd>
        </div>
      </dl>
      <ListCsv
        rows={papers}
        columns={[
          'number',
          'kind',
          'fee',
          'issued_on',
          'form_pk',
          'recipient',
          'recipient_gstin',
          'place_of_supply',
          'taxable_paise',
          'tax_paise',
          'total_paise',
          'original',
        ]}
        file={`tax-papers-${month}.csv`}
      />
      <ul className="console__list">
        {papers.map((paper) => (
          <li key={paper.id}>
            <OnePaper paper={paper} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OnePaper({ paper }: { paper: TeamTaxPaper }) {
  const { id, number, form_pk, recipient, recipient_gstin, place_of_supply } = paper
  return (
    <article aria-label={number}>
      <h2>
        {KIND_WORDS[paper.kind]()} {number}
      </h2>
      <p>
        <strong>
          <Money paise={paper.total_paise} />
        </strong>{' '}
        · {m.tax_desk_tax()} <Money paise={paper.tax_paise} /> · {recipient}
        {recipient_gstin && ` · ${recipient_gstin}`}
        {place_of_supply && ` · ${m.tax_paper_place()}: ${place_of_supply}`}
      </p>
      {paper.place_assumed && <p>{m.tax_desk_assumed()}</p>}
      <p className="muted">
        {dayText(paper.issued_on)}
        {paper.original && ` · ${m.tax_paper_original()} ${paper.original}`} ·{' '}
        <Link className="console__link" to={href(`/deals/${form_pk}`)}>
          {form_pk}
        </Link>
      </p>
      <SaveFile
        label={m.tax_desk_pdf({ number })}
        name={`${id}.pdf`}
        read={() => fetchBytes(addressOf(taxPaperPdf, { params: { id }, query: { lang: locale() } }))}
      />
    </article>
  )
}

export default TaxPapersPage
