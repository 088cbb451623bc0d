/** Books the lines of statements that an approval could not: its process died, or money was stopped. Every minute. */
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type BankLineContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>

const EVERY_MS = 60_000

export const startBankLines = ({ runInTransaction, settings, log }: BankLineContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => bookAllLines((fn) => runInTransaction((tx, now) => fn({ tx, now, settings }))),
    onError: ({ message }) => log.warn({ reason: message }, 'booking of statement lines failed, will retry'),
  })
