/**
 * Idempotency keys. The same key and body get the first response again; the same key with another body is refused, and
 * so is a request while the first one runs. The response is saved in the transaction of the work, so one exists exactly
 * when the other does. A refusal changed nothing: it is not saved, and the next attempt is judged anew.
 */
import { createHash } from 'node:crypto'
import { invalid, Refusal } from '#core/errors.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimKey, type KeyClaim, saveResponse } from '#server/repositories/idempotency.ts'

export interface KeyedRequest {
  readonly key: string
  /** Set when the key was claimed by the statement that began the transaction. */
  readonly claim?: KeyClaim
  readonly userId: number
  readonly method: string
  readonly url: string
  readonly body: unknown
  /** Called where the stored answer is given again. */
  readonly onReplay?: () => void
}

const MAX_KEY_LENGTH = 255

/** Null without the header; throws invalid where it is too long. */
export function keyOf(key: unknown): string | null {
  if (typeof key !== 'string' || key === '') return null
  if (key.length > MAX_KEY_LENGTH) throw invalid({ 'Idempotency-Key': [`max:${MAX_KEY_LENGTH}`] })
  return key
}

export async function withIdempotency<T>(tx: Tx, keyed: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const { key, userId, claim = await claimKey(tx, userId, key) } = keyed
  const fingerprint = createHash('sha256')
    .update(`${keyed.method} ${keyed.url.replace(/\/(?=$|\?)/, '')} ${JSON.stringify(keyed.body ?? null)}`)
    .digest('hex')
  if (!claim.isClaimed) throw new Refusal('in_progress')
  if (claim.first && claim.first.fingerprint !== fingerprint) throw new Refusal('key_reused')
  if (claim.first) {
    keyed.onReplay?.()
    return JSON.parse(claim.first.body) as T
  }
  const response = await work()
  if (!(response instanceof Refusal))
    saveResponse(tx, {
      user_id: userId,
      key,
      fingerprint,
      status: 200,
      body: JSON.stringify(response ?? null),
    })
  return response
}
