/**
 * The same key and body gets the first answer again; the same key with another body is refused; while the first is
 * running the second is told so. The answer is written in the transaction of the work itself, so it is there exactly
 * when the work is. A refusal changed nothing and is judged anew.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '../../core/errors.ts'
import type { Tx } from '../db/transaction.ts'
import { type Held, keepAnswer, takeKey } from '../repositories/idempotency.ts'

export interface Keyed {
  readonly key: string
  /** The key, when it was taken along with the beginning of the transaction. */
  readonly held?: Held
  readonly userId: number
  readonly method: string
  readonly url: string
  readonly body: unknown
}

const LONGEST_KEY = 255

/** The key of a call that changes something; null for other calls, and for those without one. */
export function keyOf(method: string, key: unknown): string | null {
  if (method !== 'POST' || typeof key !== 'string' || key === '') return null
  if (key.length > LONGEST_KEY) throw new Refusal('key_reused')
  return key
}

export async function replayed<T>(tx: Tx, keyed: Keyed | null, work: () => Promise<T>): Promise<T> {
  if (!keyed) return work()
  const { key, userId, held = await takeKey(tx, userId, key) } = keyed
  const fingerprint = createHash('sha256')
    .update(`${keyed.method} ${keyed.url.replace(/\/(?=$|\?)/, '')} ${JSON.stringify(keyed.body ?? null)}`)
    .digest('hex')
  if (!held.isMine) throw new Refusal('in_progress')
  if (held.first && held.first.fingerprint !== fingerprint) throw new Refusal('key_reused')
  if (held.first) return JSON.parse(held.first.body) as T
  const answer = await work()
  if (!(answer instanceof Refusal))
    keepAnswer(tx, {
      user_id: userId,
      key,
      fingerprint,
      status: 200,
      body: JSON.stringify(answer ?? null),
    })
  return answer
}
