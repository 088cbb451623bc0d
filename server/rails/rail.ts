/** A way for money in and out of the outside world. Each provider is one implementation, chosen by PAYMENTS. */
import type { Reported } from '../services/payments/record.ts'

export interface PayoutOrder {
  /** The same on every retry, so that the provider never pays twice. */
  readonly reference: string
  readonly destination: string
  readonly amountPaise: number
}

export type PayoutResult =
  | { readonly outcome: 'paid'; readonly providerRef: string }
  | { readonly outcome: 'failed'; readonly detail: string; readonly isFinal: boolean }
  /** Nobody knows yet: ask again with the same reference. */
  | { readonly outcome: 'unknown'; readonly detail: string }

export interface Rail {
  readonly name: string
  /** Checks the signature over the raw body; null when it is not genuine or not for us. */
  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): Reported | null
  payOut(order: PayoutOrder): Promise<PayoutResult>
}
