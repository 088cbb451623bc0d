/** Every request to the server: an endpoint of core/contract with its input; the answer has the contract's type. */
import { currentUser, logout } from '#core/contract/auth.ts'
import type { Answer, BodyOf, Endpoint, ParamsOf, QueryOf } from '#core/contract/endpoint.ts'
import { ApiError, errorFrom, statusOf } from './api-error.ts'
import { deviceId } from './device.ts'
import { href, locale } from './locale.ts'
import { servedFromCache, serverAnswered } from './offline.ts'
import { isCacheable, readResponse, saveResponse } from './offline-cache.ts'
import { callHeaders, REQUEST_TIMEOUT_MS, takePreloaded } from './preload.ts'
import { isAway } from './presence.ts'
import { clearSession, readSession, type Session } from './session.ts'

/** An input that the endpoint declares has to be given; one that it does not cannot be. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : { readonly [K in Name]: Value }
export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> &
  Sending

interface Sending {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

interface AnyInput extends Sending {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
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

/** The server's answer; without a network the cached one, if there is one (lib/offline-cache.ts). */
async function answerOf(endpoint: Endpoint, input: AnyInput): Promise<Answered> {
  try {
    const answered = await ask(endpoint, input)
    remember(endpoint, input, answered)
    return answered
  } catch (error) {
    const cached = error instanceof ApiError && error.status === 0 ? cachedAnswer(endpoint, input) : undefined
    if (!cached) throw error
    return cached
  }
}

function remember(endpoint: Endpoint, input: AnyInput, answered: Answered): void {
  const session = readSession()
  const address = addressOf(endpoint, input)
  if (!session || !isCacheable(endpoint.method, address)) return
  serverAnswered()
  void saveCopy(session, address, answered)
}

/** Beside the page: without what makes the copy there is none, and the page shows the answer all the same. */
async function saveCopy(session: Session, address: string, answered: Answered): Promise<void> {
  const copying = await import('./offline-copy.ts').catch(() => null)
  // somebody may have signed out, or another person in, while it was loaded
  if (copying && readSession()?.token === session.token)
    saveResponse(session.user.id, address, copying.offlineCopy(answered))
}

function cachedAnswer(endpoint: Endpoint, input: AnyInput): Answered | undefined {
  const session = readSession()
  const address = addressOf(endpoint, input)
  if (!session) return undefined
  if (endpoint.path === currentUser.path) return { body: session.user, total: 1 }
  const cached = isCacheable(endpoint.method, address) ? readResponse(session.user.id, address) : null
  if (!cached) return undefined
  servedFromCache(cached.at)
  return cached.answer as Answered
}

/** How the session ended without its owner signing out here; `undone`: the server has done nothing of the act that met it. Until a write is done. */
export type EndOfSession = 'ended' | 'undone'
let ending: EndOfSession | null = null
export const endOfSession = (): EndOfSession | null => ending

async function ask(endpoint: Endpoint, input: AnyInput): Promise<Answered> {
  const isWrite = endpoint.method !== 'GET' && !endpoint.isRead
  const isSignedIn = readSession() !== null
  const first = await exchange(endpoint, input)
  const { response, body } = (await isSecondFactorShown(first)) ? await exchange(endpoint, input) : first
  const status = statusOf(response, body)
  if (status < 400) {
    if (isWrite) ending = null
    return { body, total: Number(response.headers.get('X-Total-Count') ?? 0) }
  }
  const error = errorFrom(response, body)
  // A 401 means that the token is no longer valid (spec §4: an auth error clears the session).
  if (status === 401) {
    // a key goes with what a person does; what a page sends by itself is not missed
    if (isSignedIn && endpoint.path !== logout.path)
      ending = input.idempotencyKey ? 'undone' : (ending ?? 'ended')
    clearSession()
  }
  throw error
}

/** Asks for it where an answer demands it. Of the team alone: nobody else loads what asks. */
async function isSecondFactorShown({ response, body }: Exchanged): Promise<boolean> {
  const status = statusOf(response, body)
  if (status !== 403) return false
  const prompt = await import('./second-factor.ts').catch(() => null)
  const step = prompt?.secondFactorStepOf(status, body)
  return prompt && step ? prompt.askSecondFactor(step) : false
}

interface Exchanged {
  readonly response: Response
  readonly body: unknown
}

async function exchange(endpoint: Endpoint, input: AnyInput): Promise<Exchanged> {
  const response = await send(endpoint, input)
  return { response, body: await read(response, input.signal) }
}

async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const address = addressOf(endpoint, input)
  try {
    const preloaded = endpoint.method === 'GET' ? takePreloaded(address, readSession()?.token) : undefined
    if (preloaded) return await preloaded
    return await fetch(address, {
      method: endpoint.method,
      headers: headersOf(endpoint, input),
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
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${path}/${given.length > 0 ? `?${search}` : ''}`
}

/** Signing in, and the second factor: a known device is not kept waiting by the failures of others. */
const namesDevice = ({ access, secondFactor }: Endpoint): boolean =>
  access === 'public' || secondFactor === 'before'

function headersOf(endpoint: Endpoint, { body, idempotencyKey }: AnyInput): Record<string, string> {
  const device = endpoint.method === 'POST' && namesDevice(endpoint) ? deviceId() : undefined
  return {
    ...callHeaders(readSession()?.token, locale()),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(device ? { 'X-Device-Id': device } : {}),
    ...(isAway() ? { 'X-Background': '1' } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
}

async function read(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch (cause) {
    // Aborted by the caller: not a network error, so the offline cache must not answer in its place.
    if (signal?.aborted) throw cause
    // A proxy's HTML page or a truncated answer: neither can be shown.
    if (response.ok) throw new ApiError({ status: 0, code: 'network' })
    return undefined
  }
}

/** The server is told; whatever it answers, this browser forgets, and the page that was open goes with it. */
export async function signOut(to = href('/')): Promise<void> {
  await call(logout, {}).catch(() => undefined)
  clearSession()
  location.assign(to)
}
