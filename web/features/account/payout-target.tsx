/** Where my money goes: the target, from when it is used, and another in its place. The password is asked each time. */

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getPayoutTarget, type PayoutTargetState, setPayoutTarget } from '#core/contract/payout-target.ts'
import { getVerification } from '#core/contract/verification.ts'
import { accountNumberField, ifscField, type TargetKind, upiIdField } from '#core/payout-targets.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { putAnswer, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { CUSTODY } from '#web/lib/site.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField, TickField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VerifyNumber } from '#web/ui/verify-first.tsx'

export function PayoutTargetSection() {
  const { data: state, error, refetch } = useApiQuery(getPayoutTarget, {})
  return (
    <section aria-labelledby="payout-target">
      <h2 id="payout-target">{m.target_title()}</h2>
      {!state && error && <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />}
      {!state && !error && <Skeleton bars={2} />}
      {state && <Current state={state} />}
    </section>
  )
}

function Current({ state }: { state: PayoutTargetState }) {
  const [isOpen, setOpen] = useState(false)
  const { current } = state
  // asked for beside it, the account at the provider would be filled in twice
  const isRest = CUSTODY === 'psp_hold'
  return (
    <>
      {state.frozen && (
        <Notice kind="stop" title={m.target_frozen()}>
          <p>{m.target_frozen_text()}</p>
        </Notice>
      )}
      {isRest && <p>{m.target_rest_only()}</p>}
      {current && <Target target={current} now={state.now} />}
      {!current && !isRest && <p>{m.target_none()}</p>}
      {!current && !state.needed && <p className="muted">{m.target_practice()}</p>}
      {isOpen ? (
        <TargetForm state={state} onDone={() => setOpen(false)} />
      ) : (
        <Button kind={current || isRest ? 'plain' : 'next'} onClick={() => setOpen(true)}>
          {current ? m.target_change() : m.target_add()}
        </Button>
      )}
    </>
  )
}

function Target({ target, now }: { target: NonNullable<PayoutTargetState['current']>; now: string }) {
  const waits = Date.parse(target.usable_from) > Date.parse(now)
  const words = target.verified ? m.target_verified : m.target_other_name
  return (
    <>
      <dl className="account__details">
        <div>
          <dt>{target.kind === 'upi' ? m.target_upi() : m.target_account()}</dt>
          <dd>
            {target.address}
            <p className={target.verified ? 'contact__state contact__state--verified' : 'contact__state'}>
              {target.bank_name === null ? m.target_unchecked() : words({ name: target.bank_name })}
            </p>
          </dd>
        </div>
      </dl>
      {waits && (
        <Notice kind="next" title={m.target_cooling()}>
          <p>{m.target_cooling_text({ until: shortMoment(Date.parse(target.usable_from)) })}</p>
        </Notice>
      )}
    </>
  )
}

const START = { upi_id: '', account_number: '', ifsc: '', name_confirmed: false, password: '' }
const filled = (value: unknown): readonly string[] => (value === '' ? ['required'] : [])
const rulesFor = (kind: TargetKind, differs: string | null) => ({
  ...(kind === 'upi' ? { upi_id: upiIdField } : { account_number: accountNumberField, ifsc: ifscField }),
  password: filled,
  name_confirmed: (value: unknown) => (differs !== null && value !== true ? ['select'] : []),
})

/** Nothing is mailed to an address that may be somebody else's, and nothing is saved before the number is proved. */
function TargetForm(props: { state: PayoutTargetState; onDone: () => void }) {
  const { data: contacts, isPending } = useApiQuery(getVerification, {})
  if (isPending) return <Skeleton bars={2} />
  const isChecked = contacts !== undefined && contacts.mode !== 'off'
  if (isChecked && !contacts.phone.verified)
    return (
      <>
        <p>{m.refusal_unverified()}</p>
        <VerifyNumber />
      </>
    )
  return <OpenTargetForm {...props} isMailed={!isChecked || contacts.email.verified} />
}

interface OpenTargetFormProps {
  readonly state: PayoutTargetState
  readonly onDone: () => void
  readonly isMailed: boolean
}

function OpenTargetForm({ state, onDone, isMailed }: OpenTargetFormProps) {
  const hours = String(state.cooling_hours)
  const client = useQueryClient()
  const [kind, setKind] = useState<TargetKind>('upi')
  const [differs, setDiffers] = useState<string | null>(null)
  const { field, values, attempt, summary, showErrors } = useFields(START, rulesFor(kind, differs))
  const save = useApiMutation(setPayoutTarget, {
    onDone: async (saved) => {
      await putAnswer(client, getPayoutTarget, {}, saved)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) attempt(send)
  }
  const send = () => {
    const { upi_id, account_number, ifsc, ...confirmation } = values
    const body =
      kind === 'upi' ? { kind, upi_id, ...confirmation } : { kind, account_number, ifsc, ...confirmation }
    save.mutate(
      { body },
      {
        onError: (error) => {
          const name = error instanceof ApiError ? error.fields.name_confirmed : undefined
          setDiffers(name?.join(' ') ?? null)
          showErrors(error)
        },
      },
    )
  }
  const change = (to: TargetKind) => {
    setKind(to)
    setDiffers(null)
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <p className="muted">{isMailed ? m.target_about({ hours }) : m.target_about_no_mail({ hours })}</p>
      <p className="actions">
        <Button kind="plain" aria-pressed={kind === 'upi'} onClick={() => change('upi')}>
          {m.target_upi()}
        </Button>
        <Button kind="plain" aria-pressed={kind === 'bank'} onClick={() => change('bank')}>
          {m.target_account()}
        </Button>
      </p>
      {kind === 'upi' ? (
        <TextField {...field('upi_id')} label={m.target_upi()} hint={m.target_upi_hint()} />
      ) : (
        <>
          <TextField {...field('account_number')} label={m.target_account()} inputMode="numeric" />
          <TextField {...field('ifsc')} label={m.target_ifsc()} hint={m.target_ifsc_hint()} />
        </>
      )}
      {differs !== null && (
        <>
          <Notice kind="stop" title={m.target_differs()} live>
            <p>{differs}</p>
          </Notice>
          <TickField {...field('name_confirmed')} label={m.target_confirm()} />
        </>
      )}
      <PasswordField
        {...field('password')}
        label={m.account_end_password()}
        autoComplete="current-password"
      />
      {save.isError && <ErrorNotice message={errorWords(save.error)} />}
      <Button type="submit" kind="next" busy={save.isPending}>
        {m.target_save()}
      </Button>
    </form>
  )
}
