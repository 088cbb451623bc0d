/** When each state's deadline falls. Pure: `from` is the moment the state was entered. */
import { addBusinessDays } from '#core/business-days.ts'
import type { DealFacts } from './facts.ts'
import { type Lapse, STATES, type Status } from './states.ts'

type DeadlineRule = (facts: DealFacts, from: number) => number

/** Whose turn it is has the time of an answer, also where what is counted from before has passed: it came late, or the deal stood still. */
const noSooner = (at: number, { policy }: DealFacts, from: number): number =>
  Math.max(at, from + policy.unresponsivenessMs)

const RULES: Readonly<Record<Exclude<Lapse, 'unresponsiveness' | 'deliveryDue'>, DeadlineRule>> = {
  offerValidity: ({ policy }, from) => from + policy.offerValidityMs,
  trackingWindow: ({ policy }, from) => from + policy.trackingWindowMs,
  complaintWindow: (facts, from) => (facts.deliveredAt ?? from) + facts.policy.complaintWindowMs[facts.track],
  returnWindow: (facts, from) =>
    noSooner((facts.deliveredAt ?? from) + facts.policy.returnWindowMs, facts, from),
  mutualResolution: (facts, from) =>
    noSooner((facts.dispute?.filedAt ?? from) + facts.policy.mutualResolutionMs, facts, from),
  decisionLimit: ({ policy }, from) => from + policy.decisionLimitMs,
}

/** When the goods or the work are due: counted from the funding, or the agreed date and 2 days. */
export function firstDeliveryDue(facts: DealFacts, from: number): number {
  const { policy, completionAt } = facts
  if (facts.track === 'services') return Math.max(completionAt ?? from, from) + policy.unresponsivenessMs
  const at = addBusinessDays(facts.fundedAt ?? from, policy.deliveryDueBusinessDays, policy.calendar)
  return noSooner(at, facts, from)
}

/**
 * The same of a deal that stood still for `stoodStillMs` before it was begun: neither the funding nor the agreed date says how
 * much of the time is left. `facts` have the deadline that it goes on with.
 */
export function firstDeliveryDueAfter(facts: DealFacts, stoodStillMs: number): number {
  const later = (at: number | null): number | null => (at === null ? null : at + stoodStillMs)
  const moved = { ...facts, fundedAt: later(facts.fundedAt), completionAt: later(facts.completionAt) }
  return firstDeliveryDue(moved, facts.dueAt ?? 0)
}

function deliveryDue(facts: DealFacts, from: number): number {
  if (facts.status === 'in_delivery') return facts.deliveryDueAt ?? firstDeliveryDue(facts, from)
  return addBusinessDays(from, facts.policy.deliveryDueBusinessDays, facts.policy.calendar)
}

function lapseOf(status: Status, track: DealFacts['track']): Lapse | null {
  const { lapse } = STATES[status]
  return lapse === null || typeof lapse === 'string' ? lapse : lapse[track]
}

/** The deadline of the state that `facts` are in, entered at `from`; null in a terminal state. */
export function stateDeadline(facts: DealFacts, from: number): { at: number; event: Lapse } | null {
  const event = lapseOf(facts.status, facts.track)
  if (event === null) return null
  if (event === 'unresponsiveness')
    return { event, at: (facts.dispute?.filedAt ?? from) + facts.policy.unresponsivenessMs }
  if (event === 'deliveryDue') return { event, at: deliveryDue(facts, from) }
  return { event, at: RULES[event](facts, from) }
}
