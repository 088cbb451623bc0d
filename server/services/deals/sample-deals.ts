/** A deal in every state that the lifecycle has, as each side and the team would see it: for texts about all of them. */
import type { Deal } from '#core/contract/deals.ts'
import type { Track } from '#core/ids.ts'
import { type Moving, whoseMove } from '#core/lifecycle/allowed.ts'
import { everyStep } from '#core/lifecycle/every-step.ts'
import type { DealFacts, Dispute } from '#core/lifecycle/facts.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import type { Policy } from '#core/policy.ts'
import { type SampleDeals, sampleOffer } from '#core/sample-deal.ts'
import { toIso } from '#core/time.ts'
import { presentActions, presentLapse, presentPolicy, presentShares, toPay } from './present-facts.ts'

const TRACKS: readonly Track[] = ['shopping', 'services']
const VIEWS: readonly Moving[] = ['payer', 'payee', 'team']
const NOBODY = { name: '', phone_number: null, again: { yes: 0, of: 0 } }
const iso = (at: number | null): string | null => (at === null ? null : toIso(at))

function sampleDispute(dispute: Dispute, { policy, status }: DealFacts): NonNullable<Deal['dispute']> {
  const fee = (party: Party) => (dispute.feePaidPaise[party] > 0 ? ('paid' as const) : ('due' as const))
  return {
    ...{ opened_by: dispute.complainant, reason: 'not_as_described', statement: '…' },
    ...{ wanted: null, response: null, decision: null, escalated_by: [...dispute.escalatedBy] },
    fees: { payer: fee('payer'), payee: fee('payee') },
    filed_at: toIso(dispute.filedAt),
    respond_by: toIso(dispute.filedAt + policy.unresponsivenessMs),
    settle_by: toIso(dispute.filedAt + policy.mutualResolutionMs),
    offers: dispute.offer
      ? [
          {
            ...{ id: dispute.offer.id, by: dispute.offer.by, note: null, at: toIso(dispute.filedAt) },
            ...{ payer_share_paise: dispute.offer.payerSharePaise, open: status === 'negotiating' },
          },
        ]
      : [],
  }
}

function sampleDeal(facts: DealFacts, me: Moving, now: number): Deal {
  const { track, status, creator } = facts
  const isHeld = facts.fundedAt !== null && !isTerminal(status)
  return {
    ...{ form_pk: 'sample', link: '', track, status, me, creator, terms_version: facts.termsVersion },
    ...{ whose_move: whoseMove(facts), now: toIso(now) },
    ...{ due_at: iso(facts.dueAt), due_event: facts.dueEvent, extension_to: iso(facts.extensionTo) },
    payee_waits: null,
    terms: track === 'shopping' ? { service_details: '…' } : { deliverables: '…' },
    policy: presentPolicy(facts),
    parties: { payer: NOBODY, payee: { ...NOBODY, verified_name: null } },
    actions: presentActions(facts, me, now),
    lapse: presentLapse(facts),
    money: {
      ...presentShares(facts),
      held_paise: isHeld ? facts.amountPaise : 0,
      ...{ payee_paise: 0, payer_paise: 0, commission_paise: 0, dispute_fees_paise: 0 },
      stray_paise: { payer: 0, payee: 0 },
    },
    to_pay: toPay(facts, me),
    dispute: facts.dispute && sampleDispute(facts.dispute, facts),
    ...{ events: [], payouts: [], files: [], papers: [], chat_url: null, handover_code: null },
    ...{ payment: null, payment_claim: null, tracking: null, return_tracking: null },
    ...{ paid_out: { payer: false, payee: false }, rating: { open: false, given: null } },
  }
}

/** By step and viewer; keys are the same under another policy. `now`: epoch ms at which each step would be taken. */
export function sampleDeals(policy: Policy, now: number): SampleDeals {
  const deals = TRACKS.flatMap((track) => {
    const offer = sampleOffer(track, policy, now)
    const steps = [...everyStep(offer, now)].map(([key, { decision }]) => [key, decision.next] as const)
    return [['create', offer] as const, ...steps].flatMap(([key, facts]) =>
      VIEWS.map((view) => [`${track} ${view} ${key}`, sampleDeal(facts, view, now)] as const),
    )
  })
  return Object.fromEntries(deals)
}
