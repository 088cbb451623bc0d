/** What becomes of a line. `matched` is booked by itself; the rest waits in suspense, or unexplained, for a person. */

import type { DepositOutcome } from '#core/deposits.ts'
import type { StatementLine } from './lines.ts'
import type { LineClass, NarrationFacts } from './narration.ts'
import type { MatchingState } from './world.ts'

export type MatchTier = 'matched' | 'suggested' | 'unmatched'
type CreditRule = 'C1' | 'C2' | 'C3' | 'C3b' | 'C4' | 'C4b' | 'C4c' | 'C4n' | 'C5' | 'C6' | 'C7'
type DebitRule = 'D1' | 'D2' | 'D3' | 'D4' | 'D5'

export type MatchOutcome =
  | DepositOutcome
  | 'choose'
  | 'explain'
  | 'suspense'
  | 'payout_returned'
  | 'payout_paid'
  | 'deposit_reversed'
  | 'alarm'

export interface LineDecision {
  readonly tier: MatchTier
  readonly rule: CreditRule | DebitRule
  readonly outcome: MatchOutcome
  /** A pay-in's reference or a payout's code. */
  readonly target: string | null
  /** References or codes to choose from, in the order of the alphabet. */
  readonly candidates: readonly string[]
  readonly class: LineClass | null
  readonly flag: 'claim_conflict' | 'third_party' | null
  /** Pay-ins whose claim of this payment is proved wrong. */
  readonly conflictsWith: readonly string[]
}

/** A new line and what becomes of it, as it waits for a second person. */
export interface ReviewedLine extends StatementLine, Omit<LineDecision, 'conflictsWith'> {
  readonly key: string
}

/** A line with what it says, read once. */
export interface FactLine {
  readonly line: StatementLine
  readonly facts: NarrationFacts
}

export type MatchingRule = (factLine: FactLine, state: MatchingState) => LineDecision | null

/** What `more` does not name is null, or empty for lists. */
export const decided = (
  tier: MatchTier,
  rule: LineDecision['rule'],
  outcome: MatchOutcome,
  more: Partial<LineDecision> = {},
): LineDecision => ({
  tier,
  rule,
  outcome,
  target: null,
  candidates: [],
  class: null,
  flag: null,
  conflictsWith: [],
  ...more,
})
