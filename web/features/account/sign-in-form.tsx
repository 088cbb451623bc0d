import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { login } from '#core/contract/auth.ts'
import { phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { storeSession } from '#web/lib/session.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField, TickField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { dropErrorToasts, toastError } from '#web/ui/toasts.tsx'

const START = { phone_number: '', password: '', remember_me: false }
const RULES = { phone_number: phoneField, password: z.string().min(1, { error: 'required' }) }

/** Lives in the panel, so that what was typed is there after a look at the other side. */
export function useSignIn() {
  const fields = useFields(START, RULES)
  const { values } = fields
  const mutation = useApiMutation(login, {
    onDone: (answer) => {
      dropErrorToasts()
      storeSession(answer, values.remember_me)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending) return
    // live from the start, since a browser's autofill may not tell the page
    fields.attempt(signIn)
  }
  const signIn = () =>
    mutation.mutate(
      { body: values },
      {
        onError: (error) => {
          fields.showErrors(error)
          toastError(error)
        },
      },
    )
  return { ...fields, mutation, submit }
}

export function SignInForm({ field, values, mutation, submit, summary }: ReturnType<typeof useSignIn>) {
  return (
    <form className="auth__form" onSubmit={submit} noValidate aria-label={m.account_sign_in_title()}>
      <ErrorSummary {...summary} />
      {mutation.isError && <ErrorNotice message={errorWords(mutation.error)} />}
      <TextField
        {...field('phone_number')}
        label={m.account_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="username"
      />
      <PasswordField {...field('password')} label={m.account_password()} autoComplete="current-password" />
      <TickField {...field('remember_me')} label={m.account_remember()} />
      <Button type="submit" kind="next" wide busy={mutation.isPending}>
        {mutation.isPending ? m.account_sign_in_busy() : m.account_sign_in_button()}
      </Button>
      <p className="auth__forgot">
        <Link to={href('/reset_password')}>{m.account_forgot()}</Link>
      </p>
      <p className="auth__forgot">
        <Link to={href('/sign-in')} state={{ phone: values.phone_number }}>
          {m.account_link_button()}
        </Link>
      </p>
    </form>
  )
}
