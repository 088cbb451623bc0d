/** `/metrics`, Prometheus text: the ledger, deadlines, jobs, the pool and the times of each route. No personal data. For this machine, or with METRICS_TOKEN. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from '#core/errors.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerDatabaseGauges } from '#server/http/metrics/database-gauges.ts'
import { type JobFigures, registerProcessGauges } from '#server/http/metrics/process-gauges.ts'
import { outcomeOf } from '#server/http/refusal-in-body.ts'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import { tokenHash } from '#server/lib/tokens.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type MetricsDependencies = Pick<
  AppDependencies,
  | 'reads'
  | 'replicaLagMs'
  | 'poolUse'
  | 'oldestCommitMs'
  | 'metricsToken'
  | 'trustedProxies'
  | 'newestBackupAt'
  | 'rails'
>

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** From this machine. What a proxy passes on comes from it too, but is not: it says for whom, and who is trusted to say so may say anything. */
const isLocal = (request: FastifyRequest, hasProxies: boolean): boolean =>
  LOOPBACK.test(request.ip) &&
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  (hasProxies || ['x-forwarded-for', 'forwarded', 'via'].every((name) => !(name in request.headers)))

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1]
  // hashes have one length: the time does not tell the token's either
  return token !== null && given !== undefined && constantTimeEqual(tokenHash(given), tokenHash(token))
}

export function metricsRoutes(
  app: FastifyInstance,
  {
    reads,
    replicaLagMs,
    poolUse,
    oldestCommitMs,
    metricsToken,
    trustedProxies,
    newestBackupAt = () => null,
    rails,
  }: MetricsDependencies,
  jobFigures: JobFigures,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = timeRoutes(app, registry)
  registerProcessGauges(registry, {
    ...{ poolUse, oldestCommitMs, replicaLagMs, newestBackupAt, rails },
    ...jobFigures,
  })
  const refresh = registerDatabaseGauges(registry, reads)
  app.get('/metrics', { schema: { hide: true }, config: { isProbe: true } }, async (request, reply) => {
    // strangers learn nothing, also not that it is there
    if (!isLocal(request, trustedProxies.length > 0) && !hasToken(request, metricsToken))
      throw new Refusal('not_found')
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
    const labels = { method: request.method, route, status: String(outcomeOf(request, reply)) }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  return seconds
}
