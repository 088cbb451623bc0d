/** The books are sealed block by block, and recomputed at start, hourly and after faults. */
import type { RunInTransaction, RunReads } from '#server/db/transaction.ts'
import {
  HALVES,
  ownPaise,
  type Problem,
  type Sealed,
  sealNext,
  verifyHalf,
} from '#server/repositories/ledger.ts'
import type { Ctx } from '#server/services/context.ts'

/** The last result of verify() in this process: the overview, the metrics and the circuit breaker read it. */
export interface Audit {
  readonly at: number | null
  readonly problems: string[]
}
let latestAudit: Audit = { at: null, problems: [] }
export const lastAudit = (): Audit => latestAudit

const inWords = ({ check, subject, detail }: Problem): string => `${subject}: ${detail} (${check})`

/**
 * The problems, none when the books are sound. Moves no money and locks nothing; its two halves run side by side, each in a
 * transaction of its own.
 */
export async function verify(run: RunReads): Promise<readonly Problem[]> {
  const halves = await Promise.all(
    HALVES.map((half) => run(async (tx, now) => ({ now, problems: await verifyHalf(tx, half) }))),
  )
  const problems = halves.flatMap((half) => half.problems)
  latestAudit = { at: Math.min(...halves.map(({ now }) => now)), problems: problems.map(inWords) }
  return problems
}

/**
 * Closes the next block of the hash chain. Null when nothing waits, or another process is sealing. A block holds at most
 * 10,000 transfers: call it until null.
 */
export const seal = ({ tx }: Pick<Ctx, 'tx'>): Promise<Sealed | null> => sealNext(tx)

/** How much of other people's money is missing; zero while all of it is there. Sound books can say so. */
export const shortfallPaise = (runInTransaction: RunInTransaction): Promise<number> =>
  runInTransaction(async (tx) => Math.max(0, -(await ownPaise(tx))))
