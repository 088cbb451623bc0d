/** One call to a provider, and what its outcome says about whether anything was done. */
import { Agent, fetch, type Response } from 'undici'
import type { z } from 'zod'

export interface ProviderRequest {
  /** A GET asks and does nothing: it is never refused, and without an answer it is simply asked again. */
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A string map is sent as a form, anything else as JSON. */
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly timeoutMs?: number
}

export type ProviderReply<T> =
  | { readonly is: 'done'; readonly facts: T }
  /** The first request with this key is still running. */
  | { readonly is: 'pending'; readonly body: unknown }
  | ProviderRefusal
  /** `status` is null when nothing, or half of it, came back. */
  | {
      readonly is: 'unknown'
      readonly detail: string
      readonly status: number | null
      /** Of a question that was refused, as it came. */
      readonly body?: unknown
      readonly retryAfterMs?: number | undefined
    }

interface ProviderRefusal {
  readonly is: 'refused'
  readonly detail: string
  readonly retry: 'never' | 'later' | 'config'
  readonly status: number | null
  /** As it came, for who knows the provider's codes. Undefined when it is no JSON. */
  readonly body: unknown
  /** Of a 429: how long the provider wants to be left alone. */
  readonly retryAfterMs?: number | undefined
}

const WHOLE_MS = 20_000
/** TLS with it. A provider that takes no connection has been asked nothing, and the rest of the time is no longer spent on it. */
const connections = new Agent({ connect: { timeout: 3_000 } })
/** Where a 429 does not say how long to wait. */
const RETRY_AFTER_MS = 30_000
/** A wrong header stops the calls of a provider for no longer. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000
const MAX_ANSWER = 1024 * 1024
const MAX_DETAIL = 200

/** Failures before a byte of the request has left: nothing was asked. */
const NOT_CONNECTED =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

const unreadable = new Map<string, number>()
/** When each host last answered "done" in a form that its pages do not have, epoch ms: the provider has changed something. */
export const lastUnreadableAnswers = (): ReadonlyMap<string, number> => unreadable

export async function callProvider<S extends z.ZodType>(
  request: ProviderRequest,
  schema: S,
): Promise<ProviderReply<z.output<S>>> {
  const reply = await exchange(request, schema)
  // what became of an order is not known because a question about it was refused
  if (request.method !== 'GET' || reply.is === 'done' || reply.is === 'unknown') return reply
  const { body } = reply
  if (reply.is === 'pending') return { is: 'unknown', detail: 'status 409', status: 409, body }
  const { detail, status, retryAfterMs } = reply
  return { is: 'unknown', detail, status, body, retryAfterMs }
}

async function exchange<S extends z.ZodType>(
  request: ProviderRequest,
  schema: S,
): Promise<ProviderReply<z.output<S>>> {
  const { method = 'POST', url, headers, form, json, timeoutMs = WHOLE_MS } = request
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      // followed, a redirect would carry the key to another host
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher: connections,
    })
    text = await textOf(response)
  } catch (error) {
    return unanswered(error as Error)
  }
  const { status } = response
  if (status >= 300) return refused(response, text, request)
  const reply = parsed(status, text, schema)
  if (reply.is === 'unknown') unreadable.set(new URL(url).host, Date.now())
  return reply
}

/** Without end, an answer would fill the memory of a process that holds other people's sessions. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER) throw new Error('too long', { cause: { code: 'answer too long' } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function unanswered(error: Error): ProviderReply<never> {
  const cause = error.cause as { code?: string } | undefined
  const detail = cause?.code ?? error.name
  return NOT_CONNECTED.test(detail)
    ? { is: 'refused', detail, retry: 'later', status: null, body: undefined }
    : { is: 'unknown', detail, status: null }
}

function parsed<S extends z.ZodType>(status: number, text: string, schema: S): ProviderReply<z.output<S>> {
  const result = schema.safeParse(jsonOf(text))
  return result.success
    ? { is: 'done', facts: result.data }
    : { is: 'unknown', detail: 'the answer has another form than documented', status }
}

/** 408: it waited for the rest of a request of which it may have had enough. */
const isOpenEnd = (status: number): boolean => status >= 500 || status === 408

/** The header has seconds, or the time of an end (RFC 9110, 10.2.3). */
function readRetryAfter({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return ms >= 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : RETRY_AFTER_MS
}

function refused(response: Response, text: string, { headers }: ProviderRequest): ProviderReply<never> {
  const { status } = response
  if (isOpenEnd(status)) return { is: 'unknown', detail: `status ${status}`, status }
  if (status === 409) return { is: 'pending', body: jsonOf(text) }
  const retry = status === 429 ? 'later' : status === 401 || status === 403 ? 'config' : 'never'
  const detail = `status ${status} ${withoutSecrets(text, headers)}`.trim().slice(0, MAX_DETAIL)
  const retryAfterMs = status === 429 ? readRetryAfter(response) : undefined
  return { is: 'refused', detail, retry, status, body: jsonOf(text), retryAfterMs }
}

/** Words of a provider are logged and shown to the team: it may repeat the key, a number or an address that it was sent. */
function withoutSecrets(text: string, headers: ProviderRequest['headers']): string {
  const secrets = Object.values(headers).flatMap((value) =>
    value.split(' ').filter(({ length }) => length > 5),
  )
  return secrets
    .reduce((words, secret) => words.replaceAll(secret, '…'), text)
    .replace(/[\w.+-]+@[\w.-]+/g, '…@…')
    .replace(/\d{6,}/g, '…')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
