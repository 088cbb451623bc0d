/** The secret of an endpoint: sealed at rest, shown once, opened to sign what is sent. */
import { createHmac, randomBytes } from 'node:crypto'
import { openText, sealText } from '#server/lib/sealed-text.ts'
import { newToken } from '#server/lib/tokens.ts'
import { sharedSecret } from '#server/repositories/secrets.ts'
import type { Ctx } from '#server/services/context.ts'

type WithSecretKey = Pick<Ctx, 'tx' | 'settings'>

/** DATA_KEY; in the sandbox one that the database has made. */
const keyOf = async ({ tx, settings }: WithSecretKey): Promise<Buffer> =>
  settings.dataKey ?? Buffer.from(await sharedSecret(tx, 'webhook-secrets', newToken()), 'base64url')

/** Another endpoint's row in its place does not open. */
const owner = (endpointId: string): string => `webhook:${endpointId}`

const PREFIX = 'whsec_'
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

export const sealSecret = async (ctx: WithSecretKey, endpointId: string, secret: string): Promise<Buffer> =>
  sealText(await keyOf(ctx), secret, owner(endpointId))

export const openSecret = async (ctx: WithSecretKey, endpointId: string, sealed: Buffer): Promise<string> =>
  openText(await keyOf(ctx), sealed, owner(endpointId))

export interface SignedMessage {
  readonly id: string
  /** Of the try, in seconds. */
  readonly timestamp: number
  readonly body: string
}

/** In the time of a new secret both sign, the new one first: a receiver needs one that it knows. */
export const signaturesOf = (secrets: readonly string[], message: SignedMessage): string =>
  secrets.map((secret) => signatureOf(secret, message)).join(' ')

/** `v1,<base64>` over `id.timestamp.body`, the very bytes that are sent. */
function signatureOf(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
