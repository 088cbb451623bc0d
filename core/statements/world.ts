/** What is known before a statement is matched, and how it changes from line to line: nothing is taken twice. */
import type { KnownPerson } from './people.ts'

interface UtrClaim {
  readonly utr: string
  readonly amountPaise: number | null
}

export interface ExpectedPayIn {
  readonly reference: string
  readonly amountPaise: number
  readonly status: 'open' | 'paid' | 'closed'
  /** The day in India. */
  readonly createdOn: string
  readonly payer: KnownPerson
  /** What the payer says of their payment: hints, and on every screenshot. */
  readonly claims: readonly UtrClaim[]
}

export interface SentPayout {
  readonly code: string
  readonly amountPaise: number
  readonly status: 'sent' | 'in_file' | 'paid' | 'returned'
  /** As its debit line showed them. */
  readonly utrs: readonly string[]
  readonly payee: KnownPerson
  readonly account: string | null
}

/** A credit that was booked for a pay-in; the bank may take it back. */
export interface BookedDeposit {
  readonly reference: string
  readonly amountPaise: number
  readonly utrs: readonly string[]
}

export interface MatchingWorld {
  readonly account: string
  readonly ownNames: readonly string[]
  readonly payIns: readonly ExpectedPayIn[]
  readonly payouts: readonly SentPayout[]
  readonly deposits: readonly BookedDeposit[]
  /** With UPI_UNIQUE_PAISE the paise of an amount tell whose it is. */
  readonly hasUniquePaise: boolean
}

/** An item stands under each of its keys once. */
export const groupedBy = <T>(items: readonly T[], keysOf: (item: T) => readonly (string | number)[]) => {
  const groups = new Map<string | number, T[]>()
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}

const CUT_LENGTH = 5
const NONE: readonly never[] = []

/** The world as the lines so far leave it. */
export class MatchingState {
  readonly world: MatchingWorld
  readonly #byReference: Map<string | number, ExpectedPayIn[]>
  readonly #byAmount: Map<string | number, ExpectedPayIn[]>
  readonly #byCut: Map<string | number, ExpectedPayIn[]>
  readonly #byClaim: Map<string | number, ExpectedPayIn[]>
  readonly #byCode: Map<string | number, SentPayout[]>
  readonly #byPayoutAmount: Map<string | number, SentPayout[]>
  readonly #paid = new Set<string>()
  readonly #contested = new Set<string>()
  readonly #payouts = new Map<string, Pick<SentPayout, 'status' | 'utrs'>>()
  readonly #deposits: Map<string | number, BookedDeposit[]>
  readonly #takenBack = new Set<BookedDeposit>()

  constructor(world: MatchingWorld) {
    const { payIns, payouts, deposits } = world
    this.world = world
    this.#byReference = groupedBy(payIns, ({ reference }) => [reference])
    this.#byAmount = groupedBy(payIns, ({ amountPaise }) => [amountPaise])
    this.#byCut = groupedBy(payIns, ({ reference }) => [reference.slice(0, CUT_LENGTH)])
    this.#byClaim = groupedBy(payIns, ({ claims }) => claims.map(({ utr }) => utr))
    // a bank that keeps nine letters of a note cuts the last of a code
    this.#byCode = groupedBy(payouts, ({ code }) => [code, code.slice(0, 9)])
    this.#byPayoutAmount = groupedBy(payouts, ({ amountPaise }) => [amountPaise])
    this.#deposits = groupedBy(deposits, ({ utrs }) => utrs)
    for (const claimants of this.#byClaim.values())
      if (claimants.length > 1) for (const { reference } of claimants) this.#contested.add(reference)
  }

  payIn(reference: string): ExpectedPayIn | undefined {
    return this.#byReference.get(reference)?.[0]
  }

  statusOf({ reference, status }: ExpectedPayIn): ExpectedPayIn['status'] {
    return this.#paid.has(reference) ? 'paid' : status
  }

  openPayInsOf(amountPaise: number): ExpectedPayIn[] {
    const payIns = this.#byAmount.get(amountPaise) ?? NONE
    return payIns.filter((payIn) => this.statusOf(payIn) === 'open')
  }

  payInsCut(cut: string): readonly ExpectedPayIn[] {
    const payIns = this.#byCut.get(cut.slice(0, CUT_LENGTH)) ?? NONE
    return cut.length < CUT_LENGTH ? [] : payIns.filter(({ reference }) => reference.startsWith(cut))
  }

  claimantsOf(utrs: readonly string[]): ExpectedPayIn[] {
    return [...new Set(utrs.flatMap((utr) => this.#byClaim.get(utr) ?? []))]
  }

  isContested({ reference }: ExpectedPayIn): boolean {
    return this.#contested.has(reference)
  }

  contest(payIns: readonly ExpectedPayIn[]): void {
    for (const { reference } of payIns) this.#contested.add(reference)
  }

  /** The hold of a deal is funded once. */
  fund({ reference }: ExpectedPayIn): void {
    this.#paid.add(reference)
  }

  payout(code: string): SentPayout | undefined {
    const payouts = this.#byCode.get(code) ?? NONE
    return payouts.length === 1 ? payouts[0] : payouts.find((payout) => payout.code === code)
  }

  payoutState({ code, status, utrs }: SentPayout): Pick<SentPayout, 'status' | 'utrs'> {
    return this.#payouts.get(code) ?? { status, utrs }
  }

  sentPayoutsOf(amountPaise: number): SentPayout[] {
    const payouts = this.#byPayoutAmount.get(amountPaise) ?? NONE
    return payouts.filter((payout) => this.isUnderWay(payout))
  }

  isUnderWay(payout: SentPayout): boolean {
    const { status } = this.payoutState(payout)
    return status === 'sent' || status === 'in_file'
  }

  /** Of this amount, paid by one of these transfers. */
  paidPayouts(amountPaise: number, utrs: readonly string[]): SentPayout[] {
    const payouts = this.#byPayoutAmount.get(amountPaise) ?? NONE
    return payouts.filter((payout) => {
      const state = this.payoutState(payout)
      return state.status === 'paid' && state.utrs.some((utr) => utrs.includes(utr))
    })
  }

  settle({ code }: SentPayout, status: 'paid' | 'returned', utrs: readonly string[]): void {
    this.#payouts.set(code, { status, utrs })
  }

  book(deposit: BookedDeposit): void {
    for (const utr of deposit.utrs) {
      const deposits = this.#deposits.get(utr)
      if (deposits) deposits.push(deposit)
      else this.#deposits.set(utr, [deposit])
    }
  }

  depositOf(amountPaise: number, utrs: readonly string[]): BookedDeposit | undefined {
    const deposits = utrs.flatMap((utr) => this.#deposits.get(utr) ?? [])
    return deposits.find((deposit) => deposit.amountPaise === amountPaise && !this.#takenBack.has(deposit))
  }

  takeBack(deposit: BookedDeposit): void {
    this.#takenBack.add(deposit)
  }
}
