/** What a request may look like on the wire, before anything reads it: one honest Host, plain chunked bodies. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

function isOwnHost(request: FastifyRequest, hosts: readonly string[]): boolean {
  const host = (request.headers.host ?? '').toLowerCase()
  const { localAddress = '', localPort } = request.raw.socket
  const address = localAddress.replace(/^::ffff:/, '')
  const here = [address, `[${address}]`, 'localhost', '127.0.0.1', '[::1]'].map(
    (name) => `${name}:${localPort}`,
  )
  return hosts.includes(host) || here.includes(host) || (localPort === 80 && here.includes(`${host}:80`))
}

const countOf = (request: FastifyRequest, name: string): number =>
  request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length

/** How long a body may take; a large one (files), how long it may stand still. */
const PATIENCE_MS = 30_000
/** How long a large one may take in all: 25 MB over 256 kbit/s. */
export const LONGEST_BODY_MS = 15 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files come in here: over a slow line that takes minutes. */
    isLargeBody?: boolean
  }
}

/** Cuts off who sends too slowly. The server's own limit is one for all and must let large bodies through. */
function watchBody(request: FastifyRequest): void {
  const { raw } = request
  const { socket } = raw
  const isLarge = request.routeOptions.config.isLargeBody === true
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    // all of it is here, or there is nobody left to be told
    if (raw.complete || raw.readableEnded || !socket.writable) return clearInterval(timer)
    const isMoving = socket.bytesRead > seen
    seen = socket.bytesRead
    if (isLarge && isMoving) return
    clearInterval(timer)
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }, PATIENCE_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export function wire(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['transfer-encoding']
    const isPlain = encoding === undefined || encoding.trim().toLowerCase() === 'chunked'
    if (isPlain && countOf(request, 'host') === 1 && isOwnHost(request, hosts)) {
      if (hasBody(request)) watchBody(request)
      return
    }
    reply.header('connection', 'close')
    // not sent from here: an endpoint that has a 400 of its own would not know this one
    throw Object.assign(new Error('not a request for us'), { statusCode: 400 })
  })
}
