/**
 * The same key and body gets the first answer again; the same key with another body is refused; while the first is
 * running the second is told so. The answer is written in the transaction of the work itself, so it is there exactly
 * when the work is. A refusal changed nothing and is judged anew.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '../../core/errors.ts'
import type { Tx } from '../db/transaction.ts'
import { findAnswer, holdKey, keepAnswer } from '../repositories/idempotency.ts'

export interface Keyed {
  readonly userId: number
  readonly key: string
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export async function replayed<T>(tx: Tx, keyed: Keyed | null, work: () => Promise<T>): Promise<T> {
  if (!keyed) return work()
  if (keyed.key.length > 255) throw new Refusal('key_reused')
  const fingerprint = createHash('sha256')
    .update(`${keyed.method} ${keyed.url.replace(/\/(?=$|\?)/, '')} ${JSON.stringify(keyed.body ?? null)}`)
    .digest('hex')
  if (!(await holdKey(tx, keyed.userId, keyed.key))) throw new Refusal('in_progress')
  const first = await findAnswer(tx, keyed.userId, keyed.key)
  if (first && first.fingerprint !== fingerprint) throw new Refusal('key_reused')
  if (first) return JSON.parse(first.body) as T
  const answer = await work()
  if (!(answer instanceof Refusal))
    await keepAnswer(tx, {
      user_id: keyed.userId,
      key: keyed.key,
      fingerprint,
      status: 200,
      body: JSON.stringify(answer ?? null),
    })
  return answer
}
