import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { login } from '../../../core/contract/auth.ts'
import { fieldProblems, phoneField } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { href } from '../../lib/locale.ts'
import { useAct } from '../../lib/queries.ts'
import { keepSession } from '../../lib/session.ts'
import { fieldId, useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField, TickField } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toasts.tsx'

const START = { phone_number: '', password: '', remember_me: false }
const RULES = { phone_number: phoneField, password: z.string().min(1, { error: 'required' }) }

/** Lives in the panel, so that what was typed is there after a look at the other side. */
export function useSignIn() {
  const fields = useFields(START, RULES)
  const { values, field, ready } = fields
  const act = useAct(login, { onDone: (answer) => keepSession(answer, values.remember_me) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending) return
    if (!ready) return showAll()
    act.mutate(
      { body: values },
      {
        onError: (error) => {
          fields.showErrors(error)
          toastError(error)
        },
      },
    )
  }
  // The button works from the start, since a browser's autofill may not tell the page; what is missing is said here.
  const showAll = () => {
    for (const name of ['password', 'phone_number'] as const) {
      field(name).onChange(values[name])
      if (fieldProblems(RULES[name], values[name]).length > 0) document.getElementById(fieldId(name))?.focus()
    }
  }
  return { ...fields, act, submit }
}

export function SignInForm({ field, act, submit }: ReturnType<typeof useSignIn>) {
  return (
    <form className="entry__form" onSubmit={submit} noValidate aria-label={m.account_sign_in_title()}>
      {act.isError && <ErrorNotice message={errorWords(act.error)} />}
      <TextField
        {...field('phone_number')}
        label={m.account_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="username"
      />
      <PasswordField {...field('password')} label={m.account_password()} autoComplete="current-password" />
      <TickField {...field('remember_me')} label={m.account_remember()} />
      <Button type="submit" kind="next" wide busy={act.isPending}>
        {act.isPending ? m.account_sign_in_busy() : m.account_sign_in_button()}
      </Button>
      <p className="entry__forgot">
        <Link to={href('/reset_password')}>{m.account_forgot()}</Link>
      </p>
    </form>
  )
}
