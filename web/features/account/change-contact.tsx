/** Another number or address. The password is asked again: a session that was stolen must not change where codes go. */
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { currentUser } from '#core/contract/auth.ts'
import {
  type ContactKind,
  changeEmail,
  changePhone,
  getVerification,
  type VerificationState,
} from '#core/contract/verification.ts'
import { emailField, phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField, TickField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { forgetCode } from './code-sending.ts'

interface ChangeFormProps {
  readonly isVerified: boolean
  readonly onDone: () => void
}

const given = (value: unknown): readonly string[] => (value === '' ? ['required'] : [])
const PHONE_START = { phone_number: '', password: '', old_number_lost: false }
const PHONE_RULES = { phone_number: phoneField, password: given, old_number_lost: () => [] }
const EMAIL_START = { email: '', password: '' }
const EMAIL_RULES = { email: emailField, password: given }

function useChanged(onDone: () => void) {
  const client = useQueryClient()
  return async (state: VerificationState) => {
    forgetCode()
    await putAnswer(client, getVerification, {}, state)
    onDone()
  }
}

export const ChangeContact = ({ kind, ...props }: ChangeFormProps & { readonly kind: ContactKind }) =>
  kind === 'phone' ? <ChangePhone {...props} /> : <ChangeEmail {...props} />

function ChangePhone({ isVerified, onDone }: ChangeFormProps) {
  const { field, values, attempt, summary, showErrors } = useFields(PHONE_START, PHONE_RULES)
  const change = useApiMutation(changePhone, { refresh: [currentUser], onDone: useChanged(onDone) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) attempt(() => change.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      {isVerified && <p>{m.contact_change_phone_about()}</p>}
      {change.isError && <ErrorNotice message={errorWords(change.error)} />}
      <TextField
        {...field('phone_number')}
        label={m.contact_new_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
      <PasswordField
        {...field('password')}
        label={m.account_end_password()}
        autoComplete="current-password"
      />
      {isVerified && <TickField {...field('old_number_lost')} optional label={m.contact_old_lost()} />}
      <Button type="submit" kind="next" busy={change.isPending}>
        {m.contact_change_button()}
      </Button>
    </form>
  )
}

function ChangeEmail({ isVerified, onDone }: ChangeFormProps) {
  const { field, values, attempt, summary, showErrors } = useFields(EMAIL_START, EMAIL_RULES)
  const change = useApiMutation(changeEmail, { refresh: [currentUser], onDone: useChanged(onDone) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) attempt(() => change.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      {isVerified && <p>{m.contact_change_email_about()}</p>}
      {change.isError && <ErrorNotice message={errorWords(change.error)} />}
      <TextField
        {...field('email')}
        label={m.contact_new_email()}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <PasswordField
        {...field('password')}
        label={m.account_end_password()}
        autoComplete="current-password"
      />
      <Button type="submit" kind="next" busy={change.isPending}>
        {m.contact_change_button()}
      </Button>
    </form>
  )
}
