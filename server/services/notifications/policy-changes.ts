/** What a deal's people are told at each of its steps, as a change of the policy would leave it. */
import { isDeepStrictEqual } from 'node:util'
import { type DeliveryProof, proofWindowMs } from '#core/delivery-proof.ts'
import type { Track } from '#core/ids.ts'
import type { Moving } from '#core/lifecycle/allowed.ts'
import { everyStep, type Step } from '#core/lifecycle/every-step.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import type { Policy } from '#core/policy.ts'
import { SAMPLE_NAMES, sampleOffer } from '#core/sample-deal.ts'
import { changedSentences, type PlacedChange, type PlacedSentence } from '#core/sentence-changes.ts'
import { toIso } from '#core/time.ts'
import type { DealParticipants, Participant } from '#server/services/deal/participants.ts'
import { currentSnapshot, type DealSnapshot, snapshotAfter } from '#server/services/deal/snapshot.ts'
import { composeReminder, headlineOf } from './compose.ts'
import { type MessageEvent, moneyPhrases, nextStepPhrases } from './phrases.ts'
import { activeDeadline, type Reminder, remindedOf, reminderDays } from './reminder-schedule.ts'

const TRACKS: readonly Track[] = ['shopping', 'services']
const VIEWS: readonly Moving[] = ['payer', 'payee', 'team']

/** Told by messages of their own, which print no figure of the policy. */
const TOLD_OTHERWISE: readonly string[] = ['unfund', 'charged_back']

interface SampleMessage {
  readonly facts: DealFacts
  readonly event: MessageEvent
  readonly snapshot: DealSnapshot
}

const PROOFS: Partial<Record<string, Readonly<Record<Track, DeliveryProof>>>> = {
  unproven_delivery: { shopping: 'no_code', services: 'no_file' },
  claimed_delivery: { shopping: 'courier', services: 'no_file' },
}

function eventOf({ request, decision: { row, next } }: Step): MessageEvent {
  if ('lapse' in row.on) return { name: row.on.lapse, by: 'lapse', data: {} }
  const proof = row.due && PROOFS[row.due]?.[next.track]
  const input = request?.input ?? {}
  const data = {
    ...(proof ? { proof, window_ms: proofWindowMs(proof, next.policy) } : {}),
    ...(request?.fee ? { party: request.fee.party, amount_paise: request.fee.paise } : {}),
    ...(row.on.action === 'propose_extension' ? { due: toIso(Number(input.due)) } : {}),
    ...(row.on.action === 'propose_split' ? { payer_share_paise: input.payer_share_paise } : {}),
  }
  return { name: row.on.action, by: request?.by ?? 'gateway', data }
}

/** By the key of its step. */
function sampleMessages(track: Track, policy: Policy, now: number): Map<string, SampleMessage> {
  const offer = sampleOffer(track, policy, now)
  const created: MessageEvent = { name: 'create', by: offer.creator, data: {} }
  const later = [...everyStep(offer, now)]
    .map(([key, step]) => {
      const facts = step.decision.next
      return [key, { facts, event: eventOf(step), snapshot: snapshotAfter(step.decision) }] as const
    })
    .filter(([, { event }]) => !TOLD_OTHERWISE.includes(event.name))
  return new Map([['create', { facts: offer, event: created, snapshot: currentSnapshot(offer) }], ...later])
}

const sampleParticipant = (firstName: string, locale: Locale): Participant => ({
  id: null,
  ...{ name: firstName, firstName, locale },
  ...{ email: null, quiet: null, mail: 'all' },
})

const sampleParticipants = (facts: DealFacts, locale: Locale): DealParticipants => ({
  dealId: '',
  track: facts.track,
  title: '…',
  amountPaise: facts.amountPaise,
  commissionBasisPoints: facts.commissionBasisPoints,
  payer: sampleParticipant(SAMPLE_NAMES[locale].payer, locale),
  payee: sampleParticipant(SAMPLE_NAMES[locale].payee, locale),
  creator: facts.creator,
  isAgreed: facts.status !== 'proposed',
  isFromLink: false,
  publicUrl: '',
})

/** In one text for each reader: a sentence alone ("Until Tue 24 Nov") would not say of what. */
const textsOf = ({ facts, event, snapshot }: SampleMessage): PlacedSentence[] =>
  LOCALES.flatMap((locale) =>
    VIEWS.map((view) => {
      const context = { participants: sampleParticipants(facts, locale), snapshot, view, locale }
      const parts = [headlineOf(context, event), ...moneyPhrases(context), ...nextStepPhrases(context)]
      return { place: `deal-${facts.track}-${view}`, locale, text: parts.join(' ') }
    }),
  )

const REMINDERS: readonly Reminder[] = ['half', 'nine_tenths', 'call_in']

function remindersOf({ facts, snapshot }: SampleMessage): PlacedSentence[] {
  const deadline = activeDeadline(facts, facts.dueAt ?? 0)
  if (!deadline) return []
  const kinds = REMINDERS.filter((kind) => kind !== 'call_in' || deadline.escalationAt !== null)
  const days = reminderDays(facts.policy)
  return LOCALES.flatMap((locale) =>
    kinds.flatMap((kind) =>
      remindedOf(kind, snapshot.movers).map((view) => {
        const input = { participants: sampleParticipants(facts, locale), snapshot, kind, days }
        const { subject, headline, money, body } = composeReminder(input, { view, locale })
        const text = [subject, headline, ...(money ?? []), ...body].join(' ')
        return { place: `reminder-${facts.track}-${view}`, locale, text }
      }),
    ),
  )
}

const toldOf = (message: SampleMessage | undefined): PlacedSentence[] =>
  message ? [...textsOf(message), ...remindersOf(message)] : []

/** Messages differ by what they print alone: those that two policies leave equal are not put into words. */
const isSame = (one: SampleMessage, other: SampleMessage): boolean =>
  one.facts.commissionBasisPoints === other.facts.commissionBasisPoints &&
  one.facts.policy.mutualReminderMs === other.facts.policy.mutualReminderMs &&
  isDeepStrictEqual([one.event, one.snapshot], [other.event, other.snapshot])

function changedMessages(before: Map<string, SampleMessage>, after: Map<string, SampleMessage>) {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key): PlacedChange[] => {
    const [old, next] = [before.get(key), after.get(key)]
    if (old && next && isSame(old, next)) return []
    return changedSentences(toldOf(old), toldOf(next))
  })
}

/** Compared step by step. `now`: epoch ms at which each step would be taken. */
export function changedDealMessages(before: Policy, after: Policy, now: number): PlacedChange[] {
  const changes = TRACKS.flatMap((track) =>
    changedMessages(sampleMessages(track, before, now), sampleMessages(track, after, now)),
  )
  // the same message may follow from several steps
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}
