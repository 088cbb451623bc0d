/** Recompute the books, and keep the verdict where the overview, the metrics and the guard of money look. */
import type { Transactor } from '../../db/transaction.ts'
import { HALVES, type Problem, verifyHalf } from '../../repositories/ledger.ts'
import { noteAudit } from './audit.ts'

const inWords = ({ check, subject, detail }: Problem): string => `${subject}: ${detail} (${check})`

/**
 * The problems, none when the books are sound. Moves no money and locks nothing; its two halves are read side by side,
 * each in a transaction of its own.
 */
export async function verify(transact: Transactor): Promise<readonly Problem[]> {
  const halves = await Promise.all(
    HALVES.map((half) => transact(async (tx, now) => ({ now, problems: await verifyHalf(tx, half) }))),
  )
  const problems = halves.flatMap((half) => half.problems)
  noteAudit({ at: Math.min(...halves.map(({ now }) => now)), problems: problems.map(inWords) })
  return problems
}
