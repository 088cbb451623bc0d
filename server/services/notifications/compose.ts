/** A message about a deal to one reader, in their language: the content of the email and of the notification alike. */

import type { MoneyCell } from '#core/email-content.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { taskText } from '#messages/lifecycle-steps.ts'
import { roleName } from '#messages/lifecycle-text.ts'
import { type DealParticipants, linkFor } from '#server/services/deal/participants.ts'
import type { DealSnapshot } from '#server/services/deal/snapshot.ts'
import type { MessageContent } from './outgoing-message.ts'
import {
  currentStep,
  eventDetail,
  eventPhrase,
  type MessageContext,
  type MessageEvent,
  moneyPhrases,
  nextStepPhrases,
  payeeShare,
} from './phrases.ts'
import type { Reminder } from './reminder-schedule.ts'

/** Whose side the words take, and in which language. */
type Reader = Pick<MessageContext, 'view' | 'locale'>

export interface MessageInput {
  readonly participants: DealParticipants
  readonly snapshot: DealSnapshot
  readonly event: MessageEvent
}
export type ReminderInput = Omit<MessageInput, 'event'> & { readonly kind: Reminder; readonly days: number }

export function composeMessage({ event, ...input }: MessageInput, recipient: Reader): MessageContent {
  const context = contextFor(input, recipient)
  return {
    subject: subjectOf(context, eventPhrase(context, event)),
    ...contentOf(context, headlineOf(context, event)),
  }
}

export function composeReminder({ kind, days, ...input }: ReminderInput, recipient: Reader): MessageContent {
  const context = contextFor(input, recipient)
  const { locale } = context
  const headlines: Readonly<Record<Reminder, string>> = {
    half: m.email_reminder_half({}, { locale }),
    nine_tenths: m.email_reminder_nine({}, { locale }),
    call_in: m.email_reminder_call_in({ days: String(days) }, { locale }),
  }
  const what = taskText(currentStep(context), { locale })
  return {
    subject: subjectOf(context, m.email_reminder_subject({ what }, { locale })),
    ...contentOf(context, headlines[kind]),
  }
}

/** What happened, in one sentence. */
export function headlineOf(context: MessageContext, event: MessageEvent): string {
  const detail = eventDetail(context, event)
  const phrase = eventPhrase(context, event)
  return `${detail === '' ? phrase : `${phrase}: ${detail}`}${context.locale === 'hi' ? '।' : '.'}`
}

const contextFor = (
  input: Pick<MessageInput, 'participants' | 'snapshot'>,
  { view, locale }: Reader,
): MessageContext => ({ ...input, view, locale })

const TITLE_MAX = 40
const shorten = (title: string): string =>
  [...title].length > TITLE_MAX ? `${[...title].slice(0, TITLE_MAX).join('')}…` : title

function subjectOf({ participants, locale }: MessageContext, headline: string): string {
  const amount = formatPaiseShort(participants.amountPaise)
  return m.email_subject({ headline, title: shorten(participants.title), amount }, { locale })
}

/** With the deal's title and amount, and the link that opens it. */
function contentOf(context: MessageContext, headline: string): Omit<MessageContent, 'subject'> {
  const { participants, view, locale } = context
  const amount = formatPaiseShort(participants.amountPaise)
  return {
    about: m.email_deal_line({ title: participants.title, amount }, { locale }),
    headline,
    moneyLine: moneyLineOf(context),
    money: moneyPhrases(context),
    body: nextStepPhrases(context),
    link: linkFor(participants, view, locale),
    linkLabel: m.email_open({}, { locale }),
  }
}

/** Payer, held, payee: where the money is, or what each got of it. None before it came in. */
function moneyLineOf(context: MessageContext): MoneyCell[] {
  const { participants, snapshot, locale } = context
  const { amountPaise, track } = participants
  const { isHeld, shares } = snapshot
  if (!isHeld && !shares) return []
  // "Seller gets ₹0" while it is held would say that nothing is coming
  const labelOf = (gets: typeof m.email_money_line_payer, party: Party): string => {
    const who = roleName(party, track, { locale })
    return shares ? gets({ who }, { locale }) : who
  }
  const cell = (label: string, value: number): MoneyCell => ({
    label,
    amount: formatPaiseShort(value),
    isFull: value > 0,
  })
  return [
    cell(labelOf(m.email_money_line_payer, 'payer'), shares?.payerPaise ?? 0),
    cell(m.email_money_line_held({}, { locale }), isHeld ? amountPaise : 0),
    cell(labelOf(m.email_money_line_payee, 'payee'), payeeShare(context)),
  ]
}
