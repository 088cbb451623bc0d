/** verify() and what follows from its result: money moves only while the last one in this process was valid. */
import { formatPaise } from '#core/money.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { shortfallPaise, verify } from './verify.ts'

interface AuditLog {
  readonly error: (details: object, words: string) => void
  readonly warn: (words: string) => void
  readonly info: (words: string) => void
}

interface BooksContext {
  readonly runInTransaction: RunInTransaction
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

async function audit({ runInTransaction, log }: BooksContext): Promise<boolean> {
  const problems = await verify(runInTransaction)
  const [first] = problems
  if (first) {
    const where = `${first.subject}: ${first.detail} (${first.check})`
    raiseAlarm('ledger_invalid', `The ledger is invalid, ${problems.length} problems; the first is ${where}`)
    log.error({ problems: problems.slice(0, MAX_LOGGED) }, 'ledger is invalid, money writes are refused')
  } else if (clearAlarm('ledger_invalid')) log.info('ledger is valid again, money writes resume')
  clearAlarm('ledger_unverified')
  // what invalid books say of it is worth nothing
  if (!first) await checkCover({ runInTransaction, log })
  return !first
}

async function checkCover({ runInTransaction, log }: BooksContext): Promise<void> {
  const missing = await shortfallPaise(runInTransaction)
  if (missing > 0) {
    const words = `${formatPaise(missing)} of other people's money is not at the banks and providers: nobody is asked to pay`
    if (raiseAlarm('shortfall', words)) log.error({ missing }, 'other people’s money is short')
  } else if (clearAlarm('shortfall')) log.warn('other people’s money is all there again')
}
