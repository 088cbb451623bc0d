/** Rate limits, counted in the database so that all processes of an installation count together. */
import { rateLimited } from '#core/errors.ts'
import { MINUTE_MS } from '#core/time.ts'
import type { RunInTransaction, StatementBefore, Tx } from '#server/db/transaction.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type CallCount,
  type CallTotals,
  callCount,
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
const WRITES = { token: 120, user: 240 }
const READS = { token: 600, user: 1_200 }

const waitOf = ({ by_token, by_user, ttl }: CallTotals, most: typeof WRITES, factor: number): number =>
  by_token > most.token * factor || by_user > most.user * factor ? Math.max(1, Math.ceil(ttl / 1_000)) : 0

const countAlone = (
  runInTransaction: RunInTransaction,
  token: string,
  calls: CallCount,
): Promise<CallTotals> =>
  runInTransaction(async (_tx, _now, totals: CallTotals) => totals, {
    preamble: (tx) => countCalls(tx, tokenHash(token), calls),
    isWhole: true,
  })

const ONE_WRITE: CallCount = { kind: 'writes', calls: 1, windowMs: MINUTE_MS }

function refuseWrites(totals: CallTotals, factor: number): void {
  const seconds = waitOf(totals, WRITES, factor)
  if (seconds > 0) throw rateLimited(seconds)
}

/** The general limit, beside those of single calls. In a transaction of its own: a refusal must not undo the count. */
export const limitWrites = async (
  runInTransaction: RunInTransaction,
  token: string,
  factor: number,
): Promise<void> => refuseWrites(await countAlone(runInTransaction, token, ONE_WRITE), factor)

/** The same for a call that is one transaction: counted in the message that begins it, judged as its first act. */
export function limitWritesBefore(token: string, factor: number) {
  let totals: CallTotals | undefined
  const take = (row: unknown): void => {
    totals = row as CallTotals
  }
  return {
    /** For `before` of the transaction. One that runs again is counted once. */
    count: (tx: Tx): StatementBefore | undefined =>
      totals ? undefined : { query: callCount(tx, { tokenHash: tokenHash(token), ...ONE_WRITE }), take },
    judge: (): void => {
      if (totals) refuseWrites(totals, factor)
    },
  }
}

/** Reads of a session that this process has not told the database yet, and until when it refuses them. */
interface ReadsOfToken {
  calls: number
  /** Of `performance.now()`. */
  refusedUntil: number
}
const readsByToken = new Map<string, ReadsOfToken>()
/** Whoever sends ever new tokens must not fill the memory; what is forgotten is a part of one batch. */
const MOST_TOKENS = 10_000
/** So many parts of the limit are told at once: a write to the database for each read would cost more than the read. */
const BATCHES = 30

/**
 * The general limit of reads. Each process tells the database its count in batches, so that all processes count
 * together; a session gets at most one batch more than the limit.
 */
export async function limitReads(
  runInTransaction: RunInTransaction,
  token: string,
  factor: number,
): Promise<void> {
  const key = tokenHash(token).toString('hex')
  if (!readsByToken.has(key) && readsByToken.size >= MOST_TOKENS) readsByToken.clear()
  const reads = readsByToken.get(key) ?? { calls: 0, refusedUntil: 0 }
  readsByToken.set(key, reads)
  const waitMs = reads.refusedUntil - performance.now()
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1_000))
  reads.calls += 1
  const { calls } = reads
  if (calls < Math.max(1, Math.floor((READS.token * factor) / BATCHES))) return
  reads.calls = 0
  const totals = await countAlone(runInTransaction, token, { kind: 'reads', calls, windowMs: MINUTE_MS })
  const seconds = waitOf(totals, READS, factor)
  if (seconds === 0) return
  reads.refusedUntil = performance.now() + seconds * 1_000
  throw rateLimited(seconds)
}
