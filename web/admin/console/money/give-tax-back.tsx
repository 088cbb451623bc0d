/** TDS that was withheld wrongly: how much of it goes back to its payee, said by two Admins while the State is not paid it. */
import type { Answer } from '#core/contract/endpoint.ts'
import { giveTaxBack, listWithheldTaxes } from '#core/contract/tax-papers.ts'
import { proseField } from '#core/fields.ts'
import { formatPaiseShort, parseRupees } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

export type WithheldRow = Answer<typeof listWithheldTaxes>['rows'][number]

const RULES = {
  amount_paise: (text: unknown) => ((parseRupees(String(text)) ?? 0) > 0 ? [] : ['rupees']),
  note: proseField(3, 500),
}

export function TaxBack({ row, mayGive }: { row: WithheldRow; mayGive: boolean }) {
  const { given_back: back, unpaid_paise } = row
  if (back?.agreed) return <p>{m.withheld_back_given({ amount: formatPaiseShort(back.amount_paise) })}</p>
  const maySay = mayGive && unpaid_paise > 0
  return (
    <>
      {back && (
        <blockquote>
          {m.withheld_back_asked({ name: back.asked_by, amount: formatPaiseShort(back.amount_paise) })}
          <br />
          {back.note}
        </blockquote>
      )}
      {back?.mine && <p className="muted">{m.debt_mine()}</p>}
      {maySay && !back?.mine && (
        <details>
          <summary className="money__summary">{m.withheld_back_title()}</summary>
          <TaxBackForm row={row} />
        </details>
      )}
    </>
  )
}

function TaxBackForm({ row: { form_pk, unpaid_paise, given_back } }: { row: WithheldRow }) {
  const amount = ((given_back?.amount_paise ?? unpaid_paise) / 100).toFixed(2)
  const { field, values, attempt, summary, showErrors } = useFields(
    { amount_paise: amount, note: '' },
    RULES,
    `${form_pk}-`,
  )
  const give = useApiMutation(giveTaxBack, {
    refresh: [listWithheldTaxes],
    onDone: ({ state }) => toast(state === 'asked' ? m.debt_waits() : m.withheld_back_done()),
  })
  const body = { amount_paise: parseRupees(values.amount_paise) ?? 0, note: values.note.trim() }
  const hasPlace = (['amount_paise', 'note'] as const).some((name) => field(name).error)
  return (
    <>
      <p>{m.withheld_back_text()}</p>
      <ErrorSummary {...summary} />
      <TextField
        {...field('amount_paise')}
        label={m.withheld_back_amount()}
        hint={m.withheld_back_most({ amount: formatPaiseShort(unpaid_paise) })}
        inputMode="decimal"
      />
      <TextField {...field('note')} label={m.withheld_back_note()} />
      {give.isError && !hasPlace && <ErrorNotice message={errorWords(give.error)} />}
      <p className="actions">
        <Button
          busy={give.isPending}
          onClick={() =>
            attempt(() => give.mutate({ params: { id: form_pk }, body }, { onError: showErrors }))
          }
        >
          {m.withheld_back_title()}
        </Button>
      </p>
    </>
  )
}
