/** The browser's side of passkeys. Its library is loaded when one is made or used: few people ever do. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirm,
  confirmPasskey,
  listPasskeys,
} from '#core/contract/passkeys.ts'
import { getSecondFactor } from '#core/contract/second-factor.ts'
import { m } from '#messages/compiled/messages.js'
import { call } from './api.ts'
import { ApiError, errorWords } from './api-error.ts'
import { keyOf } from './queries.ts'

export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** What the browser says of an authenticator is for developers; most often somebody has closed its window. */
export function passkeyWords(error: unknown): string {
  if (error instanceof ApiError) return errorWords(error)
  // no authenticator makes a passkey for a number, as 127.0.0.1 is one
  return (error as Error).name === 'SecurityError' ? m.error_passkey_site() : m.error_passkey_wrong()
}

async function makePasskey(): Promise<readonly string[]> {
  const optionsJSON = await call(beginPasskey, {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const { recovery_codes } = await call(addPasskey, {
    body: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
  })
  return recovery_codes
}

async function showPasskey(): Promise<void> {
  const optionsJSON = await call(beginPasskeyConfirm, {})
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature } = response
  await call(confirmPasskey, {
    body: { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } },
  })
}

function usePasskeyTask<T>(task: () => Promise<T>, onDone: (answer: T) => void) {
  const client = useQueryClient()
  return useMutation<T, Error, void>({
    mutationFn: task,
    onSuccess: async (answer) => {
      await Promise.all(
        [getSecondFactor, listPasskeys].map((read) => client.invalidateQueries({ queryKey: keyOf(read) })),
      )
      onDone(answer)
    },
  })
}

/** Answers the recovery codes, none where there are some already. */
export const useNewPasskey = (onDone: (recoveryCodes: readonly string[]) => void) =>
  usePasskeyTask(makePasskey, onDone)
export const usePasskey = (onDone: () => void) => usePasskeyTask(showPasskey, onDone)
