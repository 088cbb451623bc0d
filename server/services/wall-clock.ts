/** What is known of the wall clock of the database's machine beyond the life of a process. */
import { Refusal } from '#core/errors.ts'
import { MINUTE_MS, toIso } from '#core/time.ts'
import type { RunInTransaction, Tx } from '#server/db/transaction.ts'
import { type LostTime, moveDeadlines, moveWaits, wereMoved } from '#server/repositories/lost-time.ts'
import {
  getWallClock,
  lockTrusted,
  readWallClock,
  setJump,
  setTrusted,
} from '#server/repositories/wall-clock.ts'
import { recordAudit } from './audit/record.ts'

/** Larger, and a jump within a complaint window of 12 hours passes; smaller, and a stalled machine raises the alarm. */
export const MAX_JUMP_MS = 60_000

/** Longer, and it is no restart: nobody could act, and what had to be done by then was not their fault. */
const OUTAGE_MS = 10 * MINUTE_MS

export interface TrustedClock {
  /** Epoch milliseconds at which deadlines last went by it. */
  readonly trustedAtMs: number
  /** By how much it has jumped since, as far as is known. */
  readonly jumpMs: number | null
}

/**
 * By how much a clock has jumped while nobody looked, in milliseconds; zero: it may be trusted. Backwards is seen in any case.
 * Forwards it cannot be told from a service that was switched off, unless the process before had seen it jump: then
 * half of the jump tells which of the two clocks this is.
 */
export function jumpSince({ trustedAtMs, jumpMs }: TrustedClock, wallMs: number): number {
  const passed = wallMs - trustedAtMs
  if (jumpMs !== null && jumpMs > 0) return passed >= jumpMs / 2 ? jumpMs : 0
  return passed < -MAX_JUMP_MS ? passed : 0
}

/** Epoch milliseconds on the database's machine, without the sandbox's offset. */
export const wallClockMs = async (tx: Tx): Promise<number> => (await readWallClock(tx)).getTime()

/** A time in which no process let deadlines pass, and so none served anybody either. */
export interface Outage {
  readonly lostMs: number
  /** Whose deadlines were moved by it. */
  readonly deals: number
}

/** Where it is kept. */
export interface ClockStore {
  read(): Promise<TrustedClock>
  /** The outage that ends with it, which is found once by all processes together; null where there was none. */
  trust(wallMs: number): Promise<Outage | null>
  doubt(jumpMs: number): Promise<void>
}

export const clockStore = (runInTransaction: RunInTransaction): ClockStore => ({
  read: () =>
    runInTransaction(async (tx) => {
      const { trusted_at, jump_ms } = await getWallClock(tx)
      return { trustedAtMs: trusted_at.getTime(), jumpMs: jump_ms }
    }),
  trust: (wallMs) => runInTransaction((tx) => endOutage(tx, new Date(wallMs))),
  doubt: async (jumpMs) => {
    await runInTransaction((tx) => setJump(tx, Math.round(jumpMs)))
  },
})

/** In one transaction: else two processes that begin would both move them, or one that dies none. */
async function endOutage(tx: Tx, to: Date): Promise<Outage | null> {
  const from = await setTrusted(tx, to)
  const lostMs = to.getTime() - from.getTime()
  return lostMs > OUTAGE_MS ? { lostMs, deals: await giveTimeBack(tx, { from, to }) } : null
}

async function giveTimeBack(tx: Tx, { from, to }: LostTime): Promise<number> {
  const deals = await moveDeadlines(tx, { from, to })
  await moveWaits(tx, { from, to })
  const after = { from: toIso(from.getTime()), to: toIso(to.getTime()), deals }
  await recordAudit({ tx }, { action: 'deadlines_moved', actor: null, after })
  return deals
}

/**
 * The operator says that nobody could reach the service while it ran, as when its network was cut. Answers of how many
 * deals the deadlines were moved. Throws Refusal `conflict` for a time of which a part was given back already, and
 * `wrong_state` where no server has let deadlines pass up to its end: the next one to start gives that time back by itself.
 */
export async function giveLostTimeBack(tx: Tx, lost: LostTime): Promise<number> {
  if (lost.to > (await lockTrusted(tx))) throw new Refusal('wrong_state')
  if (await wereMoved(tx, lost)) throw new Refusal('conflict')
  return giveTimeBack(tx, lost)
}

/** The operator says that the clock is right as it is; servers that wait go on by it within a second. */
export async function acceptWallClock(tx: Tx): Promise<Date> {
  const at = await readWallClock(tx)
  await setTrusted(tx, at)
  return at
}
