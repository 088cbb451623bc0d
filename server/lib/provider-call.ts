/** One call to a provider, and what its outcome says about whether anything was done. */
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
    }

interface ProviderRefusal {
  readonly is: 'refused'
  readonly detail: string
  readonly retry: 'never' | 'later' | 'config'
  readonly status: number | null
  /** As it came, for who knows the provider's codes. Undefined when it is no JSON. */
  readonly body: unknown
}

const WHOLE_MS = 20_000
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
  return { is: 'unknown', detail: reply.detail, status: reply.status, body }
}

async function exchange<S extends z.ZodType>(
  request: ProviderRequest,
  schema: S,
): Promise<ProviderReply<z.output<S>>> {
  const { method = 'POST', url, headers, form, json, timeoutMs = WHOLE_MS } = request
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
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
    })
    status = response.status
    text = await textOf(response)
  } catch (error) {
    return unanswered(error as Error)
  }
  if (status >= 300) return refused(status, text, request)
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

function refused(status: number, text: string, { headers }: ProviderRequest): ProviderReply<never> {
  if (isOpenEnd(status)) return { is: 'unknown', detail: `status ${status}`, status }
  if (status === 409) return { is: 'pending', body: jsonOf(text) }
  const retry = status === 429 ? 'later' : status === 401 || status === 403 ? 'config' : 'never'
  const detail = `status ${status} ${withoutSecrets(text, headers)}`.trim().slice(0, MAX_DETAIL)
  return { is: 'refused', detail, retry, status, body: jsonOf(text) }
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
