/** Rate limits, counted in the database so that all processes of an installation count together. */
import { rateLimited } from '#core/errors.ts'
import { MINUTE_MS } from '#core/time.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { countHit, countWrite, type HitCount } from '#server/repositories/rate-limits.ts'

/** Counts one request; for the limits by address, which the HTTP layer judges. */
export const countRequest = (
  runInTransaction: RunInTransaction,
  key: string,
  windowMs: number,
): Promise<HitCount> => runInTransaction((tx) => countHit(tx, key, windowMs))

/** Deals that are not there, or not theirs, a minute: who looks for one by its address finds out nothing by asking on. */
const MISSES_PER_USER = 60

/** Only misses are counted and refused: their own deals answer as before. */
export async function limitMisses(
  runInTransaction: RunInTransaction,
  userId: number,
  factor: number,
): Promise<void> {
  const { current, ttl } = await countRequest(runInTransaction, `misses user ${userId}`, MINUTE_MS)
  if (current > MISSES_PER_USER * factor) throw rateLimited(Math.max(1, Math.ceil(ttl / 1_000)))
}

/** Calls a minute that write: of one session, and of all sessions of a user. */
const WRITES_PER_TOKEN = 120
const WRITES_PER_USER = 240

/** The general limit, beside those of single calls. In a transaction of its own: a refusal must not undo the count. */
export async function limitWrites(
  runInTransaction: RunInTransaction,
  token: string,
  factor: number,
): Promise<void> {
  const { by_token, by_user, ttl } = await runInTransaction((tx) =>
    countWrite(tx, tokenHash(token), MINUTE_MS),
  )
  if (by_token > WRITES_PER_TOKEN * factor || by_user > WRITES_PER_USER * factor)
    throw rateLimited(Math.max(1, Math.ceil(ttl / 1_000)))
}
