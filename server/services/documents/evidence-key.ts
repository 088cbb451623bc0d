/** The key that signs evidence packs: one per database, generated once. Its public half is published, so that a pack can be verified offline. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { sharedSecret } from '#server/repositories/secrets.ts'
import type { Ctx } from '#server/services/context.ts'

/** The private key as stored in the database, hex of PKCS #8. */
export function packKey(ctx: Pick<Ctx, 'tx'>): Promise<string> {
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  return sharedSecret(ctx.tx, 'evidence-key', fresh.toString('hex'))
}

const privateOf = (key: string) =>
  createPrivateKey({ key: Buffer.from(key, 'hex'), format: 'der', type: 'pkcs8' })

/** Hex of the SPKI form. */
export const publicOf = (key: string): string =>
  createPublicKey(privateOf(key)).export({ format: 'der', type: 'spki' }).toString('hex')

export interface Signature {
  readonly algorithm: 'ed25519'
  readonly key: string
  readonly signature: string
}

export const signatureOf = (key: string, bytes: Buffer): Signature => ({
  algorithm: 'ed25519',
  key: publicOf(key),
  signature: sign(null, bytes, privateOf(key)).toString('hex'),
})
