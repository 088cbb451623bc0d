/** Money of nobody we know goes back to the account that it came from: one Admin types it, another confirms it. */
import { type FormEvent, useState } from 'react'
import type { Answer } from '#core/contract/endpoint.ts'
import { decideLine, getDeskLine, listDeskLines } from '#core/contract/match-desk.ts'
import { moneyToday } from '#core/contract/money-today.ts'
import { accountNumberField, ifscField, type TargetKind, upiIdField } from '#core/payout-targets.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

const filled = (value: unknown): readonly string[] => (value === '' ? ['required'] : [])
const rulesFor = (kind: TargetKind) => ({
  ...(kind === 'upi' ? { upi_id: upiIdField } : { account_number: accountNumberField, ifsc: ifscField }),
  recipient: filled,
})

interface PayBackProps {
  readonly id: string
  readonly payBack: NonNullable<Answer<typeof getDeskLine>['goes_back']>
}

export function PayBack({ id, payBack }: PayBackProps) {
  const [kind, setKind] = useState<TargetKind>('upi')
  const start = { upi_id: payBack.upi_id ?? '', account_number: '', ifsc: '', recipient: '' }
  const { field, values, attempt, summary, showErrors } = useFields(start, rulesFor(kind))
  const decide = useApiMutation(decideLine, {
    refresh: [listDeskLines, getDeskLine, moneyToday],
    onDone: () => toast(m.match_proposed()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!decide.isPending) attempt(send)
  }
  const send = () => {
    const { upi_id, account_number, ifsc, recipient } = values
    const source = kind === 'upi' ? { upi_id } : { account_number, ifsc }
    const body = { kind: 'refund' as const, ...source, recipient }
    decide.mutate({ params: { id }, body }, { onError: showErrors })
  }
  return (
    <details>
      <summary className="money__summary">{m.match_pay_back()}</summary>
      <form onSubmit={submit} noValidate>
        <ErrorSummary {...summary} />
        <p className="muted">{m.match_pay_back_text({ from: shortMoment(Date.parse(payBack.from)) })}</p>
        <p className="actions">
          <Button kind="plain" aria-pressed={kind === 'upi'} onClick={() => setKind('upi')}>
            {m.target_upi()}
          </Button>
          <Button kind="plain" aria-pressed={kind === 'bank'} onClick={() => setKind('bank')}>
            {m.target_account()}
          </Button>
        </p>
        {kind === 'upi' ? (
          <TextField {...field('upi_id')} label={m.target_upi()} />
        ) : (
          <>
            <TextField {...field('account_number')} label={m.target_account()} inputMode="numeric" />
            <TextField {...field('ifsc')} label={m.target_ifsc()} />
          </>
        )}
        <TextField {...field('recipient')} label={m.match_pay_back_name()} />
        {decide.isError && <ErrorNotice message={errorWords(decide.error)} />}
        <Button type="submit" busy={decide.isPending}>
          {m.match_pay_back_send()}
        </Button>
      </form>
    </details>
  )
}
