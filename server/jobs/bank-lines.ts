/**
 * Every minute, and after the approval of a long statement: books the lines that it had no time for, or that were left since
 * its process died or money was stopped; and tells who has claimed a payment that no line has shown in its time.
 */
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { endUnseenClaims } from '#server/services/money/unseen-claims.ts'
import { approvedSignal, bookAllLines } from '#server/services/statements/book-lines.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type BankLineContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>

const EVERY_MS = 60_000

/** A round ends in time for a server that stops; what is left follows at once. */
const ROUND_MS = 4_000

export function startBankLines({ runInTransaction, settings, log }: BankLineContext): Repeater {
  const inTransaction: InTransaction<Ctx> = (fn) => runInTransaction((tx, now) => fn({ tx, now, settings }))
  const repeater = runEvery({
    everyMs: EVERY_MS,
    work: async () => {
      if (!(await bookAllLines(inTransaction, ROUND_MS))) wake()
      await endUnseenClaims(inTransaction)
    },
    failure: 'booking of statement lines failed, will retry',
    log,
  })
  const wake = () => void repeater.wake()
  approvedSignal.on('approved', wake)
  return {
    wake: repeater.wake,
    stop: async () => {
      approvedSignal.off('approved', wake)
      await repeater.stop()
    },
  }
}
