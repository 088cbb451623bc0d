/** The team's second factor on the account page: set it up, add passkeys, or get new recovery codes. */
import { useState } from 'react'
import { getSecondFactor, newRecoveryCodes } from '#core/contract/second-factor.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { askSecondFactor } from '#web/lib/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

// people's account page must not grow by what the team alone sees
const Passkeys = lazyWithRetry(async () => (await import('./passkeys.tsx')).Passkeys, {
  bars: 2,
})

export function SecondFactorSection() {
  const state = useApiQuery(getSecondFactor, {})
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useApiMutation(newRecoveryCodes, {
    refresh: [getSecondFactor],
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const { data } = state
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">{m.second_factor_section()}</h2>
      {renew.error && <ErrorNotice message={errorWords(renew.error)} />}
      {!data && state.isError && (
        <ErrorNotice message={errorWords(state.error)} onRetry={() => void state.refetch()} />
      )}
      {state.isPending && <Skeleton bars={2} />}
      {data && !data.enrolled && (
        <>
          <p>{m.second_factor_none()}</p>
          <Button onClick={() => void askSecondFactor('enrol')}>{m.second_factor_enrol()}</Button>
        </>
      )}
      {data?.enrolled && (
        <>
          <p>
            {data.totp ? m.second_factor_app_on() : m.second_factor_passkey_on()}{' '}
            {m.second_factor_codes_left({ count: String(data.recovery_codes_left) })}
          </p>
          <Button busy={renew.isPending} onClick={() => renew.mutate({})}>
            {m.second_factor_renew()}
          </Button>
        </>
      )}
      {data && <Passkeys onCodes={setCodes} />}
      {codes.length > 0 && (
        <Notice kind="next" title={m.second_factor_recovery_text()} live>
          <pre>{codes.join('\n')}</pre>
          <CopyButton text={codes.join('\n')} what={m.second_factor_recovery()} />
        </Notice>
      )}
    </section>
  )
}
