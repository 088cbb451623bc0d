/** Deleting the account: what is erased and what is retained, confirmed with the password. */

import { useState } from 'react'
import { deleteAccount } from '#core/contract/account.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type AccountDeletion = Answer<typeof deleteAccount>

export function DeleteAccount({ onDone }: { onDone: (deletion: AccountDeletion) => void }) {
  const [isOpen, setOpen] = useState(false)
  const { field, values, showErrors } = useFields({ password: '' }, {})
  const mutation = useApiMutation(deleteAccount, { onDone })
  const send = () => {
    if (!mutation.isPending) mutation.mutate({ body: values }, { onError: showErrors })
  }
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{m.account_end()}</h2>
      <p>{m.account_end_text()}</p>
      <Button kind="stop" onClick={() => setOpen(true)}>
        {m.account_end()}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={m.account_end_title()}
        verb={m.account_end_verb()}
        kind="stop"
        final
        busy={mutation.isPending}
        error={mutation.isError ? errorWords(mutation.error) : null}
        onConfirm={send}
        onClose={() => setOpen(false)}
      >
        <PasswordField
          {...field('password')}
          label={m.account_end_password()}
          autoComplete="current-password"
        />
      </ConfirmDialog>
    </section>
  )
}

export function AccountDeleted({ deletion }: { deletion: AccountDeletion }) {
  const date = shortMoment(Date.parse(deletion.kept_until))
  return (
    <Notice kind="arrived" title={deletion.message} live>
      <p>{m.account_end_retained({ date })}</p>
      <p>
        <a className="button" href={href('/')}>
          {m.account_end_home()}
        </a>
      </p>
    </Notice>
  )
}
