/** Six digits that came by SMS or mail: to prove a new number or address, or to let an old number go. */
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { currentUser, type User } from '#core/contract/auth.ts'
import { type ContactKind, confirmCode, getVerification, releasePhone } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { refreshUser } from '#web/lib/session.ts'
import { SANDBOX } from '#web/lib/site.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { forgetCode, useCodeSending } from './code-sending.ts'

const RULES = {
  code: (value: unknown) => (/^\s*(?:\d\s*){6}$/.test(String(value)) ? [] : ['code_digits']),
}

interface ProveFormProps {
  readonly user: User
  readonly kind: ContactKind
  /** The number or address, as it is shown. */
  readonly to: string
}

export function ProveForm({ user, kind, to }: ProveFormProps) {
  const client = useQueryClient()
  const sending = useCodeSending(kind, user.id)
  const confirm = useApiMutation(confirmCode, {
    refresh: [getVerification],
    onDone: async (proved) => {
      forgetCode()
      refreshUser(proved)
      await putAnswer(client, currentUser, {}, proved)
    },
  })
  return (
    <>
      <p>
        {kind === 'phone' ? m.contact_code_phone() : m.contact_code_email()} <strong>{to}</strong>
      </p>
      <CodeEntry
        busy={confirm.isPending}
        onCode={(code, onError) => confirm.mutate({ body: { kind, code } }, { onError })}
      />
      {sending.error && <ErrorNotice message={errorWords(sending.error)} />}
      <Button
        disabled={sending.secondsLeft > 0}
        busy={sending.isSending}
        className="contact__resend"
        onClick={sending.send}
      >
        {sending.isSent ? m.contact_resend() : m.contact_send()}
      </Button>
      {sending.secondsLeft > 0 && (
        <p className="muted">{m.contact_resend_in({ seconds: String(sending.secondsLeft) })}</p>
      )}
    </>
  )
}

/** The old number answers before a new one can be proved. */
export function ReleaseForm({ phone }: { phone: string }) {
  const client = useQueryClient()
  const release = useApiMutation(releasePhone, {
    onDone: (state) => {
      forgetCode()
      return putAnswer(client, getVerification, {}, state)
    },
  })
  return (
    <>
      <p>
        {m.contact_old_code()} <strong>{phone}</strong>
      </p>
      <CodeEntry
        busy={release.isPending}
        onCode={(code, onError) => release.mutate({ body: { code } }, { onError })}
      />
    </>
  )
}

interface CodeEntryProps {
  readonly busy: boolean
  readonly onCode: (code: string, onError: (error: Error) => void) => void
}

function CodeEntry({ busy, onCode }: CodeEntryProps) {
  const { field, values, attempt, summary, showErrors } = useFields({ code: '' }, RULES)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) attempt(() => onCode(values.code, showErrors))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <TextField
        {...field('code')}
        label={m.contact_code()}
        hint={m.contact_code_hint()}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {SANDBOX && (
        <p>
          <a className="tap-target" href="/api/sandbox/codes" target="_blank" rel="noopener">
            {m.contact_sandbox_codes()}
            <span className="visually-hidden"> {m.account_new_tab()}</span>
          </a>
        </p>
      )}
      <Button type="submit" kind="next" busy={busy}>
        {m.contact_confirm()}
      </Button>
    </form>
  )
}
