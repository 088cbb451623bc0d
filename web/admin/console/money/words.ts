/** Codes of the money desks in words. */
import type { DeskLine, LineCandidate } from '#core/contract/match-desk.ts'
import type { PresentedStatement } from '#core/contract/statements.ts'
import type { Explanation } from '#core/statements/explain.ts'
import { m } from '#messages/compiled/messages.js'

type Words = () => string

const EXPLANATION: Readonly<Record<Explanation, Words>> = {
  own: m.desk_class_own,
  interest: m.desk_class_interest,
  charges: m.desk_class_charges,
  gateway_fees: m.desk_class_gateway_fees,
  gst: m.desk_class_gst,
  tds: m.desk_class_tds,
  tcs: m.desk_class_tcs,
  razorpay: () => m.desk_class_moved({ provider: 'Razorpay' }),
  cashfree: () => m.desk_class_moved({ provider: 'Cashfree' }),
}
export const explanationWords = (explanation: Explanation): string => EXPLANATION[explanation]()

const REASON: Readonly<Record<LineCandidate['reasons'][number], Words>> = {
  reference: m.desk_reason_reference,
  utr: m.desk_reason_utr,
  amount: m.desk_reason_amount,
  name: m.desk_reason_name,
  vpa: m.desk_reason_vpa,
}
export const reasonWords = (reasons: LineCandidate['reasons']): string =>
  reasons.map((reason) => REASON[reason]()).join(' · ')

const OUTCOME: Readonly<Record<string, Words>> = {
  applied: m.desk_outcome_applied,
  short: m.desk_outcome_short,
  over: m.desk_outcome_over,
  double: m.desk_outcome_double,
  late: m.desk_outcome_late,
  refund: m.desk_outcome_refund,
  payout_paid: m.desk_outcome_payout_paid,
  payout_part: m.desk_outcome_payout_part,
  payout_returned: m.desk_outcome_payout_returned,
  deposit_reversed: m.desk_outcome_deposit_reversed,
  settlement: m.desk_outcome_settlement,
  debt: m.desk_outcome_debt,
  choose: m.desk_outcome_choose,
  explain: m.desk_outcome_explain,
  suspense: m.desk_outcome_suspense,
  unexplained: m.desk_outcome_unexplained,
  alarm: m.desk_outcome_alarm,
}
/** What a line becomes or became: an explanation is one too. */
export const outcomeWords = (outcome: string): string =>
  (OUTCOME[outcome] ?? EXPLANATION[outcome as Explanation])?.() ?? outcome

const TIER: Readonly<Record<DeskLine['tier'], Words>> = {
  matched: m.desk_tier_matched,
  suggested: m.desk_tier_suggested,
  unmatched: m.desk_tier_unmatched,
}
export const tierWords = (tier: DeskLine['tier']): string => TIER[tier]()

const FLAG: Readonly<Record<string, Words>> = {
  claim_conflict: m.desk_flag_claim_conflict,
  third_party: m.desk_flag_third_party,
}
export const flagWords = (flag: string): string => FLAG[flag]?.() ?? flag

type StatementProblem = NonNullable<PresentedStatement['problem']>
const PROBLEM: Readonly<Record<StatementProblem, Words>> = {
  nothing_new: m.statement_nothing_new,
  wrong_account: m.statement_wrong_account,
  balance_broken: m.statement_balance_broken,
  conflict: m.statement_conflict,
  gap: m.statement_gap,
}
export const statementProblemWords = (problem: StatementProblem, days: readonly string[]): string =>
  [PROBLEM[problem](), days.join(', ')].filter(Boolean).join(' ')

const PROVIDERS: Readonly<Record<string, string>> = { razorpay: 'Razorpay', cashfree: 'Cashfree' }
/** As the company writes itself. */
export const providerName = (provider: string): string => PROVIDERS[provider] ?? provider
