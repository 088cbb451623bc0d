/** A client of an Amanat server for Node, Deno and browsers. The shapes of answers are those of /api/openapi.json. */

export interface AmanatOptions {
  /** A key of an app: `amt_test_…` or `amt_live_…`. */
  readonly key: string
  /** The address of the server. */
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  /** How often a call is tried while the server is busy or out of reach; 3. */
  readonly tries?: number
}

export interface RequestOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly idempotencyKey?: string
}

export interface Deal {
  readonly form_pk: string
  readonly link: string
  readonly status: string
  readonly [field: string]: unknown
}

export interface OfferLink {
  readonly id: string
  readonly link: string
  readonly version: number
  readonly title: string
  readonly amount: number
  readonly amount_paise: number
  readonly stock: number | null
  readonly paused: boolean
  readonly [field: string]: unknown
}

export interface WebhookMessage {
  readonly type: string
  readonly timestamp: string
  /**
   * One about a deal has all of these, one about money too (null where it is of no deal); one about an offer link has others,
   * and a test has none. `webhooks` of /api/openapi.json has them by their type.
   */
  readonly data: {
    readonly form_pk?: string | null
    readonly status?: string | null
    readonly seq?: number | null
    readonly event_hash?: string | null
    readonly amount_paise?: number
    readonly [field: string]: unknown
  }
}

export declare class AmanatError extends Error {
  readonly status: number
  readonly code: string | undefined
  /** Messages by field, of a 400. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined
  readonly requestId: string | undefined
}

type Query = RequestOptions['query']

export declare class Amanat {
  constructor(options: AmanatOptions)
  request<Answer = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer>
  readonly deals: {
    create(track: 'shopping' | 'services', body: Readonly<Record<string, unknown>>): Promise<Deal>
    get(formPk: string): Promise<Deal>
    list(query?: Query): Promise<readonly Deal[]>
    act(formPk: string, action: string, body?: Readonly<Record<string, unknown>>): Promise<Deal>
  }
  readonly links: {
    create(body: Readonly<Record<string, unknown>>): Promise<OfferLink>
    get(id: string): Promise<Readonly<Record<string, unknown>>>
    /** `next` is sent as `after` for the page behind it. */
    list(query?: Query): Promise<{ readonly data: readonly OfferLink[]; readonly next: string | null }>
    change(id: string, body: Readonly<Record<string, unknown>>): Promise<OfferLink>
  }
}

/** `secret`: the endpoint's `whsec_…` (signatures `v1`), or its public key `whpk_…` (`v1a`, Ed25519). */
export declare function verify(
  raw: string | ArrayBuffer | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
  options?: { readonly toleranceSeconds?: number; readonly now?: number },
): Promise<WebhookMessage>
