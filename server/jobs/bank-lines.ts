/**
 * Every minute: books the lines of statements that an approval could not, since its process died or money was stopped, and
 * tells who has claimed a payment that no line has shown in its time.
 */
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { endUnseenClaims } from '#server/services/money/unseen-claims.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type BankLineContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>

const EVERY_MS = 60_000

export const startBankLines = ({ runInTransaction, settings, log }: BankLineContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: async () => {
      const inTransaction: InTransaction<Ctx> = (fn) =>
        runInTransaction((tx, now) => fn({ tx, now, settings }))
      await bookAllLines(inTransaction)
      await endUnseenClaims(inTransaction)
    },
    onError: ({ message }) => log.warn({ reason: message }, 'booking of statement lines failed, will retry'),
  })
