/**
 * The oracle of one deal: the lifecycle a second time and by hand. Who may do what is in expected-outcome.ts, deadlines
 * and money are here. Of the product it uses the calendar alone.
 */
import { addBusinessDays } from '#core/business-days.ts'
import type { Track } from '#core/ids.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { type Books, shareOf } from './books.ts'

export type Side = 'payer' | 'payee'
export type By = Side | 'team'
export type Input = Readonly<Record<string, unknown>>

const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const FEE = 5_000
export const SIDES = ['payer', 'payee'] as const
const IN_DISPUTE = ['disputed', 'negotiating']
export const businessDays = (from: number): number => addBusinessDays(from, 10, DEFAULT_POLICY.calendar)
export const other = (side: Side): Side => (side === 'payer' ? 'payee' : 'payer')

export interface PayIn {
  readonly reference: string
  readonly side: Side
  readonly purpose: 'amount' | 'fee'
  readonly amount: number
  status: 'open' | 'paid' | 'failed' | 'closed'
}

export interface Dispute {
  readonly complainant: Side
  readonly filedAt: number
  readonly paid: Record<Side, number>
  readonly escalated: Set<Side>
  offer: { id: string; by: Side; share: number } | null
}

export interface Offered {
  readonly id: string
  readonly track: Track
  readonly amount: number
  readonly commission: number
  readonly cancellation: number
  readonly completionAt: number | null
  readonly people: Readonly<Record<Side, number>>
  readonly now: number
}

type Fees = 'both_back' | 'respondent_kept' | { readonly atFault: string }

export class ModelDeal {
  status = 'proposed'
  version = 1
  seq = 1
  amount: number
  dueAt: number | null
  deliveryDueAt: number | null = null
  deliveredAt: number | null = null
  extensionTo: number | null = null
  moreTimeAsked = false
  changes = 0
  tries = 0
  hasCode = false
  hasFittingNumber = false
  dispute: Dispute | null = null
  readonly payIns: PayIn[] = []
  readonly of: Offered
  readonly #books: Books
  fundedAt = 0

  constructor(of: Offered, books: Books) {
    this.of = of
    this.amount = of.amount
    this.dueAt = of.now + 7 * DAY
    this.#books = books
  }

  get isOver(): boolean {
    return this.dueAt === null
  }

  enter(status: string, dueAt: number): void {
    this.status = status
    this.dueAt = dueAt
  }

  inDelivery(dueAt: number): void {
    this.enter('in_delivery', dueAt)
    this.deliveryDueAt = dueAt
  }

  /** `unproven`: the payee alone says so, and no number that fits its courier and no file speaks for it. */
  delivered(proof: 'confirmed' | 'claimed' | 'unproven', now: number): void {
    const confirmed = this.of.track === 'shopping' ? 12 * HOUR : 24 * HOUR
    const window = { confirmed, claimed: 2 * DAY, unproven: 7 * DAY }[proof]
    this.deliveredAt = now
    this.extensionTo = null
    this.enter('delivered', now + window)
  }

  open(complainant: Side, now: number): void {
    this.dispute = {
      complainant,
      filedAt: now,
      paid: { payer: 0, payee: 0 },
      escalated: new Set(),
      offer: null,
    }
    this.enter('disputed', now + 2 * DAY)
  }

  endForRespondent(): void {
    const isPayers = this.dispute?.complainant === 'payer'
    if (isPayers) this.end('released', 0, 'both_back')
    else this.end('refunded', this.amount, 'both_back')
  }

  /** Every deadline that has passed, each as of the moment it was due. */
  lapse(now: number): number {
    let count = 0
    while (this.dueAt !== null && this.dueAt <= now) {
      count += 1
      this.seq += 1
      this.#lapseOnce(this.dueAt)
    }
    return count
  }

