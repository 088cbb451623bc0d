/** A deal's facts for tests and for the drawn examples of the documents: every field set, any of them replaced. */

import { stateDeadline } from '#core/lifecycle/deadlines.ts'
import type { DealFacts, Dispute } from '#core/lifecycle/facts.ts'
import type { Status } from '#core/lifecycle/states.ts'
import { paise, ZERO } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'

export const SAMPLE_NOW = Date.parse('2026-11-20T12:00:00+05:30')

const UNDELIVERED: readonly Status[] = ['proposed', 'agreed', 'funded', 'in_delivery']

export function sampleFacts(over: Partial<DealFacts> = {}): DealFacts {
  const track = over.track ?? 'shopping'
  const facts: DealFacts = {
    track,
    status: 'proposed',
    creator: track === 'shopping' ? 'payer' : 'payee',
    amountPaise: paise(150_000),
    commissionBasisPoints: DEFAULT_POLICY.commissionBasisPoints[track],
    cancellationFeeBasisPoints: DEFAULT_POLICY.cancellationFeeBasisPoints,
    termsVersion: 1,
    policy: DEFAULT_POLICY,
    completionAt: track === 'services' ? Date.parse('2026-12-10T18:00:00+05:30') : null,
    fundedAt: SAMPLE_NOW,
    deliveryDueAt: null,
    deliveredAt: UNDELIVERED.includes(over.status ?? 'proposed') ? null : SAMPLE_NOW,
    dueAt: null,
    dueEvent: null,
    moreTimeAsked: false,
    changesRequested: 0,
    extensionTo: null,
    dispute: null,
    frozenSince: null,
    ...over,
  }
  if ('dueAt' in over) return facts
  const due = stateDeadline(facts, SAMPLE_NOW)
  return { ...facts, dueAt: due?.at ?? null, dueEvent: due?.event ?? null }
}

export const sampleDispute = (over: Partial<Dispute> = {}): Dispute => ({
  complainant: 'payer',
  filedAt: SAMPLE_NOW,
  feePaidPaise: { payer: ZERO, payee: ZERO },
  escalatedBy: [],
  offer: null,
  ...over,
})
