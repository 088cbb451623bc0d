/** Asks for a mailed sign-in link. The answer is the same whether the account exists or not. */
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { requestSignInLink } from '#core/contract/auth.ts'
import { phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import '#web/styles/auth.css'
import { LinkSent } from './link-sent.tsx'

export const meta = () => appMeta(m.account_link_title())

/** The number that was typed on the sign-in page, which links here with it. */
const typedPhone = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'phone' in state && typeof state.phone === 'string'
    ? state.phone
    : ''

export default function LinkRequest() {
  const { state } = useLocation()
  const { field, values, attempt, summary, showErrors } = useFields(
    { phone_number: typedPhone(state) },
    { phone_number: phoneField },
  )
  const [isSent, setSent] = useState(false)
  const mutation = useApiMutation(requestSignInLink, { onDone: () => setSent(true) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!mutation.isPending) attempt(() => mutation.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <div className="page reset">
      <h1>{m.account_link_title()}</h1>
      {isSent ? (
        <LinkSent
          text={m.account_link_sent({ phone: String(values.phone_number) })}
          again={m.account_link_again()}
          onAgain={() => setSent(false)}
        />
      ) : (
        <form onSubmit={send} noValidate>
          <ErrorSummary {...summary} />
          <p>{m.account_link_lead()}</p>
          {mutation.isError && <ErrorNotice message={errorWords(mutation.error)} />}
          <TextField
            {...field('phone_number')}
            label={m.account_phone()}
            type="tel"
            inputMode="tel"
            autoComplete="username"
          />
          <Button type="submit" kind="next" busy={mutation.isPending}>
            {m.account_link_send()}
          </Button>
        </form>
      )}
    </div>
  )
}
