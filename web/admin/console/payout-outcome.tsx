/** Of a payout whose outcome nobody knows: one Admin states what the bank says, another one confirms it. */
import { useId } from 'react'
import {
  type AdminPayout,
  confirmOutcome,
  listPayouts,
  rejectOutcome,
  stateOutcome,
} from '#core/contract/payouts.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { proseField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { SecondPerson } from './second-person.tsx'

const refresh = [listPayouts]
const START = { evidence: '', reference: '' }
const RULES = {
  evidence: (text: unknown) => fieldProblems(proseField(10, 1_000), text),
  reference: (text: unknown) => (String(text).length > 64 ? ['max:64'] : []),
}

export function StateOutcome({ payoutId }: { readonly payoutId: string }) {
  // one for each payout of the page
  const prefix = `${useId()}-`
  const { field, values, attempt, summary, showErrors } = useFields(START, RULES, prefix)
  const state = useApiMutation(stateOutcome, { refresh })
  const send = (outcome: 'paid' | 'failed') =>
    state.mutate({ params: { id: payoutId }, body: { ...values, outcome } }, { onError: showErrors })
  const hasPlace = Boolean(field('evidence').error ?? field('reference').error)
  return (
    <details className="console__more">
      <summary>{m.admin_payout_outcome()}</summary>
      <p className="muted">{m.admin_payout_outcome_hint()}</p>
      <ErrorSummary {...summary} />
      <ProseField {...field('evidence')} label={m.admin_payout_evidence()} />
      <TextField {...field('reference')} optional label={m.admin_payout_reference()} />
      {state.isError && !hasPlace && <ErrorNotice message={errorWords(state.error)} />}
      <p className="actions">
        <Button busy={state.isPending} onClick={() => attempt(() => send('paid'))}>
          {m.admin_payout_was_paid()}
        </Button>
        <Button busy={state.isPending} onClick={() => attempt(() => send('failed'))}>
          {m.admin_payout_was_not_paid()}
        </Button>
      </p>
    </details>
  )
}

type Stated = NonNullable<AdminPayout['stated_outcome']>

export function StatedOutcome({ stated, isAdmin }: { readonly stated: Stated; readonly isAdmin: boolean }) {
  const confirm = useApiMutation(confirmOutcome, { refresh })
  const reject = useApiMutation(rejectOutcome, { refresh })
  const { outcome, stated_by: name, evidence } = stated
  const reference = stated.reference ?? ''
  return (
    <div>
      <p>
        {outcome === 'paid'
          ? m.admin_payout_stated_paid({ name, reference })
          : m.admin_payout_stated_failed({ name })}
      </p>
      <blockquote>{evidence}</blockquote>
      <SecondPerson said={stated} isAdmin={isAdmin} confirm={confirm} reject={reject} />
    </div>
  )
}
