/** `/metrics`, Prometheus text: the books, deadlines, jobs, the pool and each route's times. Nothing of a person. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Tx } from '../../db/transaction.ts'
import { countAside } from '../../jobs/deadlines.ts'
import { countJobs, countOpenDeals, countOpenPayouts, deadlineLag } from '../../repositories/gauges.ts'
import { ledgerImbalance } from '../../repositories/ledger.ts'
import { alarms } from '../../services/alarms.ts'
import { lastAudit } from '../../services/ledger/audit.ts'
import type { Deps } from '../deps.ts'

/** Smaller, and whoever asks often makes the database read all accounts and open deals as often. */
const KEPT_MS = 15_000
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const CAUSES = ['unchecked', 'books', 'disk', 'clock'] as const

export function metricsRoutes(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = timeRoutes(app, registry)
  processGauges(registry, deps)
  const read = databaseGauges(registry, deps)
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    await read()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  app.addHook('onClose', async () => seconds.reset())
}

/** By the route's pattern, never by the path that was asked: that may hold a deal's secret. */
function timeRoutes(app: FastifyInstance, registry: Registry): Histogram {
  const seconds = new Histogram({
    name: 'amanat_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  return seconds
}

/** What this process knows by itself: told also while the database is away. */
function processGauges(registry: Registry, deps: Deps): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this)
      },
    })
  gauge('amanat_audit_problems', 'What verify() found last', [], (g) => g.set(lastAudit().problems.length))
  gauge('amanat_audit_timestamp_seconds', 'When verify() last ended, by the product’s clock', [], (g) =>
    g.set((lastAudit().at ?? 0) / 1000),
  )
  gauge('amanat_alarm', '1 while raised: money or deadlines are stopped', ['cause'], (g) => {
    const raised = new Set(alarms().map(({ cause }) => cause))
    for (const cause of CAUSES) g.set({ cause }, raised.has(cause) ? 1 : 0)
  })
  gauge('amanat_deadlines_aside', 'Deals whose deadline could not be applied', [], (g) => g.set(countAside()))
  gauge('amanat_pool_connections', 'Connections to the database, by what they do', ['state'], (g) => {
    const { total, idle, waiting, max } = deps.poolUse()
    for (const [state, count] of Object.entries({ busy: total - idle, idle, waiting, max }))
      g.set({ state }, count)
  })
}

interface Read {
  readonly gauge: Gauge
  readonly from: (tx: Tx) => Promise<number | ReadonlyMap<string, number>>
  readonly label: string | null
}

/** Asked at most every 15 seconds, by one at a time, whoever scrapes. */
function databaseGauges(registry: Registry, deps: Deps): () => Promise<void> {
  const reads: Read[] = []
  const add = (name: string, help: string, label: string | null, from: Read['from']) => {
    const labelNames = label === null ? [] : [label]
    reads.push({ gauge: new Gauge({ name, help, labelNames, registers: [registry] }), from, label })
  }
  add(
    'amanat_ledger_imbalance_paise',
    'The sum of all balances: zero, or the books are wrong',
    null,
    ledgerImbalance,
  )
  add('amanat_deals_open', 'Deals that have not ended', 'status', countOpenDeals)
  add('amanat_deadline_lag_seconds', 'Age of the oldest deadline that has passed', null, deadlineLag)
  add('amanat_jobs_waiting', 'Jobs that could run now', 'task', countJobs)
  add('amanat_payouts_open', 'Payouts that are not done', 'status', countOpenPayouts)
  const up = new Gauge({ name: 'amanat_database_up', help: '1 while it answers', registers: [registry] })
  const failed = new Counter({
    name: 'amanat_metrics_failed_total',
    help: 'Times that the database did not answer the metrics',
    registers: [registry],
  })
  const readAll = async (): Promise<void> => {
    try {
      for (const { gauge, from, label } of reads) {
        const value = await deps.transact((tx) => from(tx))
        gauge.reset()
        if (typeof value === 'number') gauge.set(value)
        else for (const [name, count] of value) gauge.set({ [label ?? 'kind']: name }, count)
      }
      up.set(1)
    } catch {
      up.set(0)
      failed.inc()
    }
  }
  let last: { at: number; done: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > KEPT_MS) last = { at: now, done: readAll() }
    return last.done
  }
}
