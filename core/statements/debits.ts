/** Money out: which of our payouts it was. What nobody knows raises an alarm: money left without us. */
import { decided, type FactLine, type LineDecision, type MatchingRule } from './decision.ts'
import { knownCodes, type NarrationFacts } from './narration.ts'
import { namesAnyWord, namesVpa } from './people.ts'
import type { MatchingState, SentPayout } from './world.ts'

const codesOf = (payouts: readonly SentPayout[]): string[] => payouts.map(({ code }) => code).sort()

/** D4: the bank takes a deposit back. */
const depositReversed: MatchingRule = ({ line, facts }, state) => {
  if (!facts.isReversal) return null
  const deposit = state.depositOf(line.amountPaise, facts.utrs)
  return deposit ? decided('matched', 'D4', 'deposit_reversed', { target: deposit.reference }) : null
}

/** D1: our code stands in it. A second debit of one code is money that we did not send. */
const byCode: MatchingRule = ({ line, facts }, state) => {
  const codes = knownCodes(facts, 'PY', (code) => state.payout(code) !== undefined)
  const payouts = [...new Set(codes.flatMap((code) => state.payout(code) ?? []))]
  const [payout] = payouts
  if (!payout) return null
  if (payouts.length > 1) return decided('suggested', 'D1', 'choose', { candidates: codesOf(payouts) })
  const more = { target: payout.code }
  if (!state.isUnderWay(payout)) return decided('unmatched', 'D5', 'alarm', more)
  return decided(payout.amountPaise === line.amountPaise ? 'matched' : 'suggested', 'D1', 'payout_paid', more)
}

const namesPayee = (facts: NarrationFacts, { payee, account }: SentPayout): boolean =>
  namesVpa(facts, payee.vpa) ||
  namesAnyWord(facts, payee.name) ||
  (account !== null && facts.accountTails.some((tail) => account.endsWith(tail)))

/** D2: the amount and somebody who was to be paid it. */
const byPayee: MatchingRule = ({ line, facts }, state) => {
  const payouts = state.sentPayoutsOf(line.amountPaise).filter((payout) => namesPayee(facts, payout))
  const [payout] = payouts
  if (!payout) return null
  if (payouts.length > 1) return decided('suggested', 'D2', 'choose', { candidates: codesOf(payouts) })
  return decided('suggested', 'D2', 'payout_paid', { target: payout.code })
}

/** D3: the bank's own. */
const charges: MatchingRule = ({ facts }) =>
  facts.class === 'charges' ? decided('suggested', 'D3', 'explain', { class: 'charges' }) : null

const LADDER = [depositReversed, byCode, byPayee, charges]

/** By the first rule of the ladder that has an answer; D5, an alarm, when none has. `state` is read and not changed. */
export function decideDebit(factLine: FactLine, state: MatchingState): LineDecision {
  for (const rule of LADDER) {
    const decision = rule(factLine, state)
    if (decision) return decision
  }
  return decided('unmatched', 'D5', 'alarm')
}
