/** A payment provider: money in and money out. Each provider is one implementation, chosen by PAYMENTS. */

/** What a provider reports of one payment. */
export interface PaymentReport {
  readonly provider: string
  readonly eventId: string
  readonly kind: 'paid' | 'failed'
  readonly paymentId: string
  readonly reference: string | null
  readonly amountPaise: number
  readonly source: string | null
  readonly raw: unknown
}

export interface PayoutOrder {
  /** The same on every retry, so that the provider never pays twice. */
  readonly reference: string
  readonly destination: string
  readonly amountPaise: number
}

export type PayoutResult =
  | { readonly outcome: 'paid'; readonly providerRef: string }
  | { readonly outcome: 'failed'; readonly detail: string; readonly isFinal: boolean }
  /** The outcome is unknown: retry with the same reference. */
  | { readonly outcome: 'unknown'; readonly detail: string }

/** `known`: the bank has this account, in this name. `none`: it has none. `unknown`: it did not answer. */
export type TargetCheck =
  | { readonly is: 'known'; readonly name: string }
  | { readonly is: 'none' }
  | { readonly is: 'unknown'; readonly detail: string }

export interface Rail {
  readonly name: string
  /** Verifies the signature of the raw body; null when it does not match or the event is of another kind. */
  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): PaymentReport | null
  payOut(order: PayoutOrder): Promise<PayoutResult>
  /** In whose name a UPI id or an account is. Missing where the provider cannot say. `owner`: who says it is theirs. */
  checkTarget?(target: { readonly address: string; readonly owner: string }): Promise<TargetCheck>
}
