/**
 * Deadlines trust the database's clock, so a jump of it would release and refund money too early. Each round compares
 * it with the process's steady clock, which nobody can set, and the first with what was known when the last process ended.
 * The sandbox moves the product's clock, which is not this one.
 */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { clearAlarm, isMoneyStopped, raiseAlarm } from '#server/services/circuit-breaker.ts'
import {
  type ClockStore,
  clockStore,
  jumpSince,
  MAX_JUMP_MS,
  wallClockMs,
} from '#server/services/wall-clock.ts'
import type { JobContext } from './job-context.ts'

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
  wall: () => runInTransaction(wallClockMs),
  steady: () => performance.now(),
})

/** What two readings of one jump may differ by. */
const SAME_JUMP_MS = 5_000
/** A restart looks back at most so far. */
const KEPT_EVERY_MS = 60_000

/**
 * One check, before a round of deadlines. A clock in doubt is trusted again once it is back, or when an operator has
 * accepted it (`npm run admin -- accept-clock`); a restart alone does not.
 */
export function guardClock(
  { runInTransaction, log }: ClockGuardContext,
  clocks = realClocks(runInTransaction),
  store: ClockStore = clockStore(runInTransaction),
): () => Promise<void> {
  let guard = new ClockGuard()
  /** What it had jumped before this process looked; null: not asked yet. */
  let initialJump: number | null = null
  /** As the next process reads it; null: the clock is trusted. */
  let keptDoubt: number | null = null
  let keptAt = Number.NEGATIVE_INFINITY

  async function doubt(jump: number): Promise<void> {
    // a process that begins judges by it: an old figure would let it trust a clock that has been set wrong again
    if (keptDoubt === null || Math.abs(jump - keptDoubt) > SAME_JUMP_MS) {
      await store.doubt(jump)
      keptDoubt = jump
    }
    const words = `The database's clock jumped by ${Math.round(jump / 1000)} s: no deadline lapses until it is set right, or npm run admin -- accept-clock says that it is`
    if (raiseAlarm('clock_jumped', words)) log.error({ jumpMs: Math.round(jump) }, words)
  }

  async function trust(wall: number): Promise<void> {
    if (clearAlarm('clock_jumped')) log.warn('database clock is right again, deadlines resume')
    if (keptDoubt === null && wall - keptAt < KEPT_EVERY_MS) return
    // an alarm that stops money stops deadlines too: that time is given back as one without a server is
    if (isMoneyStopped()) return
    const outage = await store.trust(wall)
    if (outage) log.warn(outage, 'nobody could act for a while, deadlines are moved by as much')
    keptDoubt = null
    keptAt = wall
  }

  return async () => {
    const before = clocks.steady()
    const wall = await clocks.wall()
    const after = clocks.steady()
    // A reading that took this long does not tell the time at either end of it.
    if (after - before > MAX_JUMP_MS / 2) return
    const steady = (before + after) / 2
    initialJump ??= jumpSince(await store.read(), wall)
    const jump = initialJump + guard.measureJump(wall, steady)
    const isAccepted = keptDoubt !== null && (await store.read()).jumpMs === null
    if (Math.abs(jump) > MAX_JUMP_MS && !isAccepted) return doubt(jump)
    if (isAccepted || initialJump !== 0) {
      initialJump = 0
      guard = new ClockGuard()
      guard.measureJump(wall, steady)
    }
    await trust(wall)
  }
}
