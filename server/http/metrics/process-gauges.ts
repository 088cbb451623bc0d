/** Gauges of what this process knows by itself: served also while the database is unavailable. */
import { Gauge, type Registry } from 'prom-client'
import type { PoolUse } from '#server/http/dependencies.ts'
import { programVersion } from '#server/lib/paths.ts'
import { lastUnreadableAnswers } from '#server/lib/provider-call.ts'
import type { Rail } from '#server/rails/rail.ts'
import { ALARM_CAUSES, alarms } from '#server/services/circuit-breaker.ts'
import { lastAudit } from '#server/services/money/verify.ts'

/** What the jobs of this process count; handed in, since routes import no jobs. */
export interface JobFigures {
  readonly countQuarantined: () => number
  readonly jobFailures: () => ReadonlyMap<string, number>
  readonly syncStandbyCount: () => number | null
}

interface ProcessFigures {
  readonly poolUse: () => PoolUse
  readonly oldestCommitMs: () => number
  /** Null without READ_URL. */
  readonly replicaLagMs: () => number | null
  /** Null where the process knows of no backups. */
  readonly newestBackupAt: () => number | null
  readonly rails: ReadonlyMap<string, Pick<Rail, 'floatPaise'>>
}

export function registerProcessGauges(registry: Registry, figures: JobFigures & ProcessFigures): void {
  const {
    poolUse,
    oldestCommitMs,
    replicaLagMs,
    countQuarantined,
    jobFailures,
    syncStandbyCount,
    newestBackupAt,
    rails,
  } = figures
  const add = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this)
      },
    })
  add('amanat_audit_problems', 'Problems in the last result of verify()', [], (gauge) =>
    gauge.set(lastAudit().problems.length),
  )
  add('amanat_audit_timestamp_seconds', 'When verify() last ended, by the product’s clock', [], (gauge) =>
    gauge.set((lastAudit().at ?? 0) / 1000),
  )
  add('amanat_alarm', '1 while raised: something is stopped, or somebody has to look', ['cause'], (gauge) => {
    const raised = new Set(alarms().map(({ cause }) => cause))
    for (const cause of ALARM_CAUSES) gauge.set({ cause }, raised.has(cause) ? 1 : 0)
  })
  add(
    'amanat_backup_timestamp_seconds',
    'When the newest backup of BACKUP_DIR or BACKUP_URL was made',
    [],
    (gauge) => {
      const at = newestBackupAt()
      if (at === null) gauge.remove()
      else gauge.set(at / 1000)
    },
  )
  addFloats(registry, rails)
  addUnreadable(registry)
  add('amanat_sync_standbys', 'Synchronous standbys, where SYNC_STANDBYS asks for any', [], (gauge) => {
    const count = syncStandbyCount()
    if (count === null) gauge.remove()
    else gauge.set(count)
  })
  add(
    'amanat_build_info',
    '1, with the version of the program and of Node.js',
    ['version', 'node'],
    (gauge) => gauge.set({ version: programVersion, node: process.versions.node }, 1),
  )
  add('amanat_deadlines_aside', 'Deals whose deadline could not be applied', [], (gauge) =>
    gauge.set(countQuarantined()),
  )
  add('amanat_queue_failures', 'Rows that this process failed to handle', ['queue'], (gauge) => {
    for (const [queue, count] of jobFailures()) gauge.set({ queue }, count)
  })
  add('amanat_replica_lag_seconds', 'How old what the replica of READ_URL shows is', [], (gauge) => {
    const lag = replicaLagMs()
    if (lag === null) gauge.remove()
    else gauge.set(lag / 1000)
  })
  add(
    'amanat_commit_oldest_seconds',
    'For how long the oldest open commit of this process has waited, as for a standby',
    [],
    (gauge) => gauge.set(oldestCommitMs() / 1000),
  )
  add('amanat_pool_connections', 'Connections to the database, by what they do', ['state'], (gauge) => {
    const { total, idle, waiting, max } = poolUse()
    for (const [state, count] of Object.entries({ busy: total - idle, idle, waiting, max }))
      gauge.set({ state }, count)
  })
}

/** They are set once, at the start. */
function addFloats(registry: Registry, rails: ProcessFigures['rails']): void {
  const gauge = new Gauge({
    name: 'amanat_provider_float_paise',
    help: 'What must always be free at a payment provider, where RAZORPAY_FLOAT_PAISE says so',
    labelNames: ['provider'],
    registers: [registry],
  })
  for (const [provider, { floatPaise }] of rails)
    if (floatPaise !== undefined) gauge.set({ provider }, floatPaise)
}

function addUnreadable(registry: Registry): void {
  new Gauge({
    name: 'amanat_provider_unreadable_timestamp_seconds',
    help: 'When a provider last answered in a form that its documents do not have',
    labelNames: ['host'],
    registers: [registry],
    collect() {
      for (const [host, at] of lastUnreadableAnswers()) this.set({ host }, at / 1000)
    },
  })
}
