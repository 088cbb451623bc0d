/** The parts of a message about a deal, in the words of its reader: what happened, the money, the next step. */
import { releaseParts, splitParts } from '#core/charges.ts'
import type { Moving } from '#core/lifecycle/allowed.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort, paise } from '#core/money.ts'
import { formatMoment, parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { deliveryWindowText } from '#messages/delivery-window.ts'
import { lapseText } from '#messages/lapse-text.ts'
import {
  actionText,
  isAction,
  isLapse,
  lapseOutcomeText,
  nameText,
  teamText,
  youText,
} from '#messages/lifecycle-events.ts'
import { type CurrentStep, moveText } from '#messages/lifecycle-steps.ts'
import { holderName } from '#server/mail/company-profile.ts'
import type { EventRow } from '#server/repositories/events.ts'
import type { DealParticipants } from '#server/services/deal/participants.ts'
import type { DealSnapshot } from '#server/services/deal/snapshot.ts'

export type MessageEvent = Pick<EventRow, 'name' | 'by' | 'data'>

/** A deal as one reader sees it, and their language. */
export interface MessageContext {
  readonly participants: DealParticipants
  readonly snapshot: DealSnapshot
  readonly view: Moving
  readonly locale: Locale
}

const PARTIES: readonly Party[] = ['payer', 'payee']
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** In Hindi with the postposition that follows: it fuses with a pronoun. */
const toParty = ({ participants, view, locale }: MessageContext, party: Party): string =>
  view === party
    ? m.lifecycle_to_you({}, { locale })
    : m.lifecycle_to_other({ name: participants[party].name }, { locale })

function forComplainant({ participants, snapshot, view, locale }: MessageContext): string {
  const party = snapshot.complainant ?? 'payer'
  return view === party
    ? m.lifecycle_for_you({}, { locale })
    : m.lifecycle_for_other({ name: participants[party].name }, { locale })
}

/** What happened, without a full stop: "Asha Rao released the money". */
export function eventPhrase(context: MessageContext, event: MessageEvent): string {
  const { snapshot, locale } = context
  const { name } = event
  if (isLapse(name)) {
    const { from, status: to } = snapshot
    return lapseOutcomeText({ lapse: name, from, to, for_complainant: forComplainant(context) }, { locale })
  }
  if (!isAction(name)) throw new Error(`no words for the event ${name}`)
  // nobody did anything but who took it
  if (name === 'accept' && context.participants.isFromLink)
    return m.lifecycle_did_take_link({ who: actorText(context, { ...event, by: 'payer' }) }, { locale })
  const { track } = context.participants
  return actionText({ action: name, track, who: actorText(context, event) }, { locale })
}

/** What the gateway reports, a party paid: the amount the payer, a fee whoever owed it. */
function actorText({ participants, view, locale }: MessageContext, { by, data }: MessageEvent): string {
  if (by === 'team') return teamText({ locale })
  const party: Party = by === 'payer' || by === 'payee' ? by : data.party === 'payee' ? 'payee' : 'payer'
  return view === party ? youText({ locale }) : nameText(participants[party].name, { locale })
}

/** What belongs to this event alone: an amount, a tracking number, a date. Empty for most. */
export function eventDetail(context: MessageContext, { name, data }: MessageEvent): string {
  const { participants, locale, view } = context
  const amount = formatPaiseShort(participants.amountPaise)
  const due = parseMoment(asText(data.due))
  const parcel = (): string => parcelDetail(data, locale)
  const details: Readonly<Record<string, () => string>> = {
    create: () => `${participants.title}, ${amount}`,
    edit: () => m.email_detail_edit({}, { locale }),
    fund: () => amount,
    pay_fee: () => (typeof data.amount_paise === 'number' ? formatPaiseShort(data.amount_paise) : ''),
    ship: () => (view === 'payer' ? parcelForPayer(data, locale) : parcel()),
    ship_return: parcel,
    deliver: () => deliveryWindowText(data, { locale }),
    propose_extension: () => (due === null ? '' : formatMoment(due, locale)),
    request_changes: () => m.email_detail_request_changes({}, { locale }),
    decline_return: () => m.email_detail_decline_return({}, { locale }),
    propose_split: () => splitDetail(context, data.payer_share_paise),
    decide: () => m.email_detail_decide({}, { locale }),
  }
  return Object.hasOwn(details, name) ? (details[name]?.() ?? '') : ''
}

/** By hand, what stands for a tracking number is the name of whoever brings it. */
function parcelDetail(data: MessageEvent['data'], locale: Locale): string {
  const tracking = asText(data.tracking_number)
  return data.courier === 'hand'
    ? m.deal_courier_hand_by({ name: tracking }, { locale })
    : m.email_detail_ship({ tracking }, { locale })
}

/** By hand the payer alone has the code: given away earlier, it says that goods have arrived which have not. */
function parcelForPayer(data: MessageEvent['data'], locale: Locale): string {
  if (data.courier !== 'hand') return parcelDetail(data, locale)
  return m.email_detail_ship_by_hand({ name: asText(data.tracking_number) }, { locale })
}

/** The payee's share as it will be paid out: less commission. */
function splitDetail(context: MessageContext, share: unknown): string {
  const { amountPaise, commissionBasisPoints } = context.participants
  if (typeof share !== 'number') return ''
  const parts = splitParts(paise(amountPaise), paise(share), commissionBasisPoints)
  return m.email_detail_split(
    {
      payer_share: formatPaiseShort(parts.payerPaise),
      payee_share: formatPaiseShort(parts.payeePaise),
      to_payer: toParty(context, 'payer'),
      to_payee: toParty(context, 'payee'),
    },
    { locale: context.locale },
  )
}

/** What became of the money: the held amount or who got what of it, and the dispute fees. */
export function moneyPhrases(context: MessageContext): string[] {
  const { participants, snapshot, locale } = context
  const fees = PARTIES.flatMap((party) => feePhrase(context, party))
  if (snapshot.shares) return [...sharePhrases(context), ...fees]
  const amount = formatPaiseShort(participants.amountPaise)
  const held = snapshot.isHeld
    ? m.email_money_held({ amount, holder: holderName(locale) }, { locale })
    : m.email_money_none({}, { locale })
  return [held, ...fees]
}

/** What was withheld was paid in the payee's name: how much of their part it was they alone are told. */
const withheldFor = ({ snapshot, view }: MessageContext) => (view === 'payee' ? snapshot.withheld : null)

/** To the payee: what arrives; to everybody else their part. */
export function payeeShare(context: MessageContext): number {
  const { tdsPaise = 0, tcsPaise = 0 } = withheldFor(context) ?? {}
  return (context.snapshot.shares?.payeePaise ?? 0) - tdsPaise - tcsPaise
}

function withheldPhrases(context: MessageContext): string[] {
  const { tdsPaise = 0, tcsPaise = 0 } = withheldFor(context) ?? {}
  const { locale } = context
  const tell = (words: typeof m.email_money_tds, sum: number): string[] =>
    sum === 0 ? [] : [words({ amount: formatPaiseShort(sum) }, { locale })]
  return [...tell(m.email_money_tds, tdsPaise), ...tell(m.email_money_tcs, tcsPaise)]
}

function sharePhrases(context: MessageContext): string[] {
  const { snapshot, participants, view, locale } = context
  const { shares } = snapshot
  if (!shares) return []
  const phrases = {
    payer: { own: m.email_money_back_to_you, other: m.email_money_back_to },
    payee: { own: m.email_money_to_you, other: m.email_money_to },
  }
  const share = (party: Party, sum: number): string[] => {
    if (sum === 0) return []
    const amount = formatPaiseShort(sum)
    return view === party
      ? [phrases[party].own({ amount }, { locale })]
      : [phrases[party].other({ amount, name: participants[party].name }, { locale })]
  }
  const commission =
    shares.commissionPaise === 0
      ? []
      : [m.email_money_commission({ amount: formatPaiseShort(shares.commissionPaise) }, { locale })]
  return [
    ...share('payee', payeeShare(context)),
    ...withheldPhrases(context),
    ...share('payer', shares.payerPaise),
    ...commission,
  ]
}

function feePhrase({ snapshot, participants, view, locale }: MessageContext, party: Party): string[] {
  const { fate, isDue } = snapshot.fees[party]
  const isOwn = view === party
  const fee = formatPaiseShort(snapshot.feePaise)
  const { name } = participants[party]
  if (fate === 'back')
    return [isOwn ? m.email_fee_back_you({ fee }, { locale }) : m.email_fee_back({ fee, name }, { locale })]
  if (fate === 'kept')
    return [isOwn ? m.email_fee_kept_you({ fee }, { locale }) : m.email_fee_kept({ fee, name }, { locale })]
  // what happens at the deadline names the complainant's own fee already
  if (!isDue || !isOwn || snapshot.dueAt === null || party === snapshot.complainant) return []
  const { complainant } = snapshot
  // the deadline that runs is the complainant's, and the respondent's begins with their payment
  if (complainant && snapshot.fees[complainant].isDue)
    return [m.email_fee_due_later({ fee, name: participants[complainant].name }, { locale })]
  return [m.email_fee_due_you({ fee, until: formatMoment(snapshot.dueAt, locale) }, { locale })]
}

export function currentStep({ snapshot, participants, view }: MessageContext): CurrentStep {
  return {
    status: snapshot.status,
    track: participants.track,
    viewer: view,
    movers: snapshot.movers,
    complainant: snapshot.complainant,
    feesDue: PARTIES.filter((party) => snapshot.fees[party].isDue),
    amount: formatPaiseShort(participants.amountPaise),
    names: { payer: participants.payer.name, payee: participants.payee.name },
  }
}

/** Whose move it is, what they have to do, until when, and what happens otherwise. */
export function nextStepPhrases(context: MessageContext): string[] {
  const { snapshot, participants, locale } = context
  const { status, dueAt } = snapshot
  const step = currentStep(context)
  if (isTerminal(status) || dueAt === null) return [moveText({ ...step, movers: [] }, { locale })]
  const time = formatMoment(dueAt, locale)
  const amount = paise(participants.amountPaise)
  const lapse = lapseText(
    step,
    {
      time,
      parts: snapshot.lapseParts,
      amountPaise: amount,
      releasePaise: releaseParts(amount, participants.commissionBasisPoints).payeePaise,
      feePaise: snapshot.feePaise,
    },
    { locale },
  )
  return [
    moveText(step, { locale }),
    m.email_until({ until: time }, { locale }),
    ...(lapse === '' ? [] : [lapse]),
  ]
}
