/** The key that signs evidence packs: one per database, generated once. Its public half is published, so that a pack can be verified offline. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { evidenceKeys } from '#core/contract/documents.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { toIso } from '#core/time.ts'
import { listEvidenceKeys, recordEvidenceKey } from '#server/repositories/evidence-keys.ts'
import type { Ctx } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

type KeyCtx = Pick<Ctx, 'tx' | 'now' | 'settings'>

/** The private key, hex of PKCS #8. Its public half is in the published history. */
export async function packKey(ctx: KeyCtx): Promise<string> {
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const key = await sealedSecret(ctx, 'evidence-key', fresh.toString('hex'))
  await recordEvidenceKey(ctx.tx, publicOf(key), new Date(ctx.now))
  return key
}

/** Newest first. */
export async function keyHistory(ctx: KeyCtx): Promise<Answer<typeof evidenceKeys>> {
  await packKey(ctx)
  const rows = await listEvidenceKeys(ctx.tx)
  return {
    keys: rows.map((row) => ({
      id: createHash('sha256').update(Buffer.from(row.public_key, 'hex')).digest('hex').slice(0, 16),
      algorithm: 'ed25519',
      public_key: row.public_key,
      from: toIso(row.valid_from.getTime()),
      until: row.valid_until === null ? null : toIso(row.valid_until.getTime()),
    })),
  }
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
