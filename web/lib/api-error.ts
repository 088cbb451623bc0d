/** What went wrong, in the three kinds a page can do something about: fields, a reason, or no connection. */
import { m } from '#messages/compiled/messages.js'

export type FieldMessages = Readonly<Record<string, readonly string[]>>

interface Facts {
  /** 0: the server was not reached. */
  readonly status: number
  readonly code: string
  readonly text?: string | undefined
  readonly fields?: FieldMessages | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly verify?: string | undefined
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Messages beside fields (spec §8); empty when the refusal is about no field. */
  readonly fields: FieldMessages
  /** What has to be proved before this is possible. */
  readonly verify: string | undefined
  /** Of a refusal that a wait ends. */
  readonly retryAfterSeconds: number | undefined

  constructor(facts: Facts) {
    super(words(facts))
    this.status = facts.status
    this.code = facts.code
    this.fields = facts.fields ?? {}
    this.verify = facts.verify
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

function words({ status, code, text, retryAfterSeconds }: Facts): string {
  if (code === 'network') return m.error_network()
  if (status === 429) return m.error_rate_limited({ seconds: String(retryAfterSeconds ?? 60) })
  if (text) return text
  if (status === 401) return m.error_signed_out()
  return status >= 500 ? m.error_server() : m.error_other()
}

/** Of an answer that is an error by its status, or that says in its body which one it would have been. */
export const statusOf = (response: Response, body: unknown): number =>
  response.headers.has('Preference-Applied') && isObject(body) ? Number(body.status) : response.status

export function errorFrom(response: Response, body: unknown): ApiError {
  const status = statusOf(response, body)
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined
  if (isProblem(body)) {
    const { code, message: text, verify } = body
    return new ApiError({ status, code, text, verify, retryAfterSeconds })
  }
  if (isFields(body))
    return new ApiError({ status, code: 'invalid', fields: body, text: Object.values(body).flat()[0] })
  return new ApiError({ status, code: 'unknown', retryAfterSeconds })
}

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null
const isProblem = (body: unknown): body is { message: string; code: string; verify?: string } =>
  isObject(body) && typeof body.message === 'string' && typeof body.code === 'string'
const isFields = (body: unknown): body is Record<string, string[]> =>
  isObject(body) && Object.values(body).every((list) => Array.isArray(list))

/** The words for any thrown thing: a fault of our own page reads like one of the server's. */
export const errorWords = (error: unknown): string =>
  error instanceof ApiError ? error.message : m.error_server()
