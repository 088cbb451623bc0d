/**
 * A stop under load breaks no request. Stop accepting before announcing `Connection: close`; otherwise clients
 * reconnect into a closing socket and are reset. Requests on open connections are answered until none arrive.
 */
import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once `drain` was called. */
    isClosing(): boolean
    /**
     * To be called before `close`: resolves when no request is in flight and none can arrive. For `delayMs` before, all is
     * served as ever and only /readyz says no: a proxy that asks it has stopped sending by then.
     */
    drain(delayMs: number): Promise<void>
  }
}

/** Larger, and every restart takes longer; smaller, and a client between two requests meets a closed connection. */
const QUIET_MS = 200
const MAX_BUSY_MS = 2_000
/** Requests have limits of their own; this one is for what has none. */
const MAX_DRAIN_MS = 25_000
/** A turn of the event loop that short has served no request, so no connection waits to be accepted. */
const IDLE_TURN_MS = 0.3
const TURNS = 500

const isStream = (request: FastifyRequest): boolean =>
  /\/stream\/?$/.test(request.routeOptions.url ?? '') ||
  (request.headers.accept ?? '').includes('text/event-stream')

/**
 * Closing the listening socket resets connections that are made and not yet accepted: choose an idle moment. A turn accepts
 * one of them and may be short all the same.
 */
async function stopAccepting({ server }: FastifyInstance): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  for (let turn = 0; turn < TURNS; turn++) {
    const before = accepted
    const startedAt = performance.now()
    await setImmediate()
    if (accepted === before && performance.now() - startedAt < IDLE_TURN_MS) break
  }
  server.off('connection', count)
  // net's close, not http's: that one cuts idle connections whose next request may be on its way
  Server.prototype.close.call(server)
}

export function gracefulShutdown(app: FastifyInstance): void {
  const open = new Set<FastifyReply>()
  const streams = new Set<FastifyReply>()
  let isClosing = false
  let isDraining = false
  let lastAt = 0
  app.addHook('onRequest', async (request, reply) => {
    lastAt = performance.now()
    const kind = isStream(request) ? streams : open
    kind.add(reply)
    reply.raw.on('close', () => kind.delete(reply))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  app.decorate('isClosing', () => isClosing)
  app.decorate('drain', async (delayMs) => {
    isClosing = true
    await sleep(delayMs)
    await stopAccepting(app)
    isDraining = true
    for (const { raw } of streams) raw.end()
    const startedAt = performance.now()
    const after = (ms: number): boolean => performance.now() - startedAt > ms
    lastAt = startedAt
    while (performance.now() - lastAt < QUIET_MS && !after(MAX_BUSY_MS)) await sleep(20)
    for (const { raw } of streams) raw.end()
    while (open.size > 0 && !after(MAX_DRAIN_MS)) await sleep(10)
  })
}
