/** Somebody else has proved the number of this account: its holder objects here, also when no mail reaches them. */
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { getVerification, keepPhone } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

export function NumberClaimed({ until }: { readonly until: string }) {
  const client = useQueryClient()
  const { field, values, showErrors } = useFields({ password: '' }, {})
  const keep = useApiMutation(keepPhone, {
    onDone: (state) => putAnswer(client, getVerification, {}, state),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!keep.isPending) keep.mutate({ body: values }, { onError: showErrors })
  }
  return (
    <Notice kind="stop" title={m.number_claimed_title()}>
      <p>
        {m.number_claimed_text()} <Moment at={until} />
      </p>
      <form onSubmit={submit} noValidate>
        {keep.isError && <ErrorNotice message={errorWords(keep.error)} />}
        <PasswordField
          {...field('password')}
          label={m.account_end_password()}
          autoComplete="current-password"
        />
        <Button type="submit" kind="next" busy={keep.isPending}>
          {m.number_claimed_keep()}
        </Button>
      </form>
    </Notice>
  )
}
