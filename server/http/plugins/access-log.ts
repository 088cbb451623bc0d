/** LOG_ACCESS: one line a request, by the route's pattern: a path may hold a deal's secret, and a query what people search. */
import type { FastifyInstance } from 'fastify'
import { outcomeOf } from '#server/http/refusal-in-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session asks; null where none does. */
    userId: number | null
  }
}

/** The lines carry the request's id as reqId, which the answer has as X-Request-Id. */
export function accessLog(app: FastifyInstance, isOn: boolean): void {
  app.decorateRequest('userId', null)
  if (!isOn) return
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    const { method, userId } = request
    const status = outcomeOf(request, reply)
    // most of the lines would be theirs, and say nothing but that all is well
    if (status < 400 && request.routeOptions.config.isProbe === true) return
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route, status, ms, user: userId }, 'request')
  })
}
