/** What a running deal's pages, dialogs and mails tell its people, as a change of the policy would leave it. */
import { releaseParts } from '#core/charges.ts'
import type { Track } from '#core/ids.ts'
import type { Moving } from '#core/lifecycle/allowed.ts'
import { stateDeadline } from '#core/lifecycle/deadlines.ts'
import type { DealFacts, Dispute } from '#core/lifecycle/facts.ts'
import { HELD, isTerminal, type Party, STATUSES, type Status } from '#core/lifecycle/states.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { paise, ZERO } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import { changedSentences, type PlacedChange, type PlacedSentence } from '#core/sentence-changes.ts'
import { DAY_MS } from '#core/time.ts'
import type { DealParticipants, Participant } from '#server/services/deal/participants.ts'
import { currentSnapshot, type DealSnapshot, snapshotAfter } from '#server/services/deal/snapshot.ts'
import { moneyPhrases, nextStepPhrases } from './phrases.ts'

const TRACKS: readonly Track[] = ['shopping', 'services']
const VIEWS: readonly Moving[] = ['payer', 'payee', 'team']
const COMPLAINANTS: readonly Party[] = ['payer', 'payee']
const SAMPLE_PAISE = paise(10_000_00)
const SAMPLE_WORK_MS = 20 * DAY_MS

const RETURN_STATES: readonly Status[] = ['return_requested', 'returning', 'return_in_transit']
const DISPUTE_STATES: readonly Status[] = ['disputed', 'negotiating', 'mediation']

/** A deal that has come to `status` at this moment. */
function sampleDeal(
  { track, status, policy, now }: { track: Track; status: Status; policy: Policy; now: number },
  complainant: Party | null,
): DealFacts {
  const isHeld = HELD.some((held) => held === status)
  const fee = status === 'disputed' ? ZERO : policy.disputeFeePaise
  const dispute: Dispute | null = complainant && {
    complainant,
    filedAt: now,
    feePaidPaise: { payer: paise(fee), payee: paise(fee) },
    escalatedBy: [],
    offer: null,
  }
  const facts: DealFacts = {
    track,
    status,
    creator: track === 'shopping' ? 'payer' : 'payee',
    amountPaise: SAMPLE_PAISE,
    commissionBasisPoints: policy.commissionBasisPoints[track],
    cancellationFeeBasisPoints: policy.cancellationFeeBasisPoints,
    termsVersion: 1,
    policy,
    completionAt: track === 'services' ? now + SAMPLE_WORK_MS : null,
    fundedAt: isHeld ? now : null,
    deliveryDueAt: null,
    deliveredAt: isHeld && !['funded', 'in_delivery'].includes(status) ? now : null,
    dueAt: null,
    dueEvent: null,
    moreTimeAsked: false,
    changesRequested: 0,
    extensionTo: null,
    dispute,
    frozenSince: null,
  }
  const due = stateDeadline(facts, now)
  return { ...facts, dueAt: due?.at ?? null, dueEvent: due?.event ?? null }
}

const sampleParticipant = (firstName: string, locale: Locale): Participant => ({
  id: null,
  ...{ name: firstName, firstName, locale },
  ...{ email: null, quiet: null, mail: 'all' },
})

const sampleParticipants = (facts: DealFacts, locale: Locale): DealParticipants => ({
  dealId: '',
  track: facts.track,
  title: '',
  amountPaise: facts.amountPaise,
  commissionBasisPoints: facts.commissionBasisPoints,
  payer: sampleParticipant(locale === 'hi' ? 'आशा' : 'Asha', locale),
  payee: sampleParticipant(locale === 'hi' ? 'रवि' : 'Ravi', locale),
  creator: facts.creator,
  isAgreed: facts.status !== 'proposed',
  publicUrl: '',
})

/** Every state that a track has, a dispute by either side, and the end in which the payee is paid. */
function sampleDeals(
  track: Track,
  policy: Policy,
  now: number,
): { facts: DealFacts; snapshot: DealSnapshot }[] {
  const isOfTrack = (status: Status): boolean => track === 'shopping' || !RETURN_STATES.includes(status)
  const running = STATUSES.filter((status) => !isTerminal(status) && isOfTrack(status)).flatMap((status) => {
    const complainants = DISPUTE_STATES.includes(status) ? COMPLAINANTS : [null]
    return complainants.map((complainant) => sampleDeal({ track, status, policy, now }, complainant))
  })
  const released = sampleDeal({ track, status: 'released', policy, now }, null)
  const paidOut = snapshotAfter({
    from: 'delivered',
    next: released,
    hold: releaseParts(SAMPLE_PAISE, released.commissionBasisPoints),
    fees: { payer: null, payee: null },
  })
  return [
    ...running.map((facts) => ({ facts, snapshot: currentSnapshot(facts) })),
    { facts: released, snapshot: paidOut },
  ]
}

/** One text for each step and reader: a sentence alone ("Until Tue 24 Nov") would not say of what. */
const stepTexts = (policy: Policy, now: number): PlacedSentence[][] =>
  TRACKS.flatMap((track) =>
    sampleDeals(track, policy, now).map(({ facts, snapshot }) =>
      LOCALES.flatMap((locale) =>
        VIEWS.map((view) => {
          const context = { participants: sampleParticipants(facts, locale), snapshot, view, locale }
          const text = [...moneyPhrases(context), ...nextStepPhrases(context)].join(' ')
          return { place: `deal-${track}-${view}`, locale, text }
        }),
      ),
    ),
  )

/** Compared step by step: the same step stands beside itself. `now`: epoch ms at which each step would be taken. */
export function changedDealSteps(before: Policy, after: Policy, now: number): PlacedChange[] {
  const next = stepTexts(after, now)
  return stepTexts(before, now).flatMap((texts, index) => changedSentences(texts, next[index] ?? []))
}
