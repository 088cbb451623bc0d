/** Calls of Razorpay's API: basic authentication, JSON, and what a refusal means (https://razorpay.com/docs/errors). */
import { z } from 'zod'
import { callProvider, type ProviderReply } from '#server/lib/provider-call.ts'
import type { RailAnswer } from '#server/rails/rail.ts'

export interface RazorpayKeys {
  readonly keyId: string
  readonly keySecret: string
  /** The fake's, in tests and trials. Undefined: Razorpay's own. */
  readonly baseUrl: string | undefined
  /** Of one call. Undefined: as long as calls of providers take. */
  readonly timeoutMs?: number
}

interface RazorpayRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Whether what was accepted has come to its end is in the answer itself. */
export type CallOutcome<T> =
  | Exclude<RailAnswer<T>, { is: 'pending' | 'refused' }>
  /** `description`: what Razorpay says of it, for who knows its words; it may name people. */
  | (Extract<RailAnswer<T>, { is: 'refused' }> & { readonly description: string | undefined })

const refusal = z.object({
  error: z.object({ description: z.string().nullish(), reason: z.string().nullish() }),
})

export class RazorpayClient {
  readonly #baseUrl: string
  readonly #authorization: string
  readonly #timeout: { readonly timeoutMs?: number }

  constructor({ keyId, keySecret, baseUrl, timeoutMs }: RazorpayKeys) {
    this.#timeout = timeoutMs === undefined ? {} : { timeoutMs }
    this.#baseUrl = baseUrl ?? 'https://api.razorpay.com'
    this.#authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  }

  async call<S extends z.ZodType>(
    { method = 'POST', path, json, headers }: RazorpayRequest,
    schema: S,
  ): Promise<CallOutcome<z.output<S>>> {
    const reply = await callProvider(
      {
        ...this.#timeout,
        method,
        url: `${this.#baseUrl}${path}`,
        headers: { ...headers, authorization: this.#authorization },
        ...(json === undefined ? {} : { json }),
      },
      schema,
    )
    return answerOf(reply)
  }
}

function answerOf<T>(reply: ProviderReply<T>): CallOutcome<T> {
  if (reply.is === 'done') return reply
  // 409 also means that another request had this key: only the question tells which
  if (reply.is === 'pending') return { is: 'unknown', detail: 'status 409' }
  const { detail, retryAfterMs } = reply
  if (reply.is === 'unknown') return { is: 'unknown', detail, retryAfterMs }
  const { data } = refusal.safeParse(reply.body)
  const { reason, description } = data?.error ?? {}
  // nothing was done, and nothing will be until the operator has put money there: it counts as no try
  const isEmpty =
    reason === 'insufficient_funds' || /not have (?:enough|sufficient)|insufficient/i.test(description ?? '')
  // their own fault, with a status that says ours
  if (reason === 'server_error') return { is: 'unknown', detail }
  const retry = isEmpty ? 'config' : reply.retry
  return { is: 'refused', detail, retry, retryAfterMs, description: description ?? undefined }
}
