/** The team's second factor: a code, or the first set-up of an authenticator app with its recovery codes. */
import { type FormEvent, useEffect, useState } from 'react'
import type { SecondFactorStep } from '#core/contract/auth.ts'
import { beginTotp, confirmSecondFactor, confirmTotp, getSecondFactor } from '#core/contract/second-factor.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { siteName } from '#web/lib/site.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { hasPasskeys, passkeyWords, useNewPasskey, usePasskey } from '#web/lib/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface SecondFactorProps {
  readonly step: SecondFactorStep
  readonly onShown: () => void
}

export const SecondFactor = ({ step, onShown }: SecondFactorProps) =>
  step === 'enrol' ? <Enrol onShown={onShown} /> : <Confirm onShown={onShown} />

function Confirm({ onShown }: Pick<SecondFactorProps, 'onShown'>) {
  const { data } = useApiQuery(getSecondFactor, {})
  const confirm = useApiMutation(confirmSecondFactor, { refresh: [getSecondFactor], onDone: onShown })
  return (
    <>
      {data && data.passkeys > 0 && hasPasskeys() && <UsePasskey onShown={onShown} />}
      <p>{m.second_factor_confirm_text({ name: siteName() })}</p>
      <CodeForm
        hint={m.second_factor_code_hint()}
        busy={confirm.isPending}
        error={confirm.error}
        onCode={(code, onError) => confirm.mutate({ body: { code } }, { onError })}
      />
    </>
  )
}

function UsePasskey({ onShown }: Pick<SecondFactorProps, 'onShown'>) {
  const passkey = usePasskey(onShown)
  return (
    <>
      {passkey.error && <ErrorNotice message={passkeyWords(passkey.error)} />}
      <p>
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {m.passkey_use()}
        </Button>
      </p>
    </>
  )
}

/** Either will do as the first: an authenticator app, or a passkey of this device. */
function Enrol({ onShown }: Pick<SecondFactorProps, 'onShown'>) {
  const [codes, setCodes] = useState<readonly string[]>([])
  // where another session was first, there are codes already
  const settle = (issued: readonly string[]) => (issued.length > 0 ? setCodes(issued) : onShown())
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onShown} />
  return (
    <>
      {hasPasskeys() && <EnrolPasskey onCodes={settle} />}
      <EnrolApp onCodes={settle} />
    </>
  )
}

interface EnrolProps {
  readonly onCodes: (codes: readonly string[]) => void
}

function EnrolPasskey({ onCodes }: EnrolProps) {
  const passkey = useNewPasskey(onCodes)
  return (
    <>
      <p>{m.passkey_instead()}</p>
      {passkey.error && <ErrorNotice message={passkeyWords(passkey.error)} />}
      <p>
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {m.passkey_add()}
        </Button>
      </p>
    </>
  )
}

function EnrolApp({ onCodes }: EnrolProps) {
  const begin = useApiMutation(beginTotp)
  const confirm = useApiMutation(confirmTotp, {
    refresh: [getSecondFactor],
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  const { mutate } = begin
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens: each call makes a new key
  useEffect(() => mutate({}), [])
  if (begin.isError) return <ErrorNotice message={errorWords(begin.error)} onRetry={() => begin.mutate({})} />
  if (!begin.data) return <Skeleton bars={3} />
  const { key, qr } = begin.data
  return (
    <>
      <p>{m.second_factor_enrol_text()}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={m.second_factor_qr()}
        width={180}
        height={180}
      />
      <p>
        {m.second_factor_key()} <code>{key}</code> <CopyButton text={key} what={m.second_factor_key_what()} />
      </p>
      <CodeForm
        hint={m.second_factor_first_code_hint()}
        busy={confirm.isPending}
        error={confirm.error}
        onCode={(code, onError) => confirm.mutate({ body: { code } }, { onError })}
      />
    </>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p>{m.second_factor_recovery_text()}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="actions">
        <CopyButton text={codes.join('\n')} what={m.second_factor_recovery()} />
        <Button kind="next" onClick={onDone}>
          {m.second_factor_recovery_done()}
        </Button>
      </p>
    </>
  )
}

interface CodeFormProps {
  readonly hint: string
  readonly busy: boolean
  readonly error: Error | null
  readonly onCode: (code: string, onError: (error: Error) => void) => void
}

function CodeForm({ hint, busy, error, onCode }: CodeFormProps) {
  const { field, values, showErrors } = useFields({ code: '' }, {})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && values.code.trim() !== '') onCode(values.code, showErrors)
  }
  return (
    <form onSubmit={submit} noValidate>
      {error && <ErrorNotice message={errorWords(error)} />}
      <TextField {...field('code')} label={m.second_factor_code()} hint={hint} autoComplete="one-time-code" />
      <Button type="submit" kind="next" busy={busy}>
        {m.second_factor_confirm()}
      </Button>
    </form>
  )
}
