/** Gauges that are read from the database, at most every 15 seconds and by one scrape at a time. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Reads } from '#server/db/transaction.ts'
import { DATABASE_METRICS } from '#server/services/admin/database-metrics.ts'

/** Smaller, and frequent scrapes make the database read all accounts and open deals as often. */
const MAX_AGE_MS = 15_000

/** Answers how to refresh the gauges. */
export function registerDatabaseGauges(registry: Registry, reads: Reads): () => Promise<void> {
  const registers = [registry]
  const gauges = DATABASE_METRICS.map(({ name, help, label, read }) => ({
    gauge: new Gauge({ name, help, labelNames: label === null ? [] : [label], registers }),
    label: label ?? 'kind',
    read,
  }))
  const up = new Gauge({ name: 'amanat_database_up', help: '1 while it answers', registers })
  const failed = new Counter({
    name: 'amanat_metrics_failed_total',
    help: 'Times that the database did not answer the metrics',
    registers,
  })
  const readAll = async (): Promise<void> => {
    try {
      for (const { gauge, read, label } of gauges) {
        const value = await reads.alone((tx) => read(tx))
        gauge.reset()
        if (typeof value === 'number') gauge.set(value)
        else for (const [key, count] of value) gauge.set({ [label]: key }, count)
      }
      up.set(1)
    } catch {
      up.set(0)
      failed.inc()
    }
  }
  let latest: { at: number; done: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (latest === null || now - latest.at > MAX_AGE_MS) latest = { at: now, done: readAll() }
    return latest.done
  }
}
