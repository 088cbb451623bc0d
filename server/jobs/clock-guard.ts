/**
 * Deadlines trust the database's clock, so a jump of it would release and refund money too early. Each round compares
 * it with the process's steady clock, which nobody can set. The sandbox moves the product's clock, which is not this one.
 */
import { sql } from 'kysely'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import type { JobContext } from './job-context.ts'

/** Larger, and a jump within a complaint window of 12 hours passes; smaller, and a stalled machine raises the alarm. */
const MAX_JUMP_MS = 60_000

export class ClockGuard {
  #offset: number | null = null

  /** Two readings of one moment. By how much the wall clock has jumped; zero while it may be trusted, or is right again. */
  measureJump(wallMs: number, steadyMs: number): number {
    const offset = wallMs - steadyMs
    const jump = offset - (this.#offset ?? offset)
    if (Math.abs(jump) > MAX_JUMP_MS) return jump
    // Slow correction is not a jump: each round is compared with the one before.
    this.#offset = offset
    return 0
  }
}

type ClockGuardContext = Pick<JobContext, 'runInTransaction' | 'log'>

export interface Clocks {
  /** Epoch milliseconds on the database's machine, without the sandbox's offset. */
  wall(): Promise<number>
  /** Milliseconds since any moment; never set, never jumps. */
  steady(): number
}

const realClocks = (runInTransaction: RunInTransaction): Clocks => ({
  wall: () =>
    runInTransaction(async (tx) => {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
      return rows[0]?.at.getTime() ?? Number.NaN
    }),
  steady: () => performance.now(),
})

/** One check, before a round of deadlines. Restarting the process accepts the clock as it then is. */
export function guardClock(
  { runInTransaction, log }: ClockGuardContext,
  clocks = realClocks(runInTransaction),
): () => Promise<void> {
  const guard = new ClockGuard()
  return async () => {
    const before = clocks.steady()
    const wall = await clocks.wall()
    const after = clocks.steady()
    // A reading that took this long does not tell the time at either end of it.
    if (after - before > MAX_JUMP_MS / 2) return
    const jump = guard.measureJump(wall, (before + after) / 2)
    if (jump === 0) {
      if (clearAlarm('clock_jumped')) log.warn('database clock is right again, deadlines resume')
      return
    }
    const words = `The database's clock jumped by ${Math.round(jump / 1000)} s: no deadline lapses until it is set right, or the server is started again`
    if (raiseAlarm('clock_jumped', words)) log.error({ jumpMs: Math.round(jump) }, words)
  }
}
