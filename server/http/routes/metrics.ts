/** `/metrics`, Prometheus text: the ledger, deadlines, jobs, the pool and the times of each route. No personal data. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerDatabaseGauges } from '#server/http/metrics/database-gauges.ts'
import { type JobFigures, registerProcessGauges } from '#server/http/metrics/process-gauges.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type MetricsDependencies = Pick<AppDependencies, 'runInTransaction' | 'poolUse'>

export function metricsRoutes(
  app: FastifyInstance,
  { runInTransaction, poolUse }: MetricsDependencies,
  jobFigures: JobFigures,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = timeRoutes(app, registry)
  registerProcessGauges(registry, { poolUse, ...jobFigures })
  const refresh = registerDatabaseGauges(registry, runInTransaction)
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    await refresh()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  app.addHook('onClose', async () => seconds.reset())
}

/** By the route's pattern, never by the path of the request: a path may contain a deal's secret. */
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
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  return seconds
}
