/** Rate limits, counted in the database so that all processes of an installation count together. */
import { rateLimited } from '#core/errors.ts'
import { MINUTE_MS } from '#core/time.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type CallCount,
  type CallTotals,
  countCalls,
  countHit,
  type HitCount,
} from '#server/repositories/rate-limits.ts'

/** Counts one request; for the limits by address, which the HTTP layer judges. */
export const countRequest = (
  runInTransaction: RunInTransaction,
  key: string,
  windowMs: number,
): Promise<HitCount> =>
  runInTransaction(async (_tx, _now, count: HitCount) => count, {
    preamble: (tx) => countHit(tx, key, windowMs),
    isWhole: true,
  })

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

/** Calls a minute: of one session, and of all sessions of a user. */
const LIMITS = { writes: { token: 120, user: 240 }, reads: { token: 600, user: 1_200 } }

/** Calls of a session that this process has not told the database yet, and until when it refuses them. */
interface CallsOfToken {
  calls: number
  /** Of `performance.now()`. */
  refusedUntil: number
}
const callsByToken = new Map<string, CallsOfToken>()
/** Whoever sends ever new tokens must not fill the memory; what is forgotten is a part of one batch. */
const MOST_TOKENS = 10_000
/** So many parts of the limit are told at once: a transaction of its own for each call would cost more than most calls. */
const BATCHES = 30

function callsOf(key: string): CallsOfToken {
  const known = callsByToken.get(key)
  if (known) return known
  if (callsByToken.size >= MOST_TOKENS) callsByToken.clear()
  const calls = { calls: 0, refusedUntil: 0 }
  callsByToken.set(key, calls)
  return calls
}

/**
 * The general limit, beside those of single calls. Each process tells the database its count in batches, so that all
 * processes count together; a session gets at most one batch of each process more than the limit. Counted in a transaction
 * of its own: a refusal must not undo the count. Throws Refusal `rate_limited`.
 */
export async function limitCalls(
  runInTransaction: RunInTransaction,
  { token, kind, factor }: { token: string; kind: CallCount['kind']; factor: number },
): Promise<void> {
  const limit = LIMITS[kind]
  const hash = tokenHash(token)
  const counted = callsOf(`${kind} ${hash.toString('hex')}`)
  const waitMs = counted.refusedUntil - performance.now()
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1_000))
  counted.calls += 1
  const { calls } = counted
  if (calls < Math.max(1, Math.floor((limit.token * factor) / BATCHES))) return
  counted.calls = 0
  const { by_token, by_user, ttl } = await runInTransaction(async (_tx, _now, totals: CallTotals) => totals, {
    preamble: (tx) => countCalls(tx, hash, { kind, calls, windowMs: MINUTE_MS }),
    isWhole: true,
  })
  if (by_token <= limit.token * factor && by_user <= limit.user * factor) return
  const seconds = Math.max(1, Math.ceil(ttl / 1_000))
  counted.refusedUntil = performance.now() + seconds * 1_000
  throw rateLimited(seconds)
}
