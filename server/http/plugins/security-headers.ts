/** Security headers of every answer, also of those that are written before there is a request. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export type Headers = Readonly<Record<string, string>>

/**
 * Pages replace the policy by one of their own (site/rendered-files.ts), as do files that a browser may open by
 * themselves. Everything else is data: if a browser is made to show it, nothing in it runs, loads or is framed.
 */
export function securityHeaders(isHttps: boolean): Headers {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  }
  const setHeader = (name: string, value: string) => {
    headers[name.toLowerCase()] = value
  }
  const collect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  // the headers are the same for every request: they are collected once
  collect({} as never, { setHeader, removeHeader: () => {} } as never, (error) => {
    if (error) throw error
  })
  return headers
}

/** For what a browser may open by itself: scripts of a worker, pictures, style sheets. */
export const FILE_POLICY = `default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const WELL_FORMED_ID = /^[\w-]{8,64}$/

/**
 * The id that a trusted proxy gave the request, when it is fit for a log; a new one otherwise. A client's own is not
 * taken: the audit log would have many requests under one id, or somebody else's.
 */
export function requestIds(trustedProxies: readonly string[]) {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const [given, sender] = [headers['x-request-id'], socket.remoteAddress ?? '']
    const isTrusted = sender !== '' && trusted.check(sender, isIPv6(sender) ? 'ipv6' : 'ipv4')
    return isTrusted && typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID()
  }
}

export function sendSecurityHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
  })
}
