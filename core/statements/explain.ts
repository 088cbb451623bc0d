/** What a line can be that is neither a payment for a deal nor one of our payouts, and where its money belongs. */
import {
  type AccountCode,
  BANK_CHARGES,
  GATEWAY_FEES,
  GST_OUTPUT,
  gatewayAccount,
  OWNER,
  TCS,
  TDS,
} from '#core/accounts.ts'
import type { MatchTier } from './decision.ts'
import type { Direction } from './lines.ts'

/** Providers that the operator moves money to, and gets it back from: what payouts leave from is theirs to fill. */
const FUNDED_PROVIDERS = ['razorpay', 'cashfree'] as const
type FundedProvider = (typeof FUNDED_PROVIDERS)[number]

export const EXPLANATIONS = [
  ...(['own', 'interest', 'charges', 'gateway_fees', 'gst', 'tds', 'tcs'] as const),
  ...FUNDED_PROVIDERS,
] as const
export type Explanation = (typeof EXPLANATIONS)[number]

/** It is the operator's neither more nor less: it lies at the provider, or did. */
const AT_PROVIDERS: Readonly<Record<FundedProvider, AccountCode>> = {
  razorpay: gatewayAccount('razorpay'),
  cashfree: gatewayAccount('cashfree'),
}

const PLACES: Readonly<Record<Direction, Partial<Record<Explanation, AccountCode>>>> = {
  // charges that come back lower what they cost
  C: { own: OWNER, interest: OWNER, charges: BANK_CHARGES, ...AT_PROVIDERS },
  D: {
    ...{ own: OWNER, charges: BANK_CHARGES, gateway_fees: GATEWAY_FEES },
    // paid to the State: as the owner's money it would be counted as lost twice
    ...{ gst: GST_OUTPUT, tds: TDS, tcs: TCS },
    ...AT_PROVIDERS,
  },
}

/** Undefined for what cannot be: a bank takes no interest from what is only kept. */
export const placeOf = (dir: Direction, explanation: Explanation): AccountCode | undefined =>
  PLACES[dir][explanation]

const isProvider = (explanation: Explanation): boolean => explanation in AT_PROVIDERS

/** Those that have a place in the ledger for this direction, in the order of `EXPLANATIONS`; of providers those that are on. */
export const explanationsOf = (dir: Direction, providers: readonly string[]): Explanation[] =>
  EXPLANATIONS.filter(
    (explanation) =>
      placeOf(dir, explanation) !== undefined &&
      (!isProvider(explanation) || providers.includes(explanation)),
  )

export interface JudgedLine {
  readonly dir: Direction
  readonly tier: MatchTier
  readonly rule: string
  readonly outcome: string
  readonly amountPaise: number
  readonly target: string | null
  readonly candidates: readonly string[]
}

/** What is said of a line. */
export interface LineMeaning {
  readonly kind: string
  readonly target: string | null
  readonly class: Explanation | null
  /** As whoever said it was shown it. */
  readonly expected: string | null
}

/** Words of a narration are typed by whoever sends the money: only what a bank charges for its own work is believed. */
const CHARGES_ALONE_PAISE = 100_000

/** Of money that left with the code of a payout that is under way, but of another amount. */
const isWrongAmount = ({ tier, rule, outcome }: JudgedLine): boolean =>
  tier === 'suggested' && rule === 'D1' && outcome === 'payout_paid'

const mayBeCharges = ({ rule, amountPaise }: JudgedLine): boolean =>
  rule === 'D3' && amountPaise <= CHARGES_ALONE_PAISE

const foundPayouts = (line: JudgedLine): readonly (string | null)[] =>
  ['D1', 'D2'].includes(line.rule) && !isWrongAmount(line) ? [line.target, ...line.candidates] : []

/** It is what the rule of the line has found. */
export const isFound = (
  line: JudgedLine,
  { kind, target, class: explanation, expected }: LineMeaning,
): boolean =>
  kind === 'explain'
    ? explanation === 'charges' && mayBeCharges(line)
    : kind === 'payout' &&
      target !== null &&
      expected !== 'payout_part' &&
      foundPayouts(line).includes(target)

/** Of money that left one person says what its rule has found, and nothing else; of the rest, what is small enough. */
export const needsSecondPerson = (line: JudgedLine, meaning: LineMeaning, fourEyesPaise: number): boolean =>
  line.amountPaise >= fourEyesPaise ||
  (line.dir === 'D' && !isFound(line, meaning)) ||
  // a settlement meets its line by itself: called a transfer of ours it would be missed for ever
  (meaning.class !== null && isProvider(meaning.class))

/** Whatever is said of it. */
export const alwaysNeedsSecond = (line: JudgedLine, fourEyesPaise: number): boolean =>
  line.amountPaise >= fourEyesPaise ||
  (line.dir === 'D' && !mayBeCharges(line) && foundPayouts(line).every((code) => code === null))

/** Money that left without us: the team is told at once, and not only when somebody looks. */
export const isAlarm = (line: JudgedLine): boolean =>
  line.dir === 'D' && (line.tier !== 'suggested' || isWrongAmount(line))
