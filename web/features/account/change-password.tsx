/** Another password with the old one, without a mail. */
import type { FormEvent } from 'react'
import { changePassword, listSessions } from '#core/contract/account.ts'
import { passwordField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { LatePasswordMeter } from './late-password-meter.tsx'

const START = { password: '', new_password: '' }
const RULES = {
  password: (value: unknown): readonly string[] => (value === '' ? ['required'] : []),
  new_password: passwordField,
}

export function ChangePassword({ onDone }: { onDone: () => void }) {
  const { field, values, attempt, summary, showErrors } = useFields(START, RULES)
  const change = useApiMutation(changePassword, {
    refresh: [listSessions],
    onDone: () => {
      onDone()
      toast(m.account_password_changed())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) attempt(() => change.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      {change.isError && <ErrorNotice message={errorWords(change.error)} />}
      <PasswordField
        {...field('password')}
        label={m.account_end_password()}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('new_password')}
        label={m.account_new_password()}
        hint={m.account_password_hint()}
        autoComplete="new-password"
      />
      <LatePasswordMeter password={values.new_password} words={[]} />
      <Button type="submit" kind="next" busy={change.isPending}>
        {m.account_new_button()}
      </Button>
    </form>
  )
}
