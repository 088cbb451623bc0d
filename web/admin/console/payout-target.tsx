/** Of a payout whose owner's account is deleted: one Admin says where it goes, as the owner's letter has it, another confirms it. */
import { type FormEvent, useId, useState } from 'react'
import { parseAccountAddress } from '#core/account-address.ts'
import {
  type AdminPayout,
  confirmTarget,
  listPayouts,
  proposeTarget,
  withdrawTarget,
} from '#core/contract/payouts.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { proseField } from '#core/fields.ts'
import { formatPaiseShort } from '#core/money.ts'
import { accountNumberField, ifscField, type TargetKind, upiIdField } from '#core/payout-targets.ts'
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
const START = { upi_id: '', account_number: '', ifsc: '', holder_name: '', reason: '' }
const LETTER = {
  holder_name: (text: unknown) => fieldProblems(proseField(1, 80), text),
  reason: (text: unknown) => fieldProblems(proseField(10, 1_000), text),
}
const RULES = {
  upi: { upi_id: upiIdField, ...LETTER },
  bank: { account_number: accountNumberField, ifsc: ifscField, ...LETTER },
}

export function ProposeTarget({ payout }: { readonly payout: AdminPayout }) {
  // one for each payout of the page
  const prefix = `${useId()}-`
  const [kind, setKind] = useState<TargetKind>('bank')
  const { field, values, attempt, summary, showErrors } = useFields(START, RULES[kind], prefix)
  const propose = useApiMutation(proposeTarget, { refresh })
  const send = () => {
    const { upi_id, account_number, ifsc, ...letter } = values
    const target = kind === 'upi' ? { kind, upi_id } : { kind, account_number, ifsc }
    const body = { ...target, ...letter }
    propose.mutate({ params: { id: payout.id }, body }, { onError: showErrors })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!propose.isPending) attempt(send)
  }
  const names = Object.keys(START) as (keyof typeof START)[]
  const hasPlace = names.some((name) => field(name).error)
  return (
    <details className="console__more">
      <summary>{m.admin_payout_target({ amount: formatPaiseShort(payout.amount_paise) })}</summary>
      <form onSubmit={submit} noValidate>
        <p className="muted">{m.admin_payout_target_hint()}</p>
        <ErrorSummary {...summary} />
        <KindChoice kind={kind} onChoose={setKind} />
        {kind === 'upi' ? (
          <TextField {...field('upi_id')} label={m.target_upi()} />
        ) : (
          <>
            <TextField {...field('account_number')} label={m.target_account()} inputMode="numeric" />
            <TextField {...field('ifsc')} label={m.target_ifsc()} />
          </>
        )}
        <TextField {...field('holder_name')} label={m.admin_payout_target_holder()} />
        <ProseField {...field('reason')} label={m.admin_payout_target_reason()} />
        {propose.isError && !hasPlace && <ErrorNotice message={errorWords(propose.error)} />}
        <Button type="submit" busy={propose.isPending}>
          {m.match_pay_back_send()}
        </Button>
      </form>
    </details>
  )
}

interface KindChoiceProps {
  readonly kind: TargetKind
  readonly onChoose: (kind: TargetKind) => void
}

const KindChoice = ({ kind, onChoose }: KindChoiceProps) => (
  <p className="actions">
    <Button kind="plain" aria-pressed={kind === 'bank'} onClick={() => onChoose('bank')}>
      {m.target_account()}
    </Button>
    <Button kind="plain" aria-pressed={kind === 'upi'} onClick={() => onChoose('upi')}>
      {m.target_upi()}
    </Button>
  </p>
)

interface ProposedTargetProps {
  readonly payout: AdminPayout
  readonly proposal: NonNullable<AdminPayout['proposed_target']>
  readonly isAdmin: boolean
}

export function ProposedTarget({ payout, proposal, isAdmin }: ProposedTargetProps) {
  const confirm = useApiMutation(confirmTarget, { refresh })
  const withdraw = useApiMutation(withdrawTarget, { refresh })
  const { address, own, holder_name: holder, proposed_by: name } = proposal
  const amount = formatPaiseShort(payout.amount_paise)
  const account = parseAccountAddress(address)
  return (
    <div>
      <p>
        {m.admin_payout_target_proposed({ name, amount, holder })}{' '}
        <strong>{account ? `${account.accountNumber} · ${account.ifsc}` : address}</strong>
      </p>
      <blockquote>{proposal.reason}</blockquote>
      {isAdmin && !own && <p className="muted">{m.admin_payout_target_compare()}</p>}
      <SecondPerson said={proposal} isAdmin={isAdmin} confirm={confirm} reject={withdraw} />
    </div>
  )
}
