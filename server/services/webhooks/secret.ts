/** The secret of an endpoint: sealed at rest, shown once, opened to sign what is sent. */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
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

interface SigningKeys {
  /** In the time of a new secret both sign, the new one first: a receiver needs one that it knows. */
  readonly secrets: readonly string[]
  readonly privateKey: KeyObject
}

/** The two kinds of the specification: `v1` by a shared secret, `v1a` by a key of which the receiver has the public half. */
export const signaturesOf = ({ secrets, privateKey }: SigningKeys, message: SignedMessage): string =>
  [
    ...secrets.map((secret) => sharedSignature(secret, message)),
    `v1a,${sign(null, Buffer.from(signedText(message)), privateKey).toString('base64')}`,
  ].join(' ')

/** The very bytes that are sent. */
const signedText = ({ id, timestamp, body }: SignedMessage): string => `${id}.${timestamp}.${body}`

function sharedSignature(secret: string, message: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signedText(message)).digest('base64')}`
}

/** What stands before the 32 bytes of an Ed25519 key in its PKCS 8 and SPKI forms (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_HEAD_LENGTH = 12

/** Of one endpoint, made from the key of the secrets: no receiver can compute it, and nothing more is stored. */
export async function signingKey(ctx: WithSecretKey, endpointId: string): Promise<KeyObject> {
  const seed = createHmac('sha256', await keyOf(ctx))
    .update(`signing ${owner(endpointId)}`)
    .digest()
  return createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' })
}

export async function publicKeyOf(ctx: WithSecretKey, endpointId: string): Promise<string> {
  const key = createPublicKey(await signingKey(ctx, endpointId))
  const whole = key.export({ format: 'der', type: 'spki' })
  return `whpk_${whole.subarray(PUBLIC_HEAD_LENGTH).toString('base64')}`
}
