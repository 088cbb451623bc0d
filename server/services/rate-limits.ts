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

/** Calls of a session in this process. Times are of `performance.now()`. */
interface SessionCalls {
  /** Calls that the database has not been told yet. */
  untold: number
  /** What it knew of all processes when it was last told, and when that window closes. */
  byToken: number
  byUser: number
  endsAt: number
  refusedUntil: number
}
const callsByToken = new Map<string, SessionCalls>()
/** Whoever sends ever new tokens must not fill the memory; what is forgotten is a part of one batch. */
const MOST_TOKENS = 10_000
/** So many parts of the limit are told at once: a transaction for each call would cost more than most calls. */
const BATCHES = 30

function callsOf(key: string): SessionCalls {
  const known = callsByToken.get(key)
  if (known) return known
  if (callsByToken.size >= MOST_TOKENS) callsByToken.clear()
  const calls = { untold: 0, byToken: 0, byUser: 0, endsAt: 0, refusedUntil: 0 }
  callsByToken.set(key, calls)
  return calls
}

/**
 * The general limit, beside those of single calls. Each process tells the database its count in batches, and at once where
 * a limit is near, so that all processes count together: in one process a session gets exactly its limit, and each further
 * process or session adds at most a batch. Counted in a transaction of its own: a refusal must not undo the count.
 * Throws Refusal `rate_limited`.
 */
export async function limitCalls(
  runInTransaction: RunInTransaction,
  {
    token,
    kind,
    factor,
  }: { readonly token: string; readonly kind: CallCount['kind']; readonly factor: number },
): Promise<void> {
  const most = { token: LIMITS[kind].token * factor, user: LIMITS[kind].user * factor }
  const hash = tokenHash(token)
  const session = callsOf(`${kind} ${hash.toString('hex')}`)
  const now = performance.now()
  if (session.refusedUntil > now) throw rateLimited(Math.ceil((session.refusedUntil - now) / 1_000))
  session.untold += 1
  const { untold: calls, byToken, byUser } = session
  const isNear = session.endsAt > now && (byToken + calls > most.token || byUser + calls > most.user)
  if (!isNear && calls < Math.floor(most.token / BATCHES)) return
  session.untold = 0
  const totals = await runInTransaction(async (_tx, _now, counted: CallTotals) => counted, {
    preamble: (tx) => countCalls(tx, hash, { kind, calls, windowMs: MINUTE_MS }),
    isWhole: true,
  })
  const endsAt = performance.now() + totals.ttl
  Object.assign(session, { byToken: totals.by_token, byUser: totals.by_user, endsAt })
  if (totals.by_token <= most.token && totals.by_user <= most.user) return
  const seconds = Math.max(1, Math.ceil(totals.ttl / 1_000))
  session.refusedUntil = performance.now() + seconds * 1_000
  throw rateLimited(seconds)
}
