/**
 * Puts one endpoint of core/contract on the server. The order is the same for every call: who is it, may that role,
 * what does it ask, then the work in one transaction. Refusals become answers in plugins/errors.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Answer, Endpoint } from '../../core/contract/endpoint.ts'
import { invalid, Refusal } from '../../core/errors.ts'
import type { Held } from '../repositories/idempotency.ts'
import { type Entry, enter } from '../services/accounts/session.ts'
import { type Ctx, isTeam, type SessionUser, type UserCtx } from '../services/context.ts'
import { fieldsOfIssues } from '../services/deals/issues.ts'
import type { Deps } from './deps.ts'
import { keyOf, replayed } from './idempotency.ts'

type Out<E extends Endpoint, Part extends 'body' | 'query' | 'params'> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined

export interface Call<E extends Endpoint> {
  readonly ctx: E['access'] extends 'public' ? Ctx : UserCtx
  readonly body: Out<E, 'body'>
  readonly query: Out<E, 'query'>
  readonly params: Out<E, 'params'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A Refusal that is returned commits what was written; one that is thrown does not. */
export type Work<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | Refusal>

export function mount<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  work: Work<E>,
): void {
  add(app, deps, endpoint, (request, reply) => answerOf(deps, endpoint, work, request, reply))
}

export interface OpenCall<E extends Endpoint> {
  readonly body: Out<E, 'body'>
  readonly query: Out<E, 'query'>
  readonly params: Out<E, 'params'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * A transaction, when the work is ready for one: nothing slow, such as a password's hash, happens inside. Each
   * asks anew whether the session is alive.
   */
  readonly transact: <T>(fn: (ctx: Call<E>['ctx']) => Promise<T>) => Promise<T>
}

/** For calls that have slow work to do outside their transactions. One that answers by itself returns the reply. */
export function mountOpen<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  work: (call: OpenCall<E>) => Promise<Answer<E> | FastifyReply>,
): void {
  add(app, deps, endpoint, (request, reply) => {
    const token = endpoint.access === 'public' ? null : requireToken(request)
    return work({
      ...asked(endpoint, request),
      request,
      reply,
      transact: (fn) => open(deps, endpoint, { token, key: null }, (ctx) => fn(ctx as Call<E>['ctx'])),
    } as OpenCall<E>)
  })
}

function add<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const success = endpoint.responses[200] ? 200 : endpoint.responses[201] ? 201 : 204
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // parsed below, after it is known who asks; the schemas are here for answers and documents
    validatorCompiler: () => (value) => ({ value }),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? 'site'],
      ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: endpoint.responses,
    },
    config: {
      isLargeBody: endpoint.takes === 'files',
      ...(endpoint.perMinute
        ? { rateLimit: { max: Math.ceil(endpoint.perMinute * deps.rateLimitFactor), timeWindow: 60_000 } }
        : {}),
    },
    handler: async (request, reply): Promise<unknown> => {
      const value = await answer(request, reply)
      if (value instanceof Refusal) throw value
      // a reply is awaited like a promise, so one that was sent as a stream comes here as nothing
      if (reply.sent) return reply
      if (endpoint.access !== 'public') reply.header('cache-control', 'no-store')
      return reply.code(success).send(value)
    },
  })
}

const asked = (endpoint: Endpoint, request: FastifyRequest) => ({
  body: parse(endpoint.body, request.body ?? undefined),
  query: parse(endpoint.query, request.query),
  params: parse(endpoint.params, request.params),
})

async function answerOf<E extends Endpoint>(
  deps: Deps,
  endpoint: E,
  work: Work<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer<E> | Refusal> {
  const token = endpoint.access === 'public' ? null : requireToken(request)
  const key = token === null ? null : keyOf(endpoint.method, request.headers['idempotency-key'])
  return open(deps, endpoint, { token, key }, (ctx, held) => {
    const call = { ctx, ...asked(endpoint, request), request, reply } as Call<E>
    if (key === null || !held || !('user' in ctx)) return work(call)
    const { method, url, body } = request
    return replayed(ctx.tx, { key, held, userId: ctx.user.id, method, url, body }, () => work(call))
  })
}

/** The transaction of a call; with a token it begins with who asks, and his key is taken. */
function open<T>(
  { transact, house }: Deps,
  endpoint: Endpoint,
  { token, key }: { readonly token: string | null; readonly key: string | null },
  fn: (ctx: Ctx | UserCtx, held: Held | null) => Promise<T>,
): Promise<T> {
  if (token === null) return transact((tx, now) => fn({ tx, now, house }, null))
  return transact(
    async (tx, now, { user, held }: Entry) => fn({ tx, now, house, user: admitted(endpoint, user) }, held),
    (tx) => enter(tx, token, key),
  )
}

function admitted(endpoint: Endpoint, user: SessionUser | null): SessionUser {
  if (!user) throw new Refusal('unauthenticated')
  if (endpoint.access === 'team' && !isTeam(user)) throw new Refusal('forbidden')
  if (endpoint.roles && !endpoint.roles.includes(user.userType)) throw new Refusal('forbidden')
  return user
}

/** `Authorization: Token …`, or Bearer. */
export function tokenOf(request: FastifyRequest): string | null {
  return /^(?:Token|Bearer) ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function requireToken(request: FastifyRequest): string {
  const token = tokenOf(request)
  if (!token) throw new Refusal('unauthenticated')
  return token
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw value === undefined
    ? invalid({ non_field_errors: ['required'] })
    : invalid(fieldsOfIssues(parsed.error.issues))
}
