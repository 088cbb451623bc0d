/** My invoices, bills and credit notes, and what they say of me. Loaded when somebody asks for them. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#core/contract/endpoint.ts'
import {
  getTaxDetails,
  listMyPapers,
  setTaxDetails,
  type TaxPaper,
  taxPaperPdf,
} from '#core/contract/tax-papers.ts'
import { formatPaiseShort } from '#core/money.ts'
import { taxDetailFields } from '#core/tax/paper-party.ts'
import { STATES_OF_INDIA } from '#core/tax/states.ts'
import { m } from '#messages/compiled/messages.js'
import { addressOf } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { download } from '#web/lib/download.ts'
import { locale } from '#web/lib/locale.ts'
import { putAnswer, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type OwnDetails = Answer<typeof getTaxDetails>

export function TaxPapers() {
  const papers = useApiQuery(listMyPapers, {})
  const details = useApiQuery(getTaxDetails, {})
  const error = papers.error ?? details.error
  const retry = () => void Promise.all([papers.refetch(), details.refetch()])
  if (error) return <ErrorNotice message={errorWords(error)} onRetry={retry} />
  if (!papers.data || !details.data) return <Skeleton bars={2} />
  const { needs_details, waiting } = papers.data
  return (
    <>
      {needs_details && (
        <Notice kind="next" title={m.tax_details_needed()}>
          <p>{m.tax_details_needed_text()}</p>
        </Notice>
      )}
      {papers.data.papers.length === 0 && <p>{m.tax_papers_none()}</p>}
      <ul className="account__devices">
        {papers.data.papers.map((paper) => (
          <li key={paper.id}>
            <PaperButton paper={paper} />
          </li>
        ))}
      </ul>
      {waiting > 0 && !needs_details && <p className="muted">{m.tax_papers_waiting()}</p>}
      <DetailsSection own={details.data} />
    </>
  )
}

const TITLE = {
  invoice: m.tax_paper_invoice,
  bill: m.tax_paper_bill,
  credit_note: m.tax_paper_credit_note,
  bill_credit: m.tax_paper_credit_note,
} as const

function PaperButton({ paper }: { paper: TaxPaper }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { id, number, kind, total_paise } = paper
  const fetchPdf = async () => {
    setBusy(true)
    setError(undefined)
    const path = addressOf(taxPaperPdf, { params: { id }, query: { lang: locale() } })
    await download(path, `${id}.pdf`).catch(setError)
    setBusy(false)
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void fetchPdf()}>
        {m.tax_papers_line({ title: TITLE[kind](), number, amount: formatPaiseShort(total_paise) })}
      </Button>
      {error !== undefined && <ErrorNotice message={errorWords(error)} />}
    </>
  )
}

function DetailsSection({ own }: { own: OwnDetails }) {
  const [isOpen, setOpen] = useState(false)
  const { details, asks_pan: asksPan } = own
  if (isOpen) return <DetailsForm own={own} onDone={() => setOpen(false)} />
  return (
    <>
      {asksPan && !details?.pan && !details?.gstin && (
        <Notice kind="next" title={m.tax_details_pan_needed()}>
          <p>{m.tax_details_pan_needed_text()}</p>
        </Notice>
      )}
      {details && (
        <p>
          {[details.name, details.address, details.pin, details.gstin, details.pan]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <Button kind={details ? 'plain' : 'next'} onClick={() => setOpen(true)}>
        {details ? m.tax_details_change() : m.tax_details_add()}
      </Button>
    </>
  )
}

const EMPTY = { name: '', address: '', pin: '', state: '', gstin: '', pan: '' }
const STATE_OPTIONS = Object.entries(STATES_OF_INDIA)
  .map(([value, names]) => ({ value, label: names[locale()] }))
  .sort((one, other) => one.label.localeCompare(other.label))

function DetailsForm({ own, onDone }: { own: OwnDetails; onDone: () => void }) {
  const client = useQueryClient()
  const { details, asks_pan: asksPan } = own
  const start = details ? { ...details, gstin: details.gstin ?? '', pan: details.pan ?? '' } : EMPTY
  const { field, values, attempt, summary, showErrors } = useFields(start, taxDetailFields)
  const save = useApiMutation(setTaxDetails, {
    onDone: async (saved) => {
      await putAnswer(client, getTaxDetails, {}, saved)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) attempt(() => save.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <p className="muted">{m.tax_details_about()}</p>
      <TextField {...field('name')} label={m.tax_paper_name()} />
      <ProseField {...field('address')} label={m.tax_paper_address()} />
      <TextField {...field('pin')} label={m.tax_details_pin()} inputMode="numeric" />
      <SelectField
        {...field('state')}
        label={m.tax_paper_state()}
        options={STATE_OPTIONS}
        prompt={m.tax_details_choose()}
      />
      <TextField
        {...field('gstin')}
        label={m.tax_details_gstin()}
        hint={m.tax_details_gstin_hint()}
        optional
      />
      {asksPan && (
        <TextField {...field('pan')} label={m.tax_details_pan()} hint={m.tax_details_pan_hint()} optional />
      )}
      {save.isError && <ErrorNotice message={errorWords(save.error)} />}
      <Button type="submit" kind="next" busy={save.isPending}>
        {m.tax_details_save()}
      </Button>
    </form>
  )
}