  #lapseOnce(at: number): void {
    switch (this.status) {
      case 'proposed':
      case 'agreed':
        this.end('expired')
        break
      case 'funded':
      case 'in_delivery':
      case 'return_in_transit':
        this.end('refunded', this.amount)
        break
      case 'delivered':
      case 'returning':
        this.end('released', 0)
        break
      case 'return_requested':
        this.enter('returning', (this.deliveredAt as number) + 8 * DAY)
        break
      case 'disputed':
        this.#endUnanswered()
        break
      case 'negotiating':
        this.enter('mediation', at + 30 * DAY)
        break
      default:
        this.end('settled', shareOf(this.amount, 5_000), 'both_back')
    }
  }

  #endUnanswered(): void {
    const { complainant, paid } = this.dispute as Dispute
    if (paid[complainant] === 0) this.endForRespondent()
    else this.end('settled', complainant === 'payer' ? this.amount : 0, 'respondent_kept')
  }

  /** Nothing was held, or the payer has their share of it and the payee the rest less commission. */
  end(status: string, payerShare?: number, fees?: Fees): void {
    if (payerShare !== undefined) {
      const rest = this.amount - payerShare
      this.#settle(payerShare, shareOf(rest, 10_000 - this.of.commission))
    }
    this.#close(status, fees)
  }

  /** The payee's fee for a cancellation bears the commission of a release, which never touches a quarter of the amount. */
  cancelled(): void {
    const fee = shareOf(this.amount, this.of.cancellation)
    const quarter = shareOf(this.amount, 2_500)
    const afterCommission = shareOf(fee, 10_000 - this.of.commission)
    this.#settle(this.amount - fee, Math.max(afterCommission, Math.min(fee, quarter)))
    this.#close('cancelled')
  }

  #settle(payer: number, payee: number): void {
    const { id, people } = this.of
    this.#books.move({
      [`hold:${id}`]: -this.amount,
      [`payable:${people.payer}`]: payer,
      [`payable:${people.payee}`]: payee,
      commission: this.amount - payer - payee,
    })
    this.#books.owe({ dealId: id, userId: people.payer, party: 'payer', purpose: 'refund', amount: payer })
    this.#books.owe({ dealId: id, userId: people.payee, party: 'payee', purpose: 'release', amount: payee })
  }

  #close(status: string, fees?: Fees): void {
    if (fees) for (const side of SIDES) this.#endFee(side, fees)
    if (this.status === 'agreed' || this.dispute) this.#closePayIns()
    this.status = status
    this.dueAt = null
  }

  #closePayIns(): void {
    for (const payIn of this.payIns) if (payIn.status === 'open') payIn.status = 'closed'
  }

  #endFee(side: Side, fees: Fees): void {
    const { complainant, paid } = this.dispute as Dispute
    const amount = paid[side]
    if (amount === 0) return
    const isKept =
      fees === 'both_back'
        ? false
        : fees === 'respondent_kept'
          ? side !== complainant
          : fees.atFault === side || fees.atFault === 'both'
    const { id, people } = this.of
    const to = isKept ? 'dispute_fees' : `payable:${people[side]}`
    this.#books.move({ [`fee_hold:${id}:${side}`]: -amount, [to]: amount })
    if (!isKept)
      this.#books.owe({ dealId: id, userId: people[side], party: side, purpose: 'fee_back', amount })
  }

  /** What somebody is asked for now, or the refusal. */
  askForMoney(by: By, now: number): { purpose: PayIn['purpose']; amount: number } | string {
    // refused before the deal is looked at: the team never pays
    if (by === 'team') return 'forbidden'
    this.lapse(now)
    if (this.status === 'agreed')
      return by === 'payer' ? { purpose: 'amount', amount: this.amount } : 'forbidden'
    const isDue = IN_DISPUTE.includes(this.status) && this.dispute?.paid[by] === 0
    return isDue ? { purpose: 'fee', amount: FEE } : 'wrong_state'
  }

  /** Money has come for a pay-in: what is due is held, all else is owed back to who sent it. */
  receive(payIn: PayIn, amount: number, now: number): void {
    this.lapse(now)
    const used = this.#isDue(payIn) && amount >= payIn.amount ? payIn.amount : 0
    if (used > 0) this.#apply(payIn, now)
    const rest = amount - used
    if (rest === 0) return
    const userId = this.of.people[payIn.side]
    this.#books.move({ 'gateway:sandbox': -rest, [`payable:${userId}`]: rest })
    this.#books.owe({ dealId: this.of.id, userId, party: payIn.side, purpose: 'stray', amount: rest })
  }

  #isDue({ purpose, side, status }: PayIn): boolean {
    if (status === 'paid' || status === 'closed') return false
    if (purpose === 'amount') return this.status === 'agreed'
    return IN_DISPUTE.includes(this.status) && this.dispute?.paid[side] === 0
  }

  /** The other side has two days to answer, from the fee of whoever complained. */
  #applyFee(side: Side, amount: number, now: number): void {
    const dispute = this.dispute as Dispute
    dispute.paid[side] += amount
    if (this.status === 'disputed' && side === dispute.complainant) this.dueAt = now + 2 * DAY
  }

  #apply(payIn: PayIn, now: number): void {
    const { purpose, side, amount } = payIn
    const account = purpose === 'fee' ? `fee_hold:${this.of.id}:${side}` : `hold:${this.of.id}`
    this.#books.move({ 'gateway:sandbox': -amount, [account]: amount })
    payIn.status = 'paid'
    this.seq += 1
    if (purpose === 'fee') this.#applyFee(side, amount, now)
    else {
      this.#closePayIns()
      this.fundedAt = now
      this.enter('funded', now + 2 * DAY)
    }
  }
}
