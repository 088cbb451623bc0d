/** My account at the payment provider that holds the money of deals: its state, and what it has to know of me. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getPayeeAccount, type PayeeAccountState, submitPayeeAccount } from '#core/contract/payee-account.ts'
import { payeeAccountFields } from '#core/payee-account-fields.ts'
import { STATES_OF_INDIA } from '#core/tax/states.ts'
import { m } from '#messages/compiled/messages.js'
import { payeeWaitText } from '#messages/payee-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { locale } from '#web/lib/locale.ts'
import { putAnswer, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, SelectField, TextField, TickField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function PayeeAccount() {
  const { data: state, error, refetch } = useApiQuery(getPayeeAccount, {})
  if (!state && error) return <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />
  if (!state) return <Skeleton bars={2} />
  return <Current state={state} />
}

function Current({ state }: { state: PayeeAccountState }) {
  const [isOpen, setOpen] = useState(false)
  const { account, waits } = state
  const isMyMove = waits === 'missing' || waits === 'needs_clarification'
  const isTakenOut = account?.taken_out ?? false
  const until = account?.usable_from ? shortMoment(Date.parse(account.usable_from)) : ''
  return (
    <>
      {waits === null && account ? (
        <p>{m.payee_account_ready({ bank: account.bank })}</p>
      ) : (
        <Notice kind={waits === 'refused' ? 'stop' : 'next'} title={m.payee_account_not_yet()}>
          <p>{isTakenOut ? m.payee_account_taken_out() : waits && payeeWaitText(waits, { until })}</p>
          {waits === 'needs_clarification' && !isTakenOut && <p>{wantedWords(account?.wanted ?? [])}</p>}
        </Notice>
      )}
      {isMyMove && !isOpen && (
        <Button kind="next" onClick={() => setOpen(true)}>
          {account ? m.payee_account_correct() : m.payee_account_open()}
        </Button>
      )}
      {isMyMove && isOpen && <PayeeForm types={state.business_types} onDone={() => setOpen(false)} />}
    </>
  )
}

/** Of what the provider asks about, in its own names of the fields. */
function wantedWords(wanted: readonly string[]): string {
  if (wanted.includes('email')) return m.payee_account_email()
  const parts = [
    ...(wanted.some((name) => name.startsWith('settlements')) ? [m.target_account()] : []),
    ...(wanted.some((name) => /pan|kyc/.test(name)) ? [m.payee_account_pan()] : []),
  ]
  return parts.length > 0 ? m.payee_account_wanted({ fields: parts.join(', ') }) : m.payee_account_check()
}

const START = {
  ...{ legal_name: '', business_type: '', pan: '', street: '', city: '', state: '', pin: '' },
  ...{ account_number: '', ifsc: '', terms_accepted: false, password: '' },
}
const RULES = {
  ...payeeAccountFields,
  terms_accepted: (value: unknown) => (value === true ? [] : ['select']),
  password: (value: unknown): readonly string[] => (value === '' ? ['required'] : []),
}
const STATE_OPTIONS = Object.entries(STATES_OF_INDIA)
  .map(([value, names]) => ({ value, label: names[locale()] }))
  .sort((one, other) => one.label.localeCompare(other.label))

const TYPE_WORDS = {
  individual: m.payee_type_individual,
  proprietorship: m.payee_type_proprietorship,
  not_yet_registered: m.payee_type_not_yet_registered,
} as const

function PayeeForm({ types, onDone }: { types: PayeeAccountState['business_types']; onDone: () => void }) {
  const client = useQueryClient()
  const { field, values, attempt, summary, showErrors } = useFields(START, RULES)
  const save = useApiMutation(submitPayeeAccount, {
    onDone: async (saved) => {
      await putAnswer(client, getPayeeAccount, {}, saved)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const { business_type, terms_accepted: _accepted, ...rest } = values
    const [type] = types.filter((each) => each === business_type)
    attempt(() => {
      if (type)
        save.mutate({ body: { ...rest, business_type: type, terms_accepted: true } }, { onError: showErrors })
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <p className="muted">{m.payee_account_about()}</p>
      <TextField {...field('legal_name')} label={m.payee_account_name()} />
      <SelectField
        {...field('business_type')}
        label={m.payee_account_type()}
        options={types.map((value) => ({ value, label: TYPE_WORDS[value]() }))}
        prompt={m.payee_account_choose()}
      />
      <TextField {...field('pan')} label={m.payee_account_pan()} />
      <TextField {...field('street')} label={m.payee_account_street()} />
      <TextField {...field('city')} label={m.payee_account_city()} />
      <TextField {...field('pin')} label={m.tax_details_pin()} inputMode="numeric" />
      <SelectField
        {...field('state')}
        label={m.tax_paper_state()}
        options={STATE_OPTIONS}
        prompt={m.tax_details_choose()}
      />
      <TextField {...field('account_number')} label={m.target_account()} inputMode="numeric" />
      <TextField {...field('ifsc')} label={m.target_ifsc()} hint={m.target_ifsc_hint()} />
      <TickField {...field('terms_accepted')} label={m.payee_account_terms()} />
      <PasswordField
        {...field('password')}
        label={m.account_end_password()}
        autoComplete="current-password"
      />
      {save.isError && <ErrorNotice message={errorWords(save.error)} />}
      <Button type="submit" kind="next" busy={save.isPending}>
        {m.payee_account_send()}
      </Button>
    </form>
  )
}
