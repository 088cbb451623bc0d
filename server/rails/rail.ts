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

export interface Rail {
  readonly name: string
  /** Verifies the signature of the raw body; null when it does not match or the event is of another kind. */
  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): PaymentReport | null
  payOut(order: PayoutOrder): Promise<PayoutResult>
}
