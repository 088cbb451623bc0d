/** Rate limits by address, counted in the database so that several processes count together. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { countHit } from '../../repositories/rate-limits.ts'
import type { Deps } from '../deps.ts'

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void

function storeOver(deps: Deps, prefix: string) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: Answer, timeWindowMs: number): void {
      deps
        .transact((tx) => countHit(tx, `${prefix}${key}`, timeWindowMs))
        .then((result) => done(null, result))
        .catch((error: Error) => done(error))
    }
    /** Each route counts for itself. What comes is not what the package's types say. */
    child(route: unknown): FastifyRateLimitStore {
      const { routeInfo } = route as { routeInfo: { method?: string; url?: string } }
      return new (storeOver(deps, `${routeInfo.method} ${routeInfo.url} `))() as FastifyRateLimitStore
    }
  }
}

export async function rateLimits(app: FastifyInstance, deps: Deps): Promise<void> {
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
