/**
 * The one judge. Given what a deal is and what somebody wants, answers the transition to be written, or why not.
 * Pure: the clock and every id are handed in. Refusals come in a pinned order: forbidden (never yours), overdue,
 * wrong_state (not now), forbidden (not yours here), invalid input, guard.
 */
import { cancellationParts, type Parts, refundParts, releaseParts, splitParts } from '../charges.ts'
import { type Paise, shareOf } from '../money.ts'
import {
  type Actor,
  type DealFacts,
  type Decision,
  type FeeFate,
  type Refused,
  type Request,
  refused,
} from './facts.ts'
import { failedGuard, holds, mayEver, mayHere } from './guards.ts'
import { judgeInput } from './judge-input.ts'
import { nextFacts } from './next-facts.ts'
import type { Party } from './states.ts'
import { type Action, TRANSITIONS, type Transition } from './transitions.ts'

const byAction = new Map<Action, Transition[]>()
for (const row of TRANSITIONS)
  if ('action' in row.on) byAction.set(row.on.action, [...(byAction.get(row.on.action) ?? []), row])

const fits = (row: Transition, facts: DealFacts) =>
  row.from === facts.status && (row.track === undefined || row.track === facts.track)

type Place = Pick<Request, 'action' | 'by' | 'now'>

/** Whether it is this actor's and now, before any input is looked at. The rows that are his here, or the refusal. */
function place(facts: DealFacts, { action, by, now }: Place): Transition[] | Refused {
  const rows = byAction.get(action) ?? []
  if (!rows.some((row) => mayEver(row, facts, by))) return refused('forbidden')
  if (facts.dueAt !== null && now >= facts.dueAt) return refused('overdue')
  const here = rows.filter((row) => fits(row, facts))
  if (here.length === 0) return refused('wrong_state')
  const mine = here.filter((row) => mayHere(row, facts, by))
  if (mine.length === 0) return refused(action === 'accept_split' ? 'own_offer' : 'forbidden')
  return mine
}

/** The refusal that needs no input to be known, or null: so a stranger to an action is never asked for its fields. */
export function refusalOfPlace(facts: DealFacts, request: Place): Refused | null {
  const mine = place(facts, request)
  return Array.isArray(mine) ? null : mine
}

/** What an action does to a deal. Refuses; never throws on a wrong request. */
export function decide(facts: DealFacts, request: Request): Decision | Refused {
  const mine = place(facts, request)
  if (!Array.isArray(mine)) return mine
  const problem = judgeInput(facts, request)
  if (problem) return problem
  const row = mine.find((one) => holds(one, facts, request))
  return row ? taken(facts, row, request) : refused(failedGuard(mine[0]))
}

/** Applies the deadline that has passed, as of the moment it was due. Refuses with `wrong_state` when none has. */
export function decideLapse(facts: DealFacts, now: number): Decision | Refused {
  if (facts.dueAt === null || now < facts.dueAt) return refused('wrong_state')
  const request: Request = { action: 'create', by: 'gateway', now: facts.dueAt }
  const row = TRANSITIONS.find(
    (one) =>
      'lapse' in one.on && one.on.lapse === facts.dueEvent && fits(one, facts) && holds(one, facts, request),
  )
  return row ? taken(facts, row, request) : refused('wrong_state')
}

/** Whether a party could take an action now, its input aside. Buttons are shown by this and by nothing else. */
export function isAllowed(facts: DealFacts, action: Action, by: Actor, now: number): boolean {
  if (facts.dueAt !== null && now >= facts.dueAt) return false
  const rows = (byAction.get(action) ?? []).filter((row) => fits(row, facts) && mayHere(row, facts, by))
  const offer = facts.dispute?.offer
  const request: Request = { action, by, now, input: offer ? { offer_id: offer.id } : {} }
  return rows.some((row) => holds(row, facts, request))
}

function taken(facts: DealFacts, row: Transition, request: Request): Decision {
  const input = request.input ?? {}
  return {
    ok: true,
    row,
    from: row.from,
    next: nextFacts(facts, row, request),
    hold: holdParts(facts, row, input),
    fees: { payer: feeFate(facts, row, 'payer', input), payee: feeFate(facts, row, 'payee', input) },
  }
}

function holdParts(
  facts: DealFacts,
  row: Transition,
  input: Readonly<Record<string, unknown>>,
): Parts | null {
  const { amountPaise, commissionBasisPoints, cancellationFeeBasisPoints, dispute } = facts
  const split = (share: Paise) => splitParts(amountPaise, share, commissionBasisPoints)
  switch (row.hold) {
    case undefined:
      return null
    case 'refund':
      return refundParts(amountPaise)
    case 'release':
      return releaseParts(amountPaise, commissionBasisPoints)
    case 'cancellation':
      return cancellationParts(amountPaise, cancellationFeeBasisPoints)
    case 'for_complainant':
      return dispute?.complainant === 'payee'
        ? releaseParts(amountPaise, commissionBasisPoints)
        : refundParts(amountPaise)
    case 'offer':
      return split(dispute?.offer?.payerSharePaise ?? amountPaise)
    case 'decision':
      return split(input.payer_share_paise as Paise)
    case 'halves':
      return split(shareOf(amountPaise, 5_000))
  }
}

function feeFate(
  facts: DealFacts,
  row: Transition,
  party: Party,
  input: Readonly<Record<string, unknown>>,
): FeeFate | null {
  if (!row.fees || !facts.dispute || facts.dispute.feePaidPaise[party] === 0) return null
  if (row.fees === 'both_back') return 'back'
  if (row.fees === 'respondent_kept') return facts.dispute.complainant === party ? 'back' : 'kept'
  return input.at_fault === party || input.at_fault === 'both' ? 'kept' : 'back'
}
