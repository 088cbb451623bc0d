/**
 * Calls of Cashfree's Payment Gateway and Payouts: a client id and its secret in two headers, JSON, and what a refusal means
 * (https://www.cashfree.com/docs/api-reference/payments/overview, .../payouts/v2/response-codes).
 */
import { z } from 'zod'
import { callProvider } from '#server/lib/provider-call.ts'
import type { RailAnswer } from '#server/rails/rail.ts'

interface CashfreePair {
  readonly clientId: string
  readonly clientSecret: string
}

export interface CashfreeKeys {
  /** The Payment Gateway and Payouts have keys of their own. */
  readonly pg: CashfreePair
  readonly payout: CashfreePair
  readonly environment: 'production' | 'sandbox'
  /** The fake's, in tests and trials. Undefined: Cashfree's own. */
  readonly baseUrl: string | undefined
  /** Of one call. Undefined: as long as calls of providers take. */
  readonly timeoutMs?: number
}

interface CashfreeRequest {
  readonly product: 'pg' | 'payout'
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly json?: unknown
  /** Of its pages; without it, the product's. */
  readonly version?: string
}

/** `code`: Cashfree's own, of an answer in its form of errors; a proxy or another page has none. */
type Failed = Exclude<RailAnswer<never>, { is: 'done' | 'pending' }> & {
  readonly status: number | null
  readonly code: string | null
}
export type CashfreeOutcome<T> = { readonly is: 'done'; readonly facts: T } | Failed

/** https://www.cashfree.com/docs/api-reference/payments/latest/orders/create, .../payouts/v2/transfers-v2/standard-transfer-v2 */
const VERSIONS = { pg: '2025-01-01', payout: '2024-01-01' } as const
const HOSTS = { production: 'https://api.cashfree.com', sandbox: 'https://sandbox.cashfree.com' } as const

const refusal = z.object({ message: z.string(), code: z.string() })

/** What was asked for under this id exists: in which state, only the question tells. */
const EXISTS = /already_exists$/

export class CashfreeClient {
  readonly #keys: CashfreeKeys
  readonly #timeout: { readonly timeoutMs?: number }

  constructor(keys: CashfreeKeys) {
    this.#keys = keys
    this.#timeout = keys.timeoutMs === undefined ? {} : { timeoutMs: keys.timeoutMs }
  }

  async call<S extends z.ZodType>(
    { product, method = 'POST', path, json, version = VERSIONS[product] }: CashfreeRequest,
    schema: S,
  ): Promise<CashfreeOutcome<z.output<S>>> {
    const { baseUrl, environment } = this.#keys
    const { clientId, clientSecret } = this.#keys[product]
    const reply = await callProvider(
      {
        ...this.#timeout,
        method,
        url: `${baseUrl ?? HOSTS[environment]}/${product}${path}`,
        headers: {
          'x-client-id': clientId,
          'x-client-secret': clientSecret,
          'x-api-version': version,
        },
        ...(json === undefined ? {} : { json }),
      },
      schema,
    )
    if (reply.is === 'done') return reply
    const code = refusal.safeParse(reply.body).data?.code ?? null
    // 409 also says that something else stands in the way
    if (reply.is === 'pending' && code !== null && !EXISTS.test(code))
      return { is: 'refused', detail: `status 409 ${code}`, retry: 'never', status: 409, code }
    if (reply.is === 'pending') return { is: 'unknown', detail: 'status 409', status: 409, code }
    const { detail, status, retryAfterMs } = reply
    if (reply.is === 'unknown' || EXISTS.test(code ?? ''))
      return { is: 'unknown', detail, status, code, retryAfterMs }
    return { is: 'refused', detail, retry: reply.retry, status, code, retryAfterMs }
  }
}
