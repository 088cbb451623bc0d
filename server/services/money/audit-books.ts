/** verify() and what follows from its result: money moves only while the last one in this process was valid. */
import { formatPaiseShort } from '#core/money.ts'
import { type Reads, type RunInTransaction, readsOf } from '#server/db/transaction.ts'
import type { Problem } from '#server/repositories/ledger.ts'
import { keepTimeToPay } from '#server/repositories/lost-time.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { lastAudit, shortfallPaise, verify } from './verify.ts'

interface AuditLog {
  readonly error: (details: object, words: string) => void
  readonly warn: (words: string) => void
  readonly info: (words: string) => void
}

interface BooksContext {
  readonly runInTransaction: RunInTransaction
  readonly reads: Reads
  readonly log: AuditLog
}

const MAX_LOGGED = 20

let running: Promise<boolean> | null = null

/** True when the ledger is valid. It reads all of the books: whoever asks while it runs waits for that one. */
export function auditBooks(context: BooksContext): Promise<boolean> {
  running ??= audit(context).finally(() => {
    running = null
  })
  return running
}

/**
 * The longest of all reads, so on the replica. Not the first one of a process, since money moves by its result; and what a replica
 * finds is looked for in the books themselves: a broken replica must not stop money.
 */
async function findProblems({ runInTransaction, reads }: BooksContext): Promise<readonly Problem[]> {
  const primary = readsOf(runInTransaction)
  if (lastAudit().at === null) return verify(primary.alone)
  const problems = await verify(reads.alone)
  return problems.length === 0 ? problems : verify(primary.alone)
}

async function audit(context: BooksContext): Promise<boolean> {
  const { log } = context
  const problems = await findProblems(context)
  const [first] = problems
  if (first) {
    const where = `${first.subject}: ${first.detail} (${first.check})`
    raiseAlarm('ledger_invalid', `The ledger is invalid, ${problems.length} problems; the first is ${where}`)
    log.error({ problems: problems.slice(0, MAX_LOGGED) }, 'ledger is invalid, money writes are refused')
  } else if (clearAlarm('ledger_invalid')) log.info('ledger is valid again, money writes resume')
  clearAlarm('ledger_unverified')
  // what invalid books say of it is worth nothing
  if (!first) await checkCover(context)
  return !first
}

/** Of sound books: whether all of other people's money is there, which a bank that takes a payment back can end at any time. */
export async function checkCover({
  runInTransaction,
  log,
}: Pick<BooksContext, 'runInTransaction' | 'log'>): Promise<void> {
  const missing = await shortfallPaise(runInTransaction)
  if (missing > 0) {
    const words = `${formatPaiseShort(missing)} of other people's money is not at the banks and providers: nobody is asked to pay`
    if (raiseAlarm('shortfall', words)) log.error({ missing }, 'other people’s money is short')
    await runInTransaction((tx, now) => keepTimeToPay(tx, new Date(now)))
  } else if (clearAlarm('shortfall')) log.warn('other people’s money is all there again')
}
