/** Rate limits by address, counted in the database so that several processes count together. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { countRequest } from '#server/services/rate-limits.ts'

type HitCallback = (error: Error | null, result?: { current: number; ttl: number }) => void
type RateLimitDependencies = Pick<AppDependencies, 'runInTransaction'>

function storeOver(deps: RateLimitDependencies, prefix: string) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: HitCallback, timeWindowMs: number): void {
      countRequest(deps.runInTransaction, `${prefix}${key}`, timeWindowMs)
        .then((result) => done(null, result))
        .catch((error: Error) => done(error))
    }
    /** Each route has a count of its own. The package's types do not declare `routeInfo`. */
    child(route: unknown): FastifyRateLimitStore {
      const { routeInfo } = route as { routeInfo: { method?: string; url?: string } }
      return new (storeOver(deps, `${routeInfo.method} ${routeInfo.url} `))() as FastifyRateLimitStore
    }
  }
}

export async function rateLimits(app: FastifyInstance, deps: RateLimitDependencies): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: storeOver(deps, '') as never,
    skipOnError: false,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}
