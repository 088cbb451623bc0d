/** What has to hold before and while money moves: the ledger is valid, and the disk has space. */
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { startLedgerAudit } from './audit.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'
import { startStandbyCheck } from './standbys.ts'

type SafeguardContext = Pick<JobContext, 'runInTransaction' | 'reads' | 'hasDiskSpace' | 'log'>

const DISK_CHECK_MS = 1_000

function startDiskCheck({ hasDiskSpace, log }: SafeguardContext): Repeater {
  return runEvery({
    everyMs: DISK_CHECK_MS,
    work: async () => {
      if (hasDiskSpace()) {
        if (clearAlarm('disk_full')) log.warn('disk space is available again, money writes resume')
      } else if (raiseAlarm('disk_full', 'The disk is almost full: money does not move until there is space'))
        log.error('disk is full, money writes are refused')
    },
    failure: 'disk check failed',
    log,
  })
}

export interface Safeguards {
  /** Resolves after the first verify(); until then no money moves. */
  readonly ledgerVerified: Promise<void>
  stop(): Promise<void>
}

export function startSafeguards(context: SafeguardContext, syncStandbys = 0): Safeguards {
  const ledgerAudit = startLedgerAudit(context)
  const diskCheck = startDiskCheck(context)
  const standbyCheck = syncStandbys > 0 ? startStandbyCheck(context, syncStandbys) : null
  return {
    ledgerVerified: ledgerAudit.first,
    stop: async () => {
      await diskCheck.stop()
      await standbyCheck?.stop()
      await ledgerAudit.stop()
    },
  }
}
