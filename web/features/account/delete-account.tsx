/** The end of an account: what goes, what stays and why, asked once and with the password. */
import { useState } from 'react'
import { deleteAccount } from '../../../core/contract/account.ts'
import type { Answer } from '../../../core/contract/endpoint.ts'
import { formatMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { href, locale } from '../../lib/locale.ts'
import { useAct } from '../../lib/queries.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

export type Farewell = Answer<typeof deleteAccount>

export function DeleteAccount({ onDone }: { onDone: (farewell: Farewell) => void }) {
  const [isAsked, setAsked] = useState(false)
  const { field, values, showErrors } = useFields({ password: '' }, {})
  const act = useAct(deleteAccount, { onDone })
  const send = () => {
    if (!act.isPending) act.mutate({ body: values }, { onError: showErrors })
  }
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{m.account_end()}</h2>
      <p>{m.account_end_text()}</p>
      <Button kind="stop" onClick={() => setAsked(true)}>
        {m.account_end()}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={m.account_end_title()}
        verb={m.account_end_verb()}
        kind="stop"
        final
        busy={act.isPending}
        error={act.isError ? errorWords(act.error) : null}
        onConfirm={send}
        onClose={() => setAsked(false)}
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

export function Gone({ farewell }: { farewell: Farewell }) {
  const date = formatMoment(Date.parse(farewell.kept_until), locale())
  return (
    <Notice kind="arrived" title={farewell.message} live>
      <p>{m.account_end_kept({ date })}</p>
      <p>
        <a className="button" href={href('/')}>
          {m.account_end_home()}
        </a>
      </p>
    </Notice>
  )
}
