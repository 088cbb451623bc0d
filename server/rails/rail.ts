/**
 * A way for money in and out. Each provider is one implementation, chosen by PAYMENTS. A verb answers what the world says
 * and throws for a bug alone. What is unknown is asked for (`findOut`), and never assumed or simply done again.
 */
import type { ReportedMovement } from '#core/settlements.ts'
import type { RailAnswer } from './answer.ts'
import type { HoldOrder, Holds } from './holds.ts'

export type { RailAnswer } from './answer.ts'

/** What a provider can do. Services ask this, never the name. */
export interface Can {
  /** A refund names the payment that it gives back; elsewhere it is a transfer to where the payment came from. */
  readonly refundsPayments: boolean
  /** How money leaves: by a call, or by hand from a list or a file that somebody takes to the bank. */
  readonly pays: 'api' | 'by_hand'
  /** Says in whose name a UPI id or an account is. */
  readonly checksTargets: boolean
  /** What proves that money came or went. */
  readonly proof: 'webhook' | 'statement'
}

export interface PayInOrder {
  readonly id: string
  readonly reference: string
  readonly amountPaise: number
}

/** For a provider that wants to know who pays. */
export interface PayerOrder extends PayInOrder {
  readonly payer: { readonly id: string; readonly phone: string }
  /** What stays with the provider in the payee's name, where it holds money. */
  readonly hold?: HoldOrder | undefined
}

/** What a payer needs to pay: a UPI link and its address, or nothing yet, and the provider's checkout has it. */
export type Instruction =
  | {
      readonly payeeName: string
      readonly upiUrl: string
      /** Apps decline a link to a personal UPI id. */
      readonly opensApp: boolean
      readonly payeeVpa: string
    }
  | { readonly payeeName: string; readonly upiUrl?: undefined }

export interface PaidFact {
  readonly kind: 'paid'
  readonly paymentId: string
  /** Of the provider, where it has orders. */
  readonly orderId: string | null
  readonly reference: string | null
  readonly amountPaise: number
  /** Where it came from, as far as the provider says. */
  readonly source: string | null
}
export interface OutFact {
  readonly kind: 'out'
  /** The key of the order. */
  readonly key: string
  readonly providerId: string
  readonly state: 'pending' | 'done' | 'failed' | 'returned'
  readonly detail: string | null
}
/** The payer's bank has taken a payment back, all of it. */
export interface TakenBackFact {
  readonly kind: 'taken_back'
  readonly paymentId: string
  readonly amountPaise: number
}
/** A payer disputes a payment with their bank. */
export interface ChargebackFact {
  readonly kind: 'chargeback'
  readonly disputeId: string
  readonly paymentId: string
  readonly amountPaise: number
  /** What the provider has taken from us for it so far. */
  readonly deductedPaise: number
  /** `retrieval` only asks for papers. */
  readonly phase: string
  readonly reason: string
  readonly state: 'open' | 'under_review' | 'closed' | 'won' | 'lost'
  /** Until when evidence is taken; a moment in milliseconds. */
  readonly respondBy: number | null
}
/** The provider has sent what it settles to the operator's bank account, in one transfer. */
export interface SettledFact {
  readonly kind: 'settled'
  readonly settlementId: string
  /** Stands on the line of the bank's statement. */
  readonly utr: string | null
  readonly amountPaise: number
  /** In India, `YYYY-MM-DD`. */
  readonly day: string
}
/** The provider has news of an account of a payee, or of what it holds: a reason to ask, whatever it says. */
interface NewsFact {
  readonly kind: 'account_news' | 'hold_news'
  /** Of the account; or of the transfer and what it is of. */
  readonly ids: readonly string[]
}
/** The same from a webhook, a poll and a statement. */
export type Fact =
  | ChargebackFact
  | SettledFact
  | PaidFact
  | OutFact
  | TakenBackFact
  | NewsFact
  | { readonly kind: 'pay_failed'; readonly reference: string | null }

