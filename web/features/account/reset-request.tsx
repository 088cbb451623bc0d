/** Asks for a password reset. The answer is the same whether the account exists or not. */
import { type FormEvent, useState } from 'react'
import { requestReset } from '#core/contract/auth.ts'
import { emailField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import '#web/styles/auth.css'
import { LinkSent } from './link-sent.tsx'

/** What the reader can mend: no connection, or too many tries. Any other failure stays silent (spec §8). */
const isWorthSaying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429)

export const meta = () => appMeta(m.account_reset_title())

export default function ResetRequest() {
  const { field, values, attempt, summary } = useFields({ email: '' }, { email: emailField })
  const [sentTo, setSentTo] = useState('')
  const mutation = useApiMutation(requestReset)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending) return
    attempt(() =>
      mutation.mutate(
        { body: values },
        { onSettled: (_, error) => (isWorthSaying(error) ? undefined : setSentTo(values.email)) },
      ),
    )
  }
  return (
    <div className="page reset">
      <h1>{m.account_reset_title()}</h1>
      {sentTo ? (
        <LinkSent
          text={m.account_reset_sent({ email: sentTo })}
          again={m.account_reset_again()}
          onAgain={() => setSentTo('')}
        />
      ) : (
        <form onSubmit={send} noValidate>
          <ErrorSummary {...summary} />
          <p>{m.account_reset_lead()}</p>
          {isWorthSaying(mutation.error) && <ErrorNotice message={errorWords(mutation.error)} />}
          <TextField
            {...field('email')}
            label={m.account_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <Button type="submit" kind="next" busy={mutation.isPending}>
            {m.account_reset_button()}
          </Button>
        </form>
      )}
    </div>
  )
}
