/** Which methods an address takes: for the 405 of one that it does not, instead of a 404. */
import type { FastifyInstance } from 'fastify'

/** `/deals/:form_pk` → a pattern; `*` takes the rest. */
export const matcher = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+()]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  )

export type AllowedMethods = (path: string) => readonly string[]

/** To be called before the routes are added. A path is given decoded, without a trailing slash. */
export function allowedMethods(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/(.)\/+$/, '$1')
    const methods = methodsOf.get(path) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(path, methods)
    if (/[:*]/.test(path)) patterns.set(path, matcher(path))
  })
  return (path) => {
    const matching = [...patterns].filter(([, pattern]) => pattern.test(path)).map(([name]) => name)
    return [...new Set([path, ...matching].flatMap((name) => [...(methodsOf.get(name) ?? [])]))].sort()
  }
}
