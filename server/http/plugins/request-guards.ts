/** Refuses requests with a foreign or doubled Host or an unknown transfer encoding, and bodies that arrive too slowly. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

function isOwnHost(request: FastifyRequest, hosts: readonly string[]): boolean {
  const host = (request.headers.host ?? '').toLowerCase()
  const { localAddress = '', localPort } = request.raw.socket
  const address = localAddress.replace(/^::ffff:/, '')
  const names = [address, `[${address}]`, 'localhost', '127.0.0.1', '[::1]'].map(
    (name) => `${name}:${localPort}`,
  )
  return hosts.includes(host) || names.includes(host) || (localPort === 80 && names.includes(`${host}:80`))
}

const countOf = (request: FastifyRequest, name: string): number =>
  request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length

/** How long a body may take; for a large one (files), how long it may pause. */
const BODY_TIMEOUT_MS = 30_000
/** How long a large body may take in all: 25 MB over 256 kbit/s. */
export const LONGEST_BODY_MS = 15 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes uploads, which last minutes over a slow line. */
    isLargeBody?: boolean
  }
}

/** Disconnects slow senders. Node's own requestTimeout is the same for all routes and must allow large bodies. */
function watchBody(request: FastifyRequest): void {
  const { raw } = request
  const { socket } = raw
  const isLarge = request.routeOptions.config.isLargeBody === true
  let bytesRead = socket.bytesRead
  const timer = setInterval(() => {
    // the body is complete, or the client has gone
    if (raw.complete || raw.readableEnded || !socket.writable) return clearInterval(timer)
    const isMoving = socket.bytesRead > bytesRead
    bytesRead = socket.bytesRead
    if (isLarge && isMoving) return
    clearInterval(timer)
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }, BODY_TIMEOUT_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export function requestGuards(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['transfer-encoding']
    const isPlain = encoding === undefined || encoding.trim().toLowerCase() === 'chunked'
    if (isPlain && countOf(request, 'host') === 1 && isOwnHost(request, hosts)) {
      if (hasBody(request)) watchBody(request)
      return
    }
    reply.header('connection', 'close')
    // thrown, not sent: the response schema of an endpoint with a 400 of its own would not fit
    throw Object.assign(new Error('not a request for us'), { statusCode: 400 })
  })
}
