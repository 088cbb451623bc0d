/** A deal that stands for all: what is looked at are the sentences, not the sums. */
import type { Deal } from './contract/deals.ts'
import type { Track } from './ids.ts'
import { stateDeadline } from './lifecycle/deadlines.ts'
import type { DealFacts } from './lifecycle/facts.ts'
import type { Locale } from './locale.ts'
import { paise } from './money.ts'
import type { Policy } from './policy.ts'
import { DAY_MS } from './time.ts'

/** Any amount would do. */
export const SAMPLE_PAISE = paise(10_000_00)
const SAMPLE_WORK_MS = 20 * DAY_MS

export const SAMPLE_NAMES: Readonly<Record<Locale, { readonly payer: string; readonly payee: string }>> = {
  en: { payer: 'Asha', payee: 'Ravi' },
  hi: { payer: 'आशा', payee: 'रवि' },
}

/** By a key that is the same under another policy. */
export type SampleDeals = Readonly<Record<string, Deal>>

/** Work has the share that its form names, under any policy. */
export const sampleCancellationBasisPoints = (track: Track, policy: Policy): number =>
  track === 'shopping' ? policy.cancellationFeeBasisPoints : 2_500

/** An offer that is made at `now`. */
export function sampleOffer(track: Track, policy: Policy, now: number): DealFacts {
  const facts: DealFacts = {
    track,
    status: 'proposed',
    creator: track === 'shopping' ? 'payer' : 'payee',
    amountPaise: SAMPLE_PAISE,
    commissionBasisPoints: policy.commissionBasisPoints[track],
    cancellationFeeBasisPoints: sampleCancellationBasisPoints(track, policy),
    termsVersion: 1,
    policy,
    completionAt: track === 'services' ? now + SAMPLE_WORK_MS : null,
    fundedAt: null,
    deliveryDueAt: null,
    deliveredAt: null,
    dueAt: null,
    dueEvent: null,
    moreTimeAsked: false,
    changesRequested: 0,
    extensionTo: null,
    dispute: null,
    frozenSince: null,
  }
  const due = stateDeadline(facts, now)
  return { ...facts, dueAt: due?.at ?? null, dueEvent: due?.event ?? null }
}
