/** The oracle of the ledger: balances in memory, moved as the design says, and nothing of the product's code. */
import type { Party } from '#core/lifecycle/states.ts'

export interface OwedPayout {
  readonly dealId: string
  readonly userId: number
  readonly party: Party
  readonly purpose: 'release' | 'refund' | 'fee_back' | 'stray'
  readonly amount: number
  status: 'open' | 'paid' | 'review'
  tries: number
  /** The last try may have been paid. */
  isUnknown: boolean
}

export class Books {
  readonly balances = new Map<string, number>()
  readonly payouts: OwedPayout[] = []
  transfers = 0
  deposits = 0

  of(account: string): number {
    return this.balances.get(account) ?? 0
  }

  /** One transfer: the amounts by account, zeros left out. */
  move(parts: Readonly<Record<string, number>>): void {
    const sum = Object.values(parts).reduce((all, value) => all + value, 0)
    if (sum !== 0) throw new Error(`the oracle's own transfer sums to ${sum}`)
    for (const [account, amount] of Object.entries(parts))
      if (amount !== 0) this.balances.set(account, this.of(account) + amount)
    this.transfers += 1
  }

  owe(payout: Omit<OwedPayout, 'status' | 'tries' | 'isUnknown'>): void {
    if (payout.amount > 0) this.payouts.push({ ...payout, status: 'open', tries: 0, isUnknown: false })
  }
}

/** Half up, to the paisa. */
export const shareOf = (amount: number, basisPoints: number): number =>
  Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n)
