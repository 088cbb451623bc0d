/** Delivers messages: a notification to whoever has an account, an email to whoever has an address. Once per key. */

import type { Moving } from '#core/lifecycle/allowed.ts'
import type { Locale } from '#core/locale.ts'
import { insertEmailsAndNotifications } from '#server/repositories/emails.ts'
import { insertPushMessages, type PushNotice } from '#server/repositories/push.ts'
import { findTeam } from '#server/repositories/users.ts'
import { insertWhatsAppMessages } from '#server/repositories/whatsapp.ts'
import type { Ctx } from '#server/services/context.ts'
import { type DealParticipants, fromUser, type Participant } from '#server/services/deal/participants.ts'
import { noticeWords } from './notice-words.ts'
import { digestEmail, invitationEmail, type OutgoingEmailContent } from './offer-emails.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'
import { emailRow } from './queue-email.ts'

export interface Recipient {
  readonly view: Moving
  readonly person: Participant
}

export const partiesOf = ({ payer, payee }: DealParticipants): Recipient[] => [
  { view: 'payer', person: payer },
  { view: 'payee', person: payee },
]

export const teamOf = async (ctx: Ctx): Promise<Recipient[]> =>
  (await findTeam(ctx.tx)).map((user) => ({ view: 'team', person: fromUser(ctx, user) }))

/** All in two inserts, however many people are concerned. */
export async function deliver(ctx: Ctx, outgoing: readonly OutgoingMessage[]): Promise<void> {
  const messages = outgoing.map(composedOnce)
  const emails = await Promise.all(messages.map((message) => emailOf(ctx, message)))
  insertEmailsAndNotifications(
    ctx.tx,
    messages.flatMap((message, i) => emailRowOf(ctx, message, emails[i] ?? null)),
    messages.flatMap((message) => notificationRowOf(ctx, message)),
  )
  const { push, whatsapp } = ctx.settings
  if (push) await insertPushMessages(ctx.tx, messages.flatMap(pushNoticeOf))
  if (whatsapp) await insertWhatsAppMessages(ctx.tx, messages.flatMap(pushNoticeOf))
}

/** The email and the notice of a message have the same words, and a notice has them in every language. */
function composedOnce(message: OutgoingMessage): OutgoingMessage {
  const composed = new Map<Locale, MessageContent>()
  const contentIn = (locale: Locale): MessageContent => {
    const content = composed.get(locale) ?? message.contentIn(locale)
    composed.set(locale, content)
    return content
  }
  return { ...message, contentIn }
}

/** The line of the notice, and no more of the deal. */
function pushNoticeOf(message: OutgoingMessage): PushNotice[] {
  const { person, dealId, contentIn, notBefore, isOwn = false } = message
  if (person.id === null || isOwn) return []
  const { locale } = person
  return [
    {
      key: keyOf(message),
      user_id: person.id,
      title: contentIn(locale).headline,
      path: `${locale === 'hi' ? '/hi' : ''}${dealId === null ? '/notices' : `/deals/${dealId}`}`,
      not_before: notBefore === null ? null : new Date(notBefore),
    },
  ]
}

const keyOf = ({ key, person }: OutgoingMessage): string => `${key}:${person.id ?? 'named'}`

/** The message itself, except where it is an offer to somebody who did not ask for one. */
async function emailOf(ctx: Ctx, message: OutgoingMessage): Promise<OutgoingEmailContent | null> {
  const { person, contentIn } = message
  if (person.id === null) return invitationEmail(ctx, message)
  if (!isMailed(message)) return null
  const digest = message.isOffer ? await digestEmail(ctx, person.id, person.locale) : null
  return { key: keyOf(message), content: contentIn(person.locale), name: person.firstName, ...digest }
}

function isMailed({ person, ...message }: OutgoingMessage): boolean {
  const { isOwn = false, isAboutMoney = false, isNews = false } = message
  if (person.email === null || (isOwn && !isAboutMoney)) return false
  return !(isNews && person.mail === 'turn')
}

function emailRowOf(ctx: Ctx, { person, notBefore }: OutgoingMessage, email: OutgoingEmailContent | null) {
  if (person.email === null || email === null) return []
  const { subject, ...rest } = email.content
  return emailRow(ctx, {
    key: email.key,
    userId: person.id,
    recipient: person.email,
    subject,
    content: {
      ...rest,
      locale: person.locale,
      name: email.name,
      publicUrl: ctx.settings.publicUrl,
    },
    notBefore,
  })
}

function notificationRowOf(ctx: Ctx, message: OutgoingMessage) {
  const { kind, person, dealId, contentIn, isOwn = false } = message
  if (person.id === null || isOwn) return []
  return {
    key: keyOf(message),
    kind,
    user_id: person.id,
    deal_id: dealId,
    ...noticeWords(person.locale, (locale) => {
      const { headline, money = [], body } = contentIn(locale)
      return { title: headline, text: [...money, ...body].join(' ') }
    }),
    at: new Date(ctx.now),
  }
}
