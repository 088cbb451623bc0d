/**
 * Registers an endpoint of core/contract. The order is the same for every request: authenticate, check the role, parse
 * the input, then handle it in one transaction. plugins/errors.ts turns refusals into responses.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mayCallBlocked } from '#core/blocked.ts'
import { type Answer, type Endpoint, takesKey } from '#core/contract/endpoint.ts'
import { fieldsOfIssues, invalid, Refusal } from '#core/errors.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type AuthenticatedCaller,
  authenticateCaller,
  requireScope,
  touchCaller,
} from '#server/services/account/caller.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { requireRecentSecondFactor, requireSecondFactor } from '#server/services/authorisation.ts'
import {
  actsAs,
  type Ctx,
  type InTransaction,
  isTeam,
  type SessionUser,
  type UserCtx,
} from '#server/services/context.ts'
import { keyOf, withIdempotency } from '#server/services/idempotency.ts'
import { limitMisses, limitReads, limitWrites } from '#server/services/rate-limits.ts'
import { requestedVersion, versioned } from './api-version.ts'
import { type Credentials, credentialsOf, requireToken } from './credentials.ts'
import { beforeDeadline } from './deadline.ts'
import type { AppDependencies } from './dependencies.ts'
import { ruleCodeOf } from './rule-codes.ts'

type Parsed<E extends Endpoint, Part extends 'body' | 'query' | 'params'> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined

/** What registering an endpoint takes; every module of routes passes it on. */
export type EndpointDependencies = Pick<AppDependencies, 'runInTransaction' | 'settings' | 'rateLimitFactor'>

type CtxOf<E extends Endpoint> = E['access'] extends 'public' ? Ctx : UserCtx

interface EndpointInput<E extends Endpoint> {
  readonly body: Parsed<E, 'body'>
  readonly query: Parsed<E, 'query'>
  readonly params: Parsed<E, 'params'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface ScopedInput<E extends Endpoint> extends EndpointInput<E> {
  readonly ctx: CtxOf<E>
}

/** A Refusal that is returned commits what was written; one that is thrown rolls it back. */
export type EndpointHandler<E extends Endpoint> = (input: ScopedInput<E>) => Promise<Answer<E> | Refusal>

export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  deps: EndpointDependencies,
  endpoint: E,
  handler: EndpointHandler<E>,
): void {
  addRoute(app, deps, endpoint, (request, reply) => handleScoped({ deps, endpoint, handler }, request, reply))
}

export interface UnscopedInput<E extends Endpoint> extends EndpointInput<E> {
  /**
   * Begins a transaction once the slow work is done: nothing such as hashing a password happens inside. Each
   * transaction checks anew that the session is alive.
   */
  readonly inTransaction: InTransaction<CtxOf<E>>
}

/** For endpoints with slow work outside their transactions. One that streams its response returns the reply. */
export function registerUnscopedEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  deps: EndpointDependencies,
  endpoint: E,
  handler: (input: UnscopedInput<E>) => Promise<Answer<E> | FastifyReply>,
): void {
  // uploads look at it themselves (./uploads.ts)
  if (takesKey(endpoint) && endpoint.takes !== 'files')
    throw new Error(`${endpoint.path} would be repeated under its key: it is to say that it ignores keys`)
  addRoute(app, deps, endpoint, async (request, reply) => {
    const token = endpoint.access === 'public' ? null : requireToken(request, deps)
    const inTransaction: InTransaction<CtxOf<E>> = (fn) =>
      begin(deps, endpoint, { ...credentialsOf(request, token), key: null }, (ctx) => {
        noteCaller(request, ctx)
        return fn(ctx as CtxOf<E>)
      })
    // Before the input is parsed and before any slow work: whoever may not call learns nothing of either.
    if (token !== null) await inTransaction(async () => {})
    return handler({
      ...parsedInput(endpoint, request),
      request,
      reply,
      inTransaction,
    } as UnscopedInput<E>)
  })
}

function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  deps: EndpointDependencies,
  endpoint: E,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  // uploads last as long as the line is slow, a stream as long as its page
  const isSlow = endpoint.takes === 'files' || endpoint.isStream === true
  const success = [200, 201, 202].find((status) => endpoint.responses[status]) ?? 204
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // input is parsed in the handler, after authentication; OpenAPI is drawn from the contract (./openapi)
    schema: { response: endpoint.responses },
    config: {
      isLargeBody: endpoint.takes === 'files',
      isRead: endpoint.isRead === true,
      ...(endpoint.perMinute
        ? { rateLimit: { max: Math.ceil(endpoint.perMinute * deps.rateLimitFactor), timeWindow: 60_000 } }
        : {}),
    },
    handler: async (request, reply): Promise<unknown> => {
      requestedVersion(request)
      const work = requireWithinLimit(deps, endpoint, request).then(() => respond(request, reply))
      const value = await (isSlow ? work : beforeDeadline(work, request, reply))
      if (value instanceof Refusal) throw value
      // awaiting a FastifyReply resolves to undefined once it was sent
      if (reply.sent) return reply
      if (endpoint.access !== 'public') reply.header('cache-control', 'no-store')
      return reply.code(success).send(versioned(value, endpoint, { request, reply, status: success }))
    },
  })
}

