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
interface CallLimit {
  readonly token: number
  readonly user: number
}
const WRITES: CallLimit = { token: 120, user: 240 }
const READS: CallLimit = { token: 600, user: 1_200 }

const times = ({ token, user }: CallLimit, factor: number): CallLimit => ({
  token: token * factor,
  user: user * factor,
})

/** A limit in so many parts: a transaction for each call would cost more than most calls. */
const BATCHES = 30
const batchOf = (most: CallLimit): number => Math.max(1, Math.floor(most.token / BATCHES))

/** How many calls are too many: by session or by user, whichever is more. A part of one is one. */
const excessOf = ({ by_token, by_user }: Pick<CallTotals, 'by_token' | 'by_user'>, most: CallLimit): number =>
  Math.ceil(Math.max(by_token - most.token, by_user - most.user))

/** In a transaction of its own: a refusal must not undo the count. */
const countAlone = (
  runInTransaction: RunInTransaction,
  hash: Buffer,
  calls: CallCount,
): Promise<CallTotals> =>
  runInTransaction(async (_tx, _now, totals: CallTotals) => totals, {
    preamble: (tx) => countCalls(tx, hash, calls),
    isWhole: true,
  })

/** What this process knows of a session's calls of a kind. Times are of `performance.now()`. */
interface CountedCalls {
  refusedUntil: number
  /** Until here what is known of them holds. */
  endsAt: number
}
interface CountedWrites extends CountedCalls {
  /** Counted already, and may still be made. */
  permits: number
  counting: Promise<void> | null
}
interface CountedReads extends CountedCalls {
  /** That the database has not been told yet. */
  untold: number
  /** What it knew when it was last told. */
  told: Pick<CallTotals, 'by_token' | 'by_user'>
}

/** Whoever sends ever new tokens must not fill the memory; what is forgotten is a part of one batch. */
const MOST_SESSIONS = 10_000
const writesByToken = new Map<string, CountedWrites>()
const readsByToken = new Map<string, CountedReads>()

function entryOf<T>(map: Map<string, T>, key: string, fresh: T): T {
  const known = map.get(key)
  if (known) return known
  if (map.size >= MOST_SESSIONS) map.clear()
  map.set(key, fresh)
  return fresh
}

function requireNotRefused({ refusedUntil }: CountedCalls): void {
  const waitMs = refusedUntil - performance.now()
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1_000))
}

const refuse = (session: CountedCalls, { ttl }: CallTotals): void => {
  session.refusedUntil = performance.now() + Math.max(1_000, ttl)
}

/**
 * The general limit of writes, beside those of single calls: holds over all processes together. A batch is counted before the
 * first of its writes is made, and the others of its minute need no count; what a process leaves unused of a batch is lost, so
 * another may refuse less than a batch before the limit. Throws Refusal `rate_limited`.
 */
export async function limitWrites(
  runInTransaction: RunInTransaction,
  token: string,
  factor: number,
): Promise<void> {
  const most = times(WRITES, factor)
  const hash = tokenHash(token)
  const key = hash.toString('hex')
  const session = entryOf(writesByToken, key, { refusedUntil: 0, endsAt: 0, permits: 0, counting: null })
  const count = async () => {
    const calls = batchOf(most)
    const totals = await countAlone(runInTransaction, hash, { kind: 'writes', calls, windowMs: MINUTE_MS })
    // it signs nobody in, and is refused as such. Kept, such tokens would push out the batches of people
    const isUnknown = totals.by_token === 0
    if (isUnknown) writesByToken.delete(key)
    session.permits = calls - Math.max(0, excessOf(totals, most))
    session.endsAt = performance.now() + (isUnknown ? MINUTE_MS : totals.open_ms)
    if (session.permits <= 0) refuse(session, totals)
  }
  for (;;) {
    requireNotRefused(session)
    if (session.permits > 0 && performance.now() < session.endsAt) break
    // one count for all that wait: each with its own would use up the limit with batches
    session.counting ??= count().finally(() => {
      session.counting = null
    })
    await session.counting
  }
  session.permits -= 1
}

/**
 * The general limit of reads. Each process tells the database its count in batches, and at once where the limit is near: in
 * one process a session gets exactly its limit, and each further one adds less than a batch. Throws Refusal `rate_limited`.
 */
export async function limitReads(
  runInTransaction: RunInTransaction,
  token: string,
  factor: number,
): Promise<void> {
  const most = times(READS, factor)
  const hash = tokenHash(token)
  const fresh = { refusedUntil: 0, endsAt: 0, untold: 0, told: { by_token: 0, by_user: 0 } }
  const session = entryOf(readsByToken, hash.toString('hex'), fresh)
  requireNotRefused(session)
  session.untold += 1
  const { untold: calls, told } = session
  const expected = { by_token: told.by_token + calls, by_user: told.by_user + calls }
  const isNear = performance.now() < session.endsAt && excessOf(expected, most) > 0
  if (!isNear && calls < batchOf(most)) return
  session.untold = 0
  const totals = await countAlone(runInTransaction, hash, { kind: 'reads', calls, windowMs: MINUTE_MS })
  session.told = totals
  session.endsAt = performance.now() + totals.open_ms
  if (excessOf(totals, most) <= 0) return
  refuse(session, totals)
  requireNotRefused(session)
}
