/** The deal as it is after a row was taken: what changed, and the next deadline. */
import { addPaise, type Paise, ZERO } from '#core/money.ts'
import { firstDeliveryDue, stateDeadline } from './deadlines.ts'
import type { DealFacts, Dispute, Request } from './facts.ts'
import type { Lapse, Party } from './states.ts'
import type { Transition } from './transitions.ts'

/**
 * Nothing is checked here: the row was found to be allowed, and its input valid. `facts` are left as they are. The new state
 * is entered at `request.now`; `dueAt` is null where no deadline runs. Of an edit only the version of the terms is here.
 */
export function nextFacts(facts: DealFacts, row: Transition, request: Request): DealFacts {
  const changed = { ...facts, ...changes(facts, row, request), status: row.to }
  const due = nextDue(changed, row, request)
  const entered = { ...changed, dueAt: due?.at ?? null, dueEvent: due?.event ?? null }
  return row.to === 'in_delivery' && due ? { ...entered, deliveryDueAt: due.at } : entered
}

function changes(facts: DealFacts, row: Transition, request: Request): Partial<DealFacts> {
  const { now, input = {}, by } = request
  if (row.opens) return { dispute: openDispute(row.opens, now) }
  if (!('action' in row.on)) return {}
  switch (row.on.action) {
    case 'edit':
      return { termsVersion: facts.termsVersion + 1 }
    case 'fund':
      return { fundedAt: now }
    case 'deliver':
    case 'confirm_receipt':
      return { deliveredAt: now, extensionTo: null }
    case 'propose_extension':
      return { extensionTo: input.due as number }
    case 'grant_extension':
      return { extensionTo: null, deliveryDueAt: facts.extensionTo }
    case 'decline_extension':
      return { extensionTo: null }
    case 'ask_more_time':
      return { moreTimeAsked: true }
    case 'charged_back':
      return { frozenSince: null }
    case 'request_changes':
      return { changesRequested: facts.changesRequested + 1, deliveryDueAt: changesDue(facts, now) }
    default:
      return { dispute: facts.dispute && inDispute(facts.dispute, request, by as Party) }
  }
}

const openDispute = (complainant: Party, filedAt: number): Dispute => ({
  complainant,
  filedAt,
  feePaidPaise: { payer: ZERO, payee: ZERO },
  escalatedBy: [],
  offer: null,
})

function inDispute(dispute: Dispute, request: Request, by: Party): Dispute {
  const { input = {}, fee } = request
  switch (request.action) {
    case 'pay_fee':
      return fee
        ? { ...dispute, feePaidPaise: { ...dispute.feePaidPaise, [fee.party]: paidFee(dispute, fee) } }
        : dispute
    case 'propose_split':
      return {
        ...dispute,
        offer: { id: request.offerId ?? '', by, payerSharePaise: input.payer_share_paise as Paise },
      }
    case 'escalate':
      return { ...dispute, escalatedBy: [...dispute.escalatedBy, by] }
    default:
      return dispute
  }
}

const paidFee = (dispute: Dispute, fee: { party: Party; paise: Paise }): Paise =>
  addPaise(dispute.feePaidPaise[fee.party], fee.paise)

/** Changes leave the later of the old date and the policy's time for changes (lifecycle table). */
const changesDue = (facts: DealFacts, now: number): number =>
  Math.max(facts.deliveryDueAt ?? firstDeliveryDue(facts, now), now + facts.policy.changesTimeMs)

/** With the fee of whoever complained it is the other side's turn to answer, from that moment on. */
const asksAnswer = ({ dispute }: DealFacts, { fee }: Request): boolean =>
  fee !== undefined && fee.party === dispute?.complainant

function nextDue(facts: DealFacts, row: Transition, request: Request): { at: number; event: Lapse } | null {
  const { now } = request
  const usual = stateDeadline(facts, now)
  if (row.due === undefined || usual === null) return usual
  const { event } = usual
  switch (row.due) {
    case 'answer':
      if (asksAnswer(facts, request)) return { event, at: now + facts.policy.unresponsivenessMs }
      return { event, at: facts.dueAt ?? usual.at }
    case 'keep':
      return { event, at: facts.dueAt ?? usual.at }
    case 'unproven_delivery':
      return { event, at: now + facts.policy.unprovenDeliveryWindowMs }
    case 'claimed_delivery':
      return { event, at: now + facts.policy.claimedDeliveryWindowMs }
    case 'more_time':
      return { event, at: (facts.dueAt ?? now) + facts.policy.unresponsivenessMs }
    case 'extension':
    case 'changes':
      return { event, at: facts.deliveryDueAt ?? usual.at }
  }
}
