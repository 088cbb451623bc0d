/**
 * Deadlines trust the database's clock, so a leap of it would release and refund money too early. Each round compares
 * it with the process's steady clock, which nobody can set. The sandbox moves the product's clock, which is not this one.
 */
import { sql } from 'kysely'
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { clearAlarm, raiseAlarm } from '../services/alarms.ts'

/** Larger, and a leap within a complaint window of 12 hours passes; smaller, and a stalled machine raises the alarm. */
const LEAP_MS = 60_000

export class ClockGuard {
  #offset: number | null = null

  /** Two readings of one moment. By how much the wall clock has leapt; zero while it may be trusted, or is back. */
  judge(wallMs: number, steadyMs: number): number {
    const offset = wallMs - steadyMs
    const leap = offset - (this.#offset ?? offset)
    if (Math.abs(leap) > LEAP_MS) return leap
    // Slow correction is not a leap: each round is compared with the one before.
    this.#offset = offset
    return 0
  }
}

interface Parts {
  readonly transact: Transactor
  readonly log: Log
}

export interface Clocks {
  /** Epoch milliseconds on the database's machine, without the sandbox's offset. */
  wall(): Promise<number>
  /** Milliseconds since any moment; never set, never jumps. */
  steady(): number
}

export const realClocks = (transact: Transactor): Clocks => ({
  wall: () =>
    transact(async (tx) => {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
      return rows[0]?.at.getTime() ?? Number.NaN
    }),
  steady: () => performance.now(),
})

/** One look, before a round of deadlines. Restarting the process accepts the clock as it then is. */
export function guardClock({ transact, log }: Parts, clocks = realClocks(transact)): () => Promise<void> {
  const guard = new ClockGuard()
  return async () => {
    const before = clocks.steady()
    const wall = await clocks.wall()
    const after = clocks.steady()
    // An answer that took this long tells nothing about the moment it was made.
    if (after - before > LEAP_MS / 2) return
    const leap = guard.judge(wall, (before + after) / 2)
    if (leap === 0) {
      if (clearAlarm('clock')) log.warn('the clock is back where it was: deadlines go on')
      return
    }
    const words = `The database's clock leapt by ${Math.round(leap / 1000)} s: no deadline lapses until it is set right, or the server is started again`
    if (raiseAlarm('clock', words)) log.error({ leapMs: Math.round(leap) }, words)
  }
}
