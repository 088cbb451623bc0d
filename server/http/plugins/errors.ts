/** Refusals and failures in their wire form: never a stack trace, an SQL text or an HTML page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, REFUSAL_STATUS, Refusal } from '#core/errors.ts'
import type { Locale } from '#core/locale.ts'
import { fieldText, refusalText, teamRefusalText } from '#messages/error-text.ts'
import { CommitUnknown, isBadText, isUnavailable } from '#server/db/errors.ts'
import { NotAnsweredInTime } from '#server/http/deadline.ts'
import { detailsOf, PROBLEM_TYPE, wantsDetails } from '#server/http/problem-details.ts'
import { prefersInBody, refuseInBody } from '#server/http/refusal-in-body.ts'
import { outageLog } from './outage-log.ts'

/** Hindi where it is the client's first language; English otherwise, as the spec says. */
export const localeOf = (request: FastifyRequest): Locale =>
  /^\s*hi\b/i.test(request.headers['accept-language'] ?? '') ? 'hi' : 'en'

const fieldTexts = (fields: FieldErrors, locale: Locale): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, codes]) => [name, codes.map((code) => fieldText(code, locale))]),
  )

/** Of a 429, for its words; the limit by address has set the header too. */
const secondsToWait = (reply: FastifyReply): string => String(reply.getHeader('retry-after') ?? '60')

/** A session's and a key's. RFC 9110 wants it with every 401; browsers open no window of their own for either. */
const CHALLENGE = 'Token realm="Amanat", Bearer realm="Amanat"'

function sendJson(reply: FastifyReply, status: number, body: object, type = 'application/json') {
  if (status === 401) reply.header('www-authenticate', CHALLENGE)
  const isInBody = prefersInBody(reply.request, status)
  if (isInBody) refuseInBody(reply.request, reply, status)
  return reply
    .code(isInBody ? 200 : status)
    .type(`${type}; charset=utf-8`)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(isInBody ? { ...body, status } : body)
}

const isOfTeam = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.startsWith('/api/admin/') ?? false

const problemOf = (request: FastifyRequest, reply: FastifyReply, code: string) => ({
  message: (isOfTeam(request) ? teamRefusalText : refusalText)(code, localeOf(request), secondsToWait(reply)),
  code,
  request_id: request.id,
  // the way on, for a client to offer
  ...(code === 'unverified' ? { verify: 'phone' } : {}),
  ...(code === 'target_required' ? { verify: 'payout_target' } : {}),
})

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, status: number, code: string) =>
  wantsDetails(request)
    ? sendDetails(request, reply, { status, code })
    : sendJson(reply, status, problemOf(request, reply, code))

/** In the form of RFC 9457, with what a refusal says beyond its code. */
function sendDetails(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: { status: number; code: string; fields?: FieldErrors | undefined; wayOn?: object | undefined },
) {
  const { status, code, fields, wayOn } = refused
  const { message: title, request_id: _, ...rest } = problemOf(request, reply, code)
  const locale = localeOf(request)
  const named = Object.entries(fields ?? {}).flatMap(([name, codes]) =>
    codes.map((each) => ({ name, code: each, text: fieldText(each, locale) })),
  )
  const details = detailsOf(request, { status, code, title, ...(fields ? { fields: named } : {}) })
  return sendJson(reply, status, { ...wayOn, ...rest, ...details }, PROBLEM_TYPE)
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const status = REFUSAL_STATUS[refusal.code]
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const fields =
    refusal.code === 'bad_credentials' ? { non_field_errors: ['bad_credentials'] } : refusal.fields
  if (wantsDetails(request))
    return sendDetails(request, reply, { status, code: refusal.code, fields, wayOn: refusal.wayOn })
  if (!fields)
    return sendJson(reply, status, { ...refusal.wayOn, ...problemOf(request, reply, refusal.code) })
  // the spec's shape of field errors has no room for an id: it goes in the header alone
  return sendJson(reply, status, fieldTexts(fields, localeOf(request)))
}

/** Of errors of the framework and its plugins. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
}

/** What they refuse otherwise: a path out of a folder of files is not there, the rest cannot be read. */
function statusOf(error: Error & { statusCode?: number }): number {
  const status = error.statusCode ?? (isBadText(error) ? 400 : 500)
  if (status === 403) return 404
  return status >= 400 && status < 500 && !CODE_OF_STATUS[status] ? 400 : status
}

export function errors(app: FastifyInstance, publicUrl: string): void {
  app.decorate('publicUrl', publicUrl)
  app.decorateRequest('refusedWith', null)
  const outage = outageLog(app.log)
  app.addHook('onClose', async () => outage.stop())
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(request, reply, error)
    const status = statusOf(error)
    const code = CODE_OF_STATUS[status]
    if (code) return sendProblem(request, reply, status, code)
    if (error instanceof NotAnsweredInTime)
      return sendProblem(request, reply.header('retry-after', '1'), 503, 'unanswered')
    if (error instanceof CommitUnknown || isUnavailable(error)) {
      outage.refused(error.message)
      return sendProblem(request, reply.header('retry-after', '1'), 503, 'unavailable')
    }
    // nothing else of the error is logged: the detail of a database error quotes what people typed
    const { name, message, stack } = error
    request.log.error({ route: request.routeOptions.url, name, message, stack }, 'request failed')
    return sendProblem(request, reply, 500, 'internal')
  })
}
