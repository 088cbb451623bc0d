/**
 * A browser writes an error into its console for every answer of 400 and more, also where a page asks whether there is
 * something for its reader and tells a refusal in words of its own. The reads of our pages ask with `Prefer:
 * refusal=body` (RFC 7240) for such a refusal under status 200, with its own status in the body; for all others every
 * call answers as it always does (docs/decisions/043).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a refusal that went out under 200: logs and figures count what it was. */
    refusedWith: number | null
  }
  interface FastifyContextConfig {
    /** A POST that changes nothing (core/contract/endpoint.ts). */
    isRead?: boolean
  }
}

const PREFERENCE = 'refusal=body'

/** Refusals that a page has words for. What is overloaded or broken stays an error for everybody on the way. */
const REFUSALS: readonly number[] = [401, 403, 404, 410]

export const prefersInBody = (request: FastifyRequest, status: number): boolean =>
  (request.method === 'GET' || request.routeOptions.config.isRead === true) &&
  REFUSALS.includes(status) &&
  String(request.headers.prefer ?? '')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === PREFERENCE)

/** Marks the answer, and what it was, before it is sent. */
export function refuseInBody(request: FastifyRequest, reply: FastifyReply, status: number): void {
  request.refusedWith = status
  reply.header('preference-applied', PREFERENCE)
}

/** What became of a request, by which it is logged and counted. */
export const outcomeOf = ({ refusedWith }: FastifyRequest, reply: FastifyReply): number =>
  refusedWith ?? reply.statusCode
