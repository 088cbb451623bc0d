/** Who asks: a person by the token of a session, or a program by a key of one of its owner's apps. */
import type { Endpoint } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/errors.ts'
import type { Tx } from '#server/db/transaction.ts'
import { looksLikeKey, readApiKey } from '#server/lib/api-keys.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import * as apps from '#server/repositories/apps.ts'
import { keyModeOf } from '#server/services/apps/apps.ts'
import { type AppSettings, type CallerKey, sessionUser } from '#server/services/context.ts'
import { type AuthenticatedRequest, authenticate, touchSession } from './session.ts'

/** Asks the database nothing: a typo costs no query. */
export function requireReadableToken(token: string, settings: Pick<AppSettings, 'provider'>): void {
  if (!looksLikeKey(token)) return
  const key = readApiKey(token)
  if (!key) throw new Refusal('unauthenticated')
  if (key.mode !== keyModeOf(settings)) throw new Refusal('wrong_mode')
}

export interface AuthenticatedCaller extends AuthenticatedRequest {
  readonly apiKey: CallerKey | null
}

export async function authenticateCaller(
  tx: Tx,
  token: string,
  key: string | null,
): Promise<AuthenticatedCaller> {
  if (!looksLikeKey(token)) return { ...(await authenticate(tx, token, key)), apiKey: null }
  const { user, ...request } = await apps.authenticateKey(tx, tokenHash(token), key)
  return { ...request, user: user ? sessionUser(user) : null }
}

export const touchCaller = (tx: Tx, token: string) =>
  looksLikeKey(token) ? apps.touchKey(tx, tokenHash(token)) : touchSession(tx, token)

/** A key makes the calls that name a scope it has. All others are for people who are signed in. */
export function requireScope({ scope }: Pick<Endpoint, 'scope'>, { scopes }: CallerKey): void {
  if (!scope || !scopes.includes(scope)) throw new Refusal('key_scope')
}
