/** Recompute the books, and keep the verdict where the overview, the metrics and the guard of money look. */
import { type Problem, verifyBooks } from '../../repositories/ledger.ts'
import type { Ctx } from '../context.ts'
import { noteAudit } from './audit.ts'

const inWords = ({ check, subject, detail }: Problem): string => `${subject}: ${detail} (${check})`

/** The problems, none when the books are sound. Moves no money and locks nothing. */
export async function verify({ tx, now }: Pick<Ctx, 'tx' | 'now'>): Promise<readonly Problem[]> {
  const problems = await verifyBooks(tx)
  noteAudit({ at: now, problems: problems.map(inWords) })
  return problems
}
