/** The one way to the server: a call is an endpoint of core/contract with its input; the answer has its type. */
import { currentUser } from '../../core/contract/auth.ts'
import type { Answer, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../core/contract/endpoint.ts'
import { ApiError, errorFrom } from './api-error.ts'
import { callHeaders, PATIENCE_MS, takeEarly } from './early.ts'
import { isKeptCall, keep, recall } from './kept.ts'
import { locale } from './locale.ts'
import { servedFromMemory, serverAnswered } from './offline.ts'
import { clearSession, readSession } from './session.ts'

/** An input that the endpoint declares has to be given; one that it does not cannot be. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : { readonly [K in Name]: Value }
export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

interface AnyInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
  return (await answerOf(endpoint, input)).body as Answer<E>
}

/** One page of a list, and how many there are in all. */
export async function callPage<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const { body, total } = await answerOf(endpoint, input)
  return { rows: body as Answer<E>, total }
}

interface Answered {
  readonly body: unknown
  readonly total: number
}

/** The server's answer; without a network the last seen one, where there is one (lib/kept.ts). */
async function answerOf(endpoint: Endpoint, input: AnyInput): Promise<Answered> {
  try {
    const answered = await ask(endpoint, input)
    remember(endpoint, input, answered)
    return answered
  } catch (error) {
    const seen = error instanceof ApiError && error.status === 0 ? lastSeen(endpoint, input) : undefined
    if (!seen) throw error
    return seen
  }
}

function remember(endpoint: Endpoint, input: AnyInput, answered: Answered): void {
  const session = readSession()
  const address = addressOf(endpoint, input)
  if (!session || !isKeptCall(endpoint.method, address)) return
  keep(session.user.id, address, answered)
  serverAnswered()
}

function lastSeen(endpoint: Endpoint, input: AnyInput): Answered | undefined {
  const session = readSession()
  const address = addressOf(endpoint, input)
  if (!session) return undefined
  if (endpoint.path === currentUser.path) return { body: session.user, total: 1 }
  const kept = isKeptCall(endpoint.method, address) ? recall(session.user.id, address) : null
  if (!kept) return undefined
  servedFromMemory(kept.at)
  return kept.answer as Answered
}

async function ask(endpoint: Endpoint, input: AnyInput): Promise<Answered> {
  const response = await send(endpoint, input)
  const body = await read(response, input.signal)
  if (response.ok) return { body, total: Number(response.headers.get('X-Total-Count') ?? 0) }
  const error = errorFrom(response, body)
  // Whoever is told that he is not signed in is not (spec §4: an auth error clears the session).
  if (response.status === 401) clearSession()
  throw error
}

async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  const address = addressOf(endpoint, input)
  try {
    const early = endpoint.method === 'GET' ? takeEarly(address, readSession()?.token) : undefined
    if (early) return await early
    return await fetch(address, {
      method: endpoint.method,
      headers: headersOf(input),
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
    })
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiError({ status: 0, code: 'network' })
  }
}

/** `/api/deals/:form_pk` with its parameters in place, a trailing slash as spec §7 writes its paths, and the query. */
export function addressOf(endpoint: Endpoint, { params, query }: AnyInput): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const asked = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  return `${path}/${asked.length > 0 ? `?${search}` : ''}`
}

function headersOf({ body, idempotencyKey }: AnyInput): Record<string, string> {
  return {
    ...callHeaders(readSession()?.token, locale()),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
}

async function read(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch (cause) {
    // Called off by who asked: the network is not to blame, and what is kept for want of it stays where it is.
    if (signal?.aborted) throw cause
    // A proxy's page, or an answer cut off: not something to show.
    if (response.ok) throw new ApiError({ status: 0, code: 'network' })
    return undefined
  }
}

/** A key for one intended act: the caller keeps it over retries. `randomUUID` is missing on plain http. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