export interface OutOrder {
  /** The same for every try that may have been paid: the provider pays it once. At most 36 of `[A-Za-z0-9_-]`. */
  readonly key: string
  readonly amountPaise: number
  readonly how:
    | { readonly by: 'refund'; readonly paymentId: string }
    | { readonly by: 'transfer'; readonly address: string; readonly name: string }
}

/** Of a webhook: not the provider's, of no meaning to us, or what it says. `raw` is stored as it came. */
export type Reading =
  | { readonly is: 'forged' }
  | { readonly is: 'ignored'; readonly eventId: string; readonly type: string }
  | { readonly is: 'facts'; readonly eventId: string; readonly facts: readonly Fact[] }

/** `known`: the bank has this account, in this name. `none`: it has none. `unknown`: it did not answer. */
export type TargetCheck =
  | { readonly is: 'known'; readonly name: string }
  | { readonly is: 'none' }
  | { readonly is: 'unknown'; readonly detail: string }

/** A line of a provider's settlement report: money that it has moved to or from the operator's bank account. */
export interface Movement extends ReportedMovement {
  /** Of the payment, refund, transfer or adjustment. */
  readonly id: string
  /** Of a payment: the order that it was for. */
  readonly orderId: string | null
  /** Of a refund: the payment that went back. */
  readonly paymentId: string | null
  /** Of an adjustment: the dispute that it is for. */
  readonly disputeId: string | null
  readonly settlementId: string | null
  /** Stands on the line of the bank's statement. */
  readonly settlementUtr: string | null
}

/** A payment that a script of the provider takes, on a page of its own. */
export interface Checkout {
  readonly page: {
    /** Whose script it is: each is spoken to in its own way. */
    readonly kind: 'razorpay' | 'cashfree'
    /** The provider knows us by it; it is no secret. */
    readonly publicKey: string
    readonly script: string
    /** From where that script may load and send, in the words of a content security policy. */
    readonly sources: readonly string[]
  }
  /** The provider's id of the order: the one that is there already when it has been opened before. */
  openOrder(order: PayerOrder): Promise<RailAnswer<string>>
  /** What the script is given for an order: its id, or a token that the provider hands out. */
  sessionOf(orderId: string): Promise<RailAnswer<string>>
  /** What has been paid for an order. */
  findPayments(orderId: string): Promise<RailAnswer<readonly PaidFact[]>>
  /** Whether the provider has signed that a payer comes back from a payment: a reason to ask, and no proof. Missing where it signs none. */
  isReturn?(orderId: string, signed: { readonly paymentId: string; readonly signature: string }): boolean
}

export interface Rail {
  readonly name: string
  readonly can: Can
  /** Missing where a UPI link is all that a payer needs. */
  readonly checkout?: Checkout
  /** Asks nobody: it is called in the transaction that opens the pay-in. */
  openPayIn(order: PayInOrder): Promise<RailAnswer<Instruction>>
  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): Reading
  /** Missing where money leaves by hand. */
  send?(order: OutOrder): Promise<RailAnswer<OutFact>>
  /** What became of an order. `none`: the provider knows that it never had one with this key. */
  findOut?(order: OutOrder): Promise<RailAnswer<OutFact | 'none'>>
  /** `owner`: who says that it is theirs. */
  checkTarget?(target: { readonly address: string; readonly owner: string }): Promise<TargetCheck>
  /** Money of a deal stays with the provider in the payee's name until the deal ends. */
  readonly holds?: Holds
  /** What it keeps of a payment by the contract, in basis points without tax; missing where the operator has not said. */
  readonly feeRates?: readonly number[] | undefined
  /** What the operator says must always be there, free, in paise. */
  readonly floatPaise?: number | undefined
  /** All that was settled on an Indian day (`YYYY-MM-DD`): the whole of it, or no answer. */
  movements?(day: string): Promise<RailAnswer<readonly Movement[]>>
}
