/**
 * Refuses requests for a foreign host, with a header twice that decides who asks or where, in an unknown encoding, or
 * with a body that is too deep or arrives too slowly.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { V1 } from '#server/http/problem-details.ts'
import { rawProblem } from '#server/http/raw-problems.ts'
import type { Headers } from './security-headers.ts'

function isOwnHost(name: string, { socket }: IncomingMessage, hosts: readonly string[]): boolean {
  const host = name.toLowerCase()
  const { localAddress = '', localPort } = socket
  const address = localAddress.replace(/^::ffff:/, '')
  const names = [address, `[${address}]`, 'localhost', '127.0.0.1', '[::1]'].map(
    (name) => `${name}:${localPort}`,
  )
  return hosts.includes(host) || names.includes(host) || (localPort === 80 && names.includes(`${host}:80`))
}

const UNDER_V1 = new RegExp(`^${V1}`)

/**
 * `http://own.host/path` → `/path` (RFC 9112, 3.2.2). A foreign one stays as it is and is refused below. A call under
 * /api/v1 is the call itself; what differs is the form of its refusals.
 */
export const ownPath =
  (hosts: readonly string[]) =>
  (raw: IncomingMessage): string => {
    const url = (raw.url ?? '/').replace(UNDER_V1, '/api/')
    const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
    if (host === undefined || !isOwnHost(host, raw, hosts)) return url
    return path.startsWith('/') ? path : `/${path}`
  }

const countOf = (request: FastifyRequest, name: string): number =>
  request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length

function isForUs(request: FastifyRequest, hosts: readonly string[]): boolean {
  const { raw, headers } = request
  // balancers and Prometheus name the address that they reach, or none; these answers are made of nothing that a Host decides
  const hasAnyHost = request.routeOptions.config.isProbe === true
  const encoding = headers['transfer-encoding']
  return (
    (encoding === undefined || encoding.trim().toLowerCase() === 'chunked') &&
    (hasAnyHost ? countOf(request, 'host') <= 1 : countOf(request, 'host') === 1) &&
    // of two, a proxy may have looked at the other
    countOf(request, 'authorization') <= 1 &&
    (raw.url ?? '').startsWith('/') &&
    (hasAnyHost || isOwnHost(headers.host ?? '', raw, hosts))
  )
}

/** Bodies are read as UTF-8 whatever they say: one that says otherwise would be misread. */
const isUtf8 = ({ headers }: FastifyRequest): boolean => {
  const charset = /;\s*charset\s*=\s*("?)([^";\s]*)\1/i.exec(headers['content-type'] ?? '')?.[2]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

/** Deeper than any call needs. Much deeper, and what walks a body by recursion exhausts the stack. */
const MAX_DEPTH = 32

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? Object.values(value) : []

function isTooDeep(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap(childrenOf)
    if (level.length === 0) return false
  }
  return true
}

/** How long a body may take; for a large one (files), how long it may pause. */
const BODY_TIMEOUT_MS = 30_000
/** How long a large body may take in all: 25 MB over 256 kbit/s. */
export const LONGEST_BODY_MS = 15 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes uploads, which last minutes over a slow line. */
    isLargeBody?: boolean
    /** What balancers, pods and Prometheus ask every few seconds. */
    isProbe?: boolean
  }
}

/** Disconnects slow senders. Node's own requestTimeout is the same for all routes and must allow large bodies. */
function watchBody(request: FastifyRequest, headers: Headers): void {
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
    const problem = { status: 408, code: 'request_timeout', headers, requestId: request.id }
    socket.end(rawProblem(problem), () => socket.destroy())
  }, BODY_TIMEOUT_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

// thrown, not sent: the response schema of an endpoint with a 400 of its own would not fit
const refused = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode })

/** Many clients name JSON in every request: where they then send nothing, it is no body and not one that cannot be read. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

export function requestGuards(app: FastifyInstance, hosts: readonly string[], headers: Headers): void {
  takeEmptyBodies(app)
  // a call that forgot to say JSON would be told that its fields are wrong
  app.removeContentTypeParser('text/plain')
  let isForeignHostTold = false
  app.addHook('onRequest', async (request, reply) => {
    if (!isForUs(request, hosts)) {
      // once: anybody can send any host, and a wrong PUBLIC_URL shows with the first request
      if (!isForeignHostTold)
        request.log.warn({ hosts }, 'refused a request for another host; see PUBLIC_URL and ALLOWED_HOSTS')
      isForeignHostTold = true
      reply.header('connection', 'close')
      throw refused(400, 'not a request for us')
    }
    if (!hasBody(request)) return
    if (!isUtf8(request)) throw refused(415, 'not in UTF-8')
    watchBody(request, headers)
  })
  app.addHook('preValidation', async ({ body }) => {
    if (isTooDeep(body)) throw refused(400, 'too deep')
  })
}
