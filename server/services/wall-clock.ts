/** What is known of the wall clock of the database's machine beyond the life of a process. */
import type { RunInTransaction, Tx } from '#server/db/transaction.ts'
import { getWallClock, readWallClock, setJump, setTrusted } from '#server/repositories/wall-clock.ts'

/** Larger, and a jump within a complaint window of 12 hours passes; smaller, and a stalled machine raises the alarm. */
export const MAX_JUMP_MS = 60_000

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

/** Where it is kept. */
export interface ClockStore {
  read(): Promise<TrustedClock>
  trust(wallMs: number): Promise<void>
  doubt(jumpMs: number): Promise<void>
}

export const clockStore = (runInTransaction: RunInTransaction): ClockStore => ({
  read: () =>
    runInTransaction(async (tx) => {
      const { trusted_at, jump_ms } = await getWallClock(tx)
      return { trustedAtMs: trusted_at.getTime(), jumpMs: jump_ms }
    }),
  trust: async (wallMs) => {
    await runInTransaction((tx) => setTrusted(tx, new Date(wallMs)))
  },
  doubt: async (jumpMs) => {
    await runInTransaction((tx) => setJump(tx, Math.round(jumpMs)))
  },
})

/** The operator says that the clock is right as it is; servers that wait go on by it within a second. */
export async function acceptWallClock(tx: Tx): Promise<Date> {
  const at = await readWallClock(tx)
  await setTrusted(tx, at)
  return at
}
