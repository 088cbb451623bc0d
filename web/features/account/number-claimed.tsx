/** Somebody else has proved the number of this account: its holder objects here, also when no mail reaches them. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getVerification, keepPhone } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

export function NumberClaimed({ until }: { readonly until: string }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { field, values, showErrors } = useFields({ password: '' }, {})
  const keep = useApiMutation(keepPhone, {
    onDone: (state) => putAnswer(client, getVerification, {}, state),
  })
  const send = () => {
    if (!keep.isPending) keep.mutate({ body: values }, { onError: showErrors })
  }
  return (
    <Notice kind="stop" title={m.number_claimed_title()}>
      <p>
        {m.number_claimed_text()} <Moment at={until} />
      </p>
      <Button kind="next" onClick={() => setOpen(true)}>
        {m.number_claimed_keep()}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={m.number_claimed_title()}
        verb={m.number_claimed_keep()}
        busy={keep.isPending}
        error={keep.isError ? errorWords(keep.error) : null}
        onConfirm={send}
        onClose={() => setOpen(false)}
      >
        <PasswordField
          {...field('password')}
          label={m.account_end_password()}
          autoComplete="current-password"
        />
      </ConfirmDialog>
    </Notice>
  )
}
