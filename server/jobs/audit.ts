/**
 * verify() at start and hourly. Money moves only while its last result in this process was valid. In between, every minute,
 * whether other people's money is all there: nobody is asked to pay while it is not.
 */
import { raiseAlarm } from '#server/services/circuit-breaker.ts'
import { auditBooks, checkCover } from '#server/services/money/audit-books.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type AuditContext = Pick<JobContext, 'runInTransaction' | 'reads' | 'log'>

const HOUR_MS = 3_600_000
const COVER_MS = 60_000
/** Longer, and a repair by an operator takes effect late; shorter, and an invalid ledger is read all the time. */
const INVALID_RETRY_MS = 300_000
const RETRY_MS = 10_000
/** Until the first result no money moves: one late answer of the database must not cost ten seconds. */
const FIRST_RETRY_MS = 250
/** The first audit begins at once, and no money moves before its result. `first` resolves then. */
export function startLedgerAudit(context: AuditContext): Pick<Repeater, 'stop'> & { first: Promise<void> } {
  raiseAlarm('ledger_unverified', 'The ledger is not verified yet')
  let resolveFirst = (): void => {}
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })
  let dueAt = 0
  let coverDueAt = Number.POSITIVE_INFINITY
  let waitMs = FIRST_RETRY_MS / 2
  const { stop } = runEvery({
    everyMs: () => waitMs,
    work: async () => {
      const now = performance.now()
      if (now < dueAt) {
        if (now < coverDueAt) return
        coverDueAt = now + COVER_MS
        return checkCover(context)
      }
      waitMs = Math.min(RETRY_MS, waitMs * 2)
      const isValid = await auditBooks(context)
      waitMs = RETRY_MS
      dueAt = performance.now() + (isValid ? HOUR_MS : INVALID_RETRY_MS)
      // what invalid books say of it is worth nothing
      coverDueAt = isValid ? performance.now() + COVER_MS : Number.POSITIVE_INFINITY
      resolveFirst()
    },
    failure: 'ledger audit failed, will retry',
    log: context.log,
  })
  return { first, stop }
}
