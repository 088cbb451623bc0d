/** Money in: whose it is, by the first rule that fits. No claim of a person alone decides it. */
import { depositOutcome } from '#core/deposits.ts'
import { DAY_MS } from '#core/time.ts'
import { decided, type FactLine, type LineDecision, type MatchingRule } from './decision.ts'
import { knownCodes } from './narration.ts'
import { isFrom, isFromOther } from './people.ts'
import type { ExpectedPayIn, MatchingState } from './world.ts'

const CUT_DAYS = 60
const AMOUNT_DAYS = 7

const daysFrom = (day: string, to: string): number => (Date.parse(to) - Date.parse(day)) / DAY_MS
const isWithin = (days: number, { createdOn }: ExpectedPayIn, date: string): boolean =>
  daysFrom(createdOn, date) >= 0 && daysFrom(createdOn, date) <= days

const referencesOf = (payIns: readonly ExpectedPayIn[]): string[] =>
  payIns.map(({ reference }) => reference).sort()

/** Of the world that was read: what its deal can no longer take is closed there. */
const outcomeOf = (payIn: ExpectedPayIn, { amountPaise }: FactLine['line'], state: MatchingState) =>
  depositOutcome({ status: state.statusOf(payIn), isDue: true, amountPaise: payIn.amountPaise }, amountPaise)

/** Matched by what the line itself carries; whoever else claims this payment is wrong. */
function matchedTo(payIn: ExpectedPayIn, rule: 'C3' | 'C5', { line, facts }: FactLine, state: MatchingState) {
  const others = state.claimantsOf(facts.utrs).filter(({ reference }) => reference !== payIn.reference)
  const other = isFromOther(facts, payIn.payer) ? 'third_party' : null
  return decided('matched', rule, outcomeOf(payIn, line, state), {
    target: payIn.reference,
    flag: others.length > 0 ? 'claim_conflict' : other,
    conflictsWith: referencesOf(others),
  })
}

/** C1: a payout that came back, by its transfer's number or its code. */
const returned: MatchingRule = ({ line, facts }, state) => {
  if (!facts.isReversal) return null
  const byUtr = state.paidPayouts(line.amountPaise, facts.utrs)
  const codes = knownCodes(facts, 'PY', (code) => state.payout(code) !== undefined)
  const byCode = codes.flatMap((code) => state.payout(code) ?? [])
  const isReturned = (payout: (typeof byCode)[number]) =>
    payout.amountPaise === line.amountPaise && state.payoutState(payout).status === 'paid'
  const payouts = [...new Set([...byUtr, ...byCode.filter(isReturned)])]
  const [payout] = payouts
  if (payout && payouts.length === 1)
    return decided('matched', 'C1', 'payout_returned', { target: payout.code })
  // "REV" is the beginning of a name, too: the reference that we gave says more
  const isPaymentOfOurs = knownCodes(facts, 'TD', (code) => state.payIn(code) !== undefined).length > 0
  if (payouts.length === 0 && codes.length === 0 && isPaymentOfOurs) return null
  return decided('unmatched', 'C1', 'suspense', { class: 'reversal' })
}

/** C2: never for a deal, whatever its note says. */
const ofNoDeal: MatchingRule = ({ facts }) => {
  const kind = facts.class
  if (kind === null) return null
  const outcome = kind === 'foreign' || kind === 'lump' ? 'suspense' : 'explain'
  return decided('unmatched', 'C2', outcome, { class: kind })
}

/** C3, C3b: a reference that we gave. */
const byReference: MatchingRule = (factLine, state) => {
  const references = knownCodes(factLine.facts, 'TD', (code) => state.payIn(code) !== undefined)
  const payIns = references.flatMap((reference) => state.payIn(reference) ?? [])
  const [payIn] = payIns
  if (!payIn) return null
  if (payIns.length > 1) return decided('suggested', 'C3b', 'choose', { candidates: referencesOf(payIns) })
  return matchedTo(payIn, 'C3', factLine, state)
}

/** C5: the beginning of a reference with its amount. Pay-ins of any status count: the true owner is always among them. */
const byCutReference: MatchingRule = (factLine, state) => {
  const { line, facts } = factLine
  const payIns = facts.cuts
    .flatMap((cut) => state.payInsCut(cut))
    .filter((payIn) => payIn.amountPaise === line.amountPaise && isWithin(CUT_DAYS, payIn, line.date))
  const [payIn, ...more] = new Set(payIns)
  return payIn && more.length === 0 ? matchedTo(payIn, 'C5', factLine, state) : null
}

/** C4c, C4, C4n, C4b: the number of the payment, which anybody may have read on a screenshot. */
const byClaim: MatchingRule = ({ line, facts }, state) => {
  const claimants = state.claimantsOf(facts.utrs)
  const [payIn] = claimants
  if (!payIn) return null
  if (claimants.length > 1)
    return decided('suggested', 'C4c', 'choose', { candidates: referencesOf(claimants) })
  const outcome = outcomeOf(payIn, line, state)
  if (outcome !== 'applied') return decided('suggested', 'C4b', outcome, { target: payIn.reference })
  const open = state.openPayInsOf(line.amountPaise)
  // who has read the number on a screenshot can also take the name that is on it
  const isNamesake = open.some((other) => other !== payIn && isFrom(facts, other.payer))
  if (isFrom(facts, payIn.payer) && !isNamesake && !state.isContested(payIn))
    return decided('matched', 'C4', outcome, { target: payIn.reference })
  const candidates = referencesOf(open)
  return decided('suggested', 'C4n', 'choose', { candidates })
}

/** C6: nothing but the amount. */
const byAmount: MatchingRule = ({ line }, state) => {
  const payIns = state
    .openPayInsOf(line.amountPaise)
    .filter((payIn) => isWithin(AMOUNT_DAYS, payIn, line.date) && !state.isContested(payIn))
  const [payIn] = payIns
  if (!payIn) return null
  const candidates = referencesOf(payIns)
  if (payIns.length > 1) return decided('suggested', 'C6', 'choose', { candidates })
  const isUnique = state.world.hasUniquePaise && line.amountPaise % 100 !== 0
  return decided(isUnique ? 'matched' : 'suggested', 'C6', 'applied', { target: payIn.reference, candidates })
}

const LADDER = [returned, ofNoDeal, byReference, byCutReference, byClaim, byAmount]

/** By the first rule of the ladder that has an answer; C7, suspense, when none has. `state` is read and not changed. */
export function decideCredit(factLine: FactLine, state: MatchingState): LineDecision {
  for (const rule of LADDER) {
    const decision = rule(factLine, state)
    if (decision) return decision
  }
  return decided('unmatched', 'C7', 'suspense')
}
