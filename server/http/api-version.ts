/** The version of the wire contract that a request is answered in: the one it names, or that of its app, or today's. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ApiVersion,
  CURRENT_VERSION,
  endOfVersion,
  inVersion,
  isApiVersion,
} from '#core/api-versions.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the app whose key asks. */
    appVersion?: ApiVersion
  }
}

/** Before anything is done: an answer in another form than the one that was asked for is worse than none. */
export function requestedVersion({ headers }: FastifyRequest): ApiVersion | undefined {
  const name = headers['amanat-version']
  if (name === undefined) return undefined
  if (!isApiVersion(name)) throw new Refusal('unknown_version')
  return name
}

/** The answer in the words of its version. Pages of this server name none and are not told of it. */
export function versioned(
  answer: unknown,
  { method, path, responses }: Endpoint,
  { request, reply, status }: { request: FastifyRequest; reply: FastifyReply; status: number },
): unknown {
  const version = requestedVersion(request) ?? request.appVersion
  if (!version) return answer
  reply.header('amanat-version', version)
  const end = endOfVersion(version)
  if (!end || version === CURRENT_VERSION) return answer
  // RFC 9745 and RFC 8594
  reply
    .header('deprecation', `@${end.deprecatedAt.getTime() / 1_000}`)
    .header('sunset', end.sunsetAt.toUTCString())
  const call = `${method} ${path}`
  // the schema of the route is that of today: it leaves out what is no part of an answer, and must not see the result
  const today = responses[status]?.parse(answer)
  const earlier = inVersion(today, call, version)
  if (earlier === today) return answer
  reply.type('application/json; charset=utf-8').serializer((value: unknown) => JSON.stringify(value))
  return earlier
}
