/**
 * A stop under load breaks no request. While it closes, the server still takes what comes and says `Connection: close`
 * with each answer; it goes deaf only once clients have had the time to hear that. Streams are ended, as they never end.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Larger, and every restart takes longer; smaller, and a client between two requests meets a closed connection. */
const QUIET_MS = 200
const LONGEST_MS = 2_000

const isStream = (request: FastifyRequest): boolean =>
  /\/stream\/?$/.test(request.routeOptions.url ?? '') ||
  (request.headers.accept ?? '').includes('text/event-stream')

declare module 'fastify' {
  interface FastifyInstance {
    /** From the first moment of a stop on. */
    isClosing(): boolean
  }
}

export function closing(app: FastifyInstance): void {
  const streams = new Set<FastifyReply>()
  let isClosing = false
  let lastAt = 0
  app.addHook('onRequest', async (request, reply) => {
    lastAt = performance.now()
    if (!isStream(request)) return
    if (isClosing) reply.header('connection', 'close')
    streams.add(reply)
    reply.raw.on('close', () => streams.delete(reply))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const { raw } of streams) raw.end()
    if (!app.server.listening) return
    const begun = performance.now()
    lastAt = begun
    while (performance.now() - lastAt < QUIET_MS && performance.now() - begun < LONGEST_MS) await sleep(20)
    for (const { raw } of streams) raw.end()
    // After a turn of the loop every connection that had been made is accepted: closing refuses the next one.
    await setImmediate()
  })
  app.decorate('isClosing', () => isClosing)
}
