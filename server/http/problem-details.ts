/** Refusals as RFC 9457 has them: for whoever asks for `application/problem+json`, and for all calls under /api/v1. */
import type { FastifyRequest } from 'fastify'
import { REFUSAL_STATUS } from '#core/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's address, as PUBLIC_URL has it. */
    publicUrl: string
  }
}

export const PROBLEM_TYPE = 'application/problem+json'
/** The same calls under an address of their own, for programs that want their refusals in the standard's form. */
export const V1 = '/api/v1/'

/** Every code of a refusal: those of services, and those that the framework and the whole server decide. */
export const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  ...REFUSAL_STATUS,
  bad_request: 400,
  method_not_allowed: 405,
  internal: 500,
  unanswered: 503,
}

interface FieldProblem {
  readonly name: string
  readonly code: string
  readonly text: string
}

interface RefusedRequest {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly fields?: readonly FieldProblem[]
}

export const wantsDetails = (request: FastifyRequest): boolean =>
  request.originalUrl.startsWith(V1) || (request.headers.accept ?? '').toLowerCase().includes(PROBLEM_TYPE)

export const problemPath = (code: string): string => `/problems/${code.replaceAll('_', '-')}`

const pointerOf = (name: string): string =>
  name === 'non_field_errors' ? '' : `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`

/** `type` is the address of the page that explains the code. Whole: programs compare it, whatever name they called. */
export const detailsOf = (
  { id, server }: FastifyRequest,
  { status, code, title, fields }: RefusedRequest,
) => ({
  type: `${server.publicUrl}${problemPath(code)}`,
  title,
  status,
  detail: fields?.[0]?.text ?? title,
  instance: `urn:request:${id}`,
  code,
  ...(fields
    ? {
        errors: fields.map((each) => ({ pointer: pointerOf(each.name), code: each.code, detail: each.text })),
      }
    : {}),
})
