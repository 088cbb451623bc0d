/**
 * A stop under load breaks no request. The server first goes deaf to new connections: later, when it has told its
 * clients to come back by new ones, many would stand at the door. On those that it has it goes on answering, says
 * `Connection: close` each time, and ends when they are quiet and the last answer is out.
 */
import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From the first moment of a stop on. */
    isClosing(): boolean
    /** Before `close`: done when no request is under way and none can come any more. */
    drain(): Promise<void>
  }
}

/** Larger, and every restart takes longer; smaller, and a client between two requests meets a closed connection. */
const QUIET_MS = 200
const LONGEST_LOUD_MS = 2_000
/** Requests are cut off after their own limits; this is for what has none. */
const LONGEST_MS = 25_000
/** A turn of the loop that short has served nobody, so nobody stands at the door unheard. */
const IDLE_TURN_MS = 0.3
const TURNS = 500

const isStream = (request: FastifyRequest): boolean =>
  /\/stream\/?$/.test(request.routeOptions.url ?? '') ||
  (request.headers.accept ?? '').includes('text/event-stream')

/** A connection that is made but not yet accepted is reset when its server goes deaf: choose an idle moment. */
async function goDeaf(app: FastifyInstance): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const begun = performance.now()
    await setImmediate()
    if (performance.now() - begun < IDLE_TURN_MS) break
  }
  // Not http's own close: that would cut connections whose next request may be on its way.
  Server.prototype.close.call(app.server)
}

export function closing(app: FastifyInstance): void {
  const open = new Set<FastifyReply>()
  const streams = new Set<FastifyReply>()
  let isClosing = false
  let lastAt = 0
  app.addHook('onRequest', async (request, reply) => {
    lastAt = performance.now()
    const kind = isStream(request) ? streams : open
    kind.add(reply)
    reply.raw.on('close', () => kind.delete(reply))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.decorate('isClosing', () => isClosing)
  app.decorate('drain', async () => {
    isClosing = true
    await goDeaf(app)
    for (const { raw } of streams) raw.end()
    const begun = performance.now()
    const after = (ms: number): boolean => performance.now() - begun > ms
    lastAt = begun
    while (performance.now() - lastAt < QUIET_MS && !after(LONGEST_LOUD_MS)) await sleep(20)
    for (const { raw } of streams) raw.end()
    while (open.size > 0 && !after(LONGEST_MS)) await sleep(10)
  })
}
