/** What a line can be that is neither a payment for a deal nor one of our payouts, and where its money belongs. */
import { type AccountCode, BANK_CHARGES, GATEWAY_FEES, GST_OUTPUT, OWNER, TCS, TDS } from '#core/accounts.ts'
import type { Direction } from './lines.ts'

export const EXPLANATIONS = ['own', 'interest', 'charges', 'gateway_fees', 'gst', 'tds', 'tcs'] as const
export type Explanation = (typeof EXPLANATIONS)[number]

const PLACES: Readonly<Record<Direction, Partial<Record<Explanation, AccountCode>>>> = {
  // charges that come back lower what they cost
  C: { own: OWNER, interest: OWNER, charges: BANK_CHARGES },
  D: {
    ...{ own: OWNER, charges: BANK_CHARGES, gateway_fees: GATEWAY_FEES },
    // paid to the State: as the owner's money it would be counted as lost twice
    ...{ gst: GST_OUTPUT, tds: TDS, tcs: TCS },
  },
}

/** Undefined for what cannot be: a bank takes no interest from what is only kept. */
export const placeOf = (dir: Direction, explanation: Explanation): AccountCode | undefined =>
  PLACES[dir][explanation]

/** Those that have a place in the ledger for this direction, in the order of `EXPLANATIONS`. */
export const explanationsOf = (dir: Direction): Explanation[] =>
  EXPLANATIONS.filter((explanation) => placeOf(dir, explanation) !== undefined)

interface DecidedLine {
  readonly dir: Direction
  readonly rule: string
  readonly amountPaise: number
}

/** Money that left without us is never explained by one person; of the rest, what is small enough may be. */
export const needsSecondPerson = ({ rule, amountPaise }: DecidedLine, fourEyesPaise: number): boolean =>
  rule === 'D5' || amountPaise >= fourEyesPaise
