/** verify() at start and hourly. Money moves only while its last result in this process was valid. */
import { formatPaise } from '#core/money.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { shortfallPaise, verify } from '#server/services/money/verify.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type AuditContext = Pick<JobContext, 'runInTransaction' | 'log'>

const HOUR_MS = 3_600_000
/** Longer, and a repair by an operator takes effect late; shorter, and an invalid ledger is read all the time. */
const INVALID_RETRY_MS = 300_000
const RETRY_MS = 10_000
/** Until the first result no money moves: one late answer of the database must not cost ten seconds. */
const FIRST_RETRY_MS = 250
const MAX_LOGGED = 20

/** True when the ledger is valid. */
export async function audit({ runInTransaction, log }: AuditContext): Promise<boolean> {
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

async function checkCover({ runInTransaction, log }: AuditContext): Promise<void> {
  const missing = await shortfallPaise(runInTransaction)
  if (missing > 0) {
    const words = `${formatPaise(missing)} of other people's money is not at the banks and providers: nobody is asked to pay`
    if (raiseAlarm('shortfall', words)) log.error({ missing }, 'other people’s money is short')
  } else if (clearAlarm('shortfall')) log.warn('other people’s money is all there again')
}

/** The first audit begins at once, and no money moves before its result. `first` resolves then. */
export function startLedgerAudit(context: AuditContext): Pick<Repeater, 'stop'> & { first: Promise<void> } {
  raiseAlarm('ledger_unverified', 'The ledger is not verified yet')
  let resolveFirst = (): void => {}
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })
  let dueAt = 0
  let waitMs = FIRST_RETRY_MS / 2
  const { stop } = runEvery({
    everyMs: () => waitMs,
    work: async () => {
      if (performance.now() < dueAt) return
      waitMs = Math.min(RETRY_MS, waitMs * 2)
      const isValid = await audit(context)
      waitMs = RETRY_MS
      dueAt = performance.now() + (isValid ? HOUR_MS : INVALID_RETRY_MS)
      resolveFirst()
    },
    onError: (error) => context.log.warn({ reason: error.message }, 'ledger audit failed, will retry'),
  })
  return { first, stop }
}
