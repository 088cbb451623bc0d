/**
 * Money of a deal that stays with the provider in the payee's name until the deal ends, and the accounts there that payees
 * need for it. Every verb answers as a rail's does: what is unknown is asked for.
 */
import type { RailAnswer } from './answer.ts'

/** What of a payment goes to the payee's account when it comes, and stays there on hold. */
export interface HoldOrder {
  readonly accountId: string
  readonly amountPaise: number
}

/** As the provider has it now. */
export interface HeldTransfer {
  readonly id: string
  readonly accountId: string
  readonly amountPaise: number
  /** What has gone back to the operator of it. */
  readonly reversedPaise: number
  /** `waiting`: for the payment, or for the provider. `failed`: nothing has moved; the provider may try again. */
  readonly state: 'waiting' | 'made' | 'failed'
  readonly isOnHold: boolean
  /** It has left for the payee's bank. */
  readonly isSettled: boolean
}

export interface Holds {
  /** For how long money may stay on hold by the operator's contract. */
  readonly days: number
  readonly accounts: PayeeAccounts
  /** Of the payments of an order: those that were asked for with it. */
  findOfOrder(orderId: string): Promise<RailAnswer<readonly HeldTransfer[]>>
  /** Those that were made of a payment afterwards. */
  findOfPayment(paymentId: string): Promise<RailAnswer<readonly HeldTransfer[]>>
  find(transferId: string): Promise<RailAnswer<HeldTransfer>>
  /** Each call takes back once more: it is made again only when the transfer itself shows that the one before was not done. */
  reverse(transferId: string, amountPaise: number): Promise<RailAnswer<string>>
  /** On hold. Each call makes one more, as `reverse` does. */
  transfer(paymentId: string, order: HoldOrder): Promise<RailAnswer<HeldTransfer>>
  /** Says how it is to be, so that it may be said again. */
  release(transferId: string): Promise<RailAnswer<HeldTransfer>>
}

export interface PayeeDetails {
  readonly email: string
  readonly phone: string
  readonly legalName: string
  readonly businessType: string
  readonly pan: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly accountNumber: string
  readonly ifsc: string
}

/** How far the provider is with an account. */
export interface AccountStanding {
  readonly productId: string
  readonly state: 'under_review' | 'needs_clarification' | 'activated' | 'refused'
  /** What it wants to know again, in its own words for the fields. */
  readonly wanted: readonly string[]
  /** The bank account that it pays to, as one address; null where it shows none. */
  readonly bank: string | null
}

export interface PayeeAccounts {
  /** Which forms of business the operator's contract lets in. */
  readonly businessTypes: readonly string[]
  /** The one that is there already, where an answer was lost: an email has one account. */
  open(details: PayeeDetails): Promise<RailAnswer<string>>
  /** The person behind it. Null: there is one, whose id was lost with an answer. */
  addOwner(accountId: string, details: PayeeDetails): Promise<RailAnswer<string | null>>
  changeOwner(accountId: string, ownerId: string, details: PayeeDetails): Promise<RailAnswer<string | null>>
  /** Asks that money may go there. */
  request(accountId: string): Promise<RailAnswer<AccountStanding>>
  setBank(accountId: string, productId: string, details: PayeeDetails): Promise<RailAnswer<AccountStanding>>
  find(accountId: string, productId: string): Promise<RailAnswer<AccountStanding>>
}
