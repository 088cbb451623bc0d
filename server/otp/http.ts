/** One POST to a provider, and what its outcome says about whether the code was sent. */
import type { z } from 'zod'

export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A string map is sent as a form, anything else as JSON. */
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

export type ProviderReply<T> =
  | { readonly is: 'done'; readonly facts: T }
  | { readonly is: 'pending' }
  | {
      readonly is: 'refused'
      readonly detail: string
      readonly retry: 'never' | 'later' | 'config'
      readonly status: number | null
    }
  | { readonly is: 'unknown'; readonly detail: string }

const WHOLE_MS = 20_000

/** Failures before a byte of the request has left: nothing was asked. */
const NOT_CONNECTED =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

export async function post<S extends z.ZodType>(
  request: ProviderRequest,
  schema: S,
  timeoutMs = WHOLE_MS,
): Promise<ProviderReply<z.output<S>>> {
  const { url, headers, form, json } = request
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        ...(form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : JSON.stringify(json),
      // followed, a redirect would carry the key to another host
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    return unanswered(error as Error)
  }
  return status < 300 ? parsed(text, schema) : refused(status, text)
}

function unanswered(error: Error): ProviderReply<never> {
  const cause = error.cause as { code?: string } | undefined
  const detail = cause?.code ?? error.name
  return NOT_CONNECTED.test(detail)
    ? { is: 'refused', detail, retry: 'later', status: null }
    : { is: 'unknown', detail }
}

function parsed<S extends z.ZodType>(text: string, schema: S): ProviderReply<z.output<S>> {
  const result = schema.safeParse(jsonOf(text))
  return result.success
    ? { is: 'done', facts: result.data }
    : { is: 'unknown', detail: 'the answer has another form than documented' }
}

function refused(status: number, text: string): ProviderReply<never> {
  if (status >= 500) return { is: 'unknown', detail: `status ${status}` }
  if (status === 409) return { is: 'pending' }
  const retry = status === 429 ? 'later' : status === 401 || status === 403 ? 'config' : 'never'
  return { is: 'refused', detail: `status ${status} ${text.slice(0, 200)}`, retry, status }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
