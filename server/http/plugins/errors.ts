/** Every refusal and every failure as the wire has them (design api): never a stack, an SQL text or a page of HTML. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, REFUSAL_STATUS, Refusal } from '../../../core/errors.ts'
import { fieldText, type Locale, refusalText } from '../../../messages/error-text.ts'
import { CommitUnknown, isBadText, isUnavailable } from '../../db/errors.ts'

/** Hindi where the client asks for it first; the spec's English otherwise. */
export const localeOf = (request: FastifyRequest): Locale =>
  /^\s*hi\b/i.test(request.headers['accept-language'] ?? '') ? 'hi' : 'en'

const inWords = (fields: FieldErrors, locale: Locale): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, codes]) => [name, codes.map((code) => fieldText(code, locale))]),
  )

function sendProblem(request: FastifyRequest, reply: FastifyReply, status: number, code: string) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send({ message: refusalText(code, localeOf(request)), code })
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const status = REFUSAL_STATUS[refusal.code]
  const fields =
    refusal.code === 'bad_credentials' ? { non_field_errors: ['bad_credentials'] } : refusal.fields
  if (!fields) return sendProblem(request, reply, status, refusal.code)
  return reply
    .code(status)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(inWords(fields, localeOf(request)))
}

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
}

export function errors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(request, reply, error)
    const status = error.statusCode ?? (isBadText(error) ? 400 : 500)
    const code = CODE_OF_STATUS[status]
    if (code) return sendProblem(request, reply, status, code)
    if (error instanceof CommitUnknown || isUnavailable(error)) {
      request.log.warn({ reason: error.message }, 'the database cannot serve')
      return sendProblem(request, reply.header('retry-after', '1'), 503, 'unavailable')
    }
    // no more than this: a database's detail quotes what people typed
    const { name, message, stack } = error
    request.log.error({ route: request.routeOptions.url, name, message, stack }, 'a request failed')
    return sendProblem(request, reply, 500, 'internal')
  })
}