/** Part of the work: it may wait for a connection, and the deadline of the call counts that too. */
async function requireWithinLimit(
  deps: EndpointDependencies,
  { access, isStream, method }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (access === 'public' || isStream) return
  const limit = method === 'GET' ? limitReads : limitWrites
  await limit(deps.runInTransaction, requireToken(request, deps), deps.rateLimitFactor)
}

const parsedInput = (endpoint: Endpoint, request: FastifyRequest) => ({
  body: parse(endpoint.body, request.body ?? undefined),
  query: parse(endpoint.query, request.query),
  params: parse(endpoint.params, request.params),
})

interface ScopedEndpoint<E extends Endpoint> {
  readonly deps: EndpointDependencies
  readonly endpoint: E
  readonly handler: EndpointHandler<E>
}

async function handleScoped<E extends Endpoint>(
  { deps, endpoint, handler }: ScopedEndpoint<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer<E> | Refusal> {
  const token = endpoint.access === 'public' ? null : requireToken(request, deps)
  const key = takesKey(endpoint) ? keyOf(request.headers['idempotency-key']) : null
  return begin(deps, endpoint, { ...credentialsOf(request, token), key }, (ctx, claim) => {
    noteCaller(request, ctx)
    const input = { ctx, ...parsedInput(endpoint, request), request, reply } as ScopedInput<E>
    if (key === null || !claim || !('user' in ctx)) return handler(input)
    const { method, url, body } = request
    const onReplay = () => void reply.header('idempotency-replayed', 'true')
    return withIdempotency(ctx.tx, { key, claim, userId: ctx.user.id, method, url, body, onReplay }, () =>
      handler(input),
    )
  })
}

/** For the access log, and for the form of the answer. */
function noteCaller(request: FastifyRequest, ctx: Ctx | UserCtx): void {
  if (!('user' in ctx)) return
  request.userId = ctx.user.id
  if (ctx.apiKey) request.appVersion = ctx.apiKey.version
}

/** Begins the transaction of a request. With a token, its first statement authenticates and claims the key. */
async function begin<T>(
  { runInTransaction, settings, rateLimitFactor }: EndpointDependencies,
  endpoint: Endpoint,
  { token, key, origin, isBackground }: Credentials,
  fn: (ctx: Ctx | UserCtx, claim: AuthenticatedCaller['claim']) => Promise<T>,
): Promise<T> {
  if (token === null) return runInTransaction((tx, now) => fn({ tx, now, settings, origin }, null))
  let caller: SessionUser | null = null
  let isTouchDue = false
  try {
    return await runInTransaction(
      async (tx, now, { user, claim, secondFactorAgeMs, apiKey, ...request }: AuthenticatedCaller) => {
        caller = user
        isTouchDue = request.isTouchDue && !isBackground && !endpoint.isStream
        const sessionHash = tokenHash(token)
        const ctx = {
          ...{ tx, now, settings, origin, sessionHash, secondFactorAgeMs },
          ...(apiKey ? { apiKey } : {}),
        }
        return fn(authorised(endpoint, user, ctx), claim)
      },
      {
        preamble: (tx) => authenticateCaller(tx, token, key),
        plans: namesDeal(endpoint) ? 'generic' : 'auto',
      },
    )
  } catch (error) {
    // in a transaction of its own: the refusal rolled its own back
    if (caller && error instanceof Refusal && DENIALS.includes(error.code))
      await runInTransaction((tx) =>
        recordAudit(
          { tx, origin },
          {
            action: 'denied',
            actor: caller,
            subject: { type: 'endpoint', id: `${endpoint.method} ${endpoint.path}` },
          },
        ),
      )
    if (caller && error instanceof Refusal && error.code === 'not_found' && namesDeal(endpoint))
      await limitMisses(runInTransaction, (caller as SessionUser).id, rateLimitFactor)
    throw error
  } finally {
    // after the request, whatever its outcome: in its transaction the row would be locked until it ends
    if (isTouchDue) await runInTransaction((tx) => touchCaller(tx, token))
  }
}

const namesDeal = ({ path, query }: Endpoint): boolean =>
  path.includes(':form_pk') || (query instanceof z.ZodObject && 'form_pk' in query.shape)

const DENIALS: readonly string[] = ['forbidden', 'unverified', 'second_factor', 'key_scope']

function authorised(endpoint: Endpoint, user: SessionUser | null, ctx: Omit<UserCtx, 'user'>): UserCtx {
  if (!user) throw new Refusal('unauthenticated')
  if (ctx.apiKey) requireScope(endpoint, ctx.apiKey)
  const { access, roles, secondFactor } = endpoint
  if (access === 'team' && !isTeam(user)) throw new Refusal('forbidden')
  if (access === 'admin' && user.userType !== 'Admin') throw new Refusal('forbidden')
  const userCtx = { ...ctx, user }
  if (user.isBlocked && !mayCallBlocked(endpoint)) throw new Refusal('blocked')
  if (roles && !roles.some((role) => actsAs(userCtx, role))) throw new Refusal('forbidden')
  if (secondFactor !== 'before') requireSecondFactor(userCtx)
  if (secondFactor === 'recent') requireRecentSecondFactor(userCtx)
  return userCtx
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { error: ruleCodeOf })
  if (parsed.success) return parsed.data
  if (value === undefined) throw invalid({ non_field_errors: ['required'] })
  // what stands in it is wrong nowhere: no field can say so
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid({ non_field_errors: ['not_object'] })
  throw invalid(fieldsOfIssues(parsed.error.issues))
}
