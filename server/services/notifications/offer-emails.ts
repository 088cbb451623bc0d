/**
 * The emails of offers, which anybody may make to anybody. An address that somebody else typed gets no word of theirs
 * and one email a day; an account that many offers reach gets one email about the rest of the hour.
 */
import { createHash } from 'node:crypto'
import { HOUR_MS, istDay } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { hasOfferNotifications } from '#server/repositories/notifications.ts'
import type { Ctx } from '#server/services/context.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'

export interface OutgoingEmailContent {
  readonly key: string
  readonly name: string
  readonly content: MessageContent
}

/** Kinds of message that say to somebody without an account that an offer waits. The others would tell of a deal that is none of theirs. */
const INVITING: readonly string[] = ['create', 'edit', 'reminder']

/** Null where a stranger is not written to. */
export function invitationEmail(
  ctx: Ctx,
  { kind, person: { email, locale }, contentIn }: OutgoingMessage,
): OutgoingEmailContent | null {
  if (email === null || !INVITING.includes(kind)) return null
  const address = createHash('sha256').update(email).digest('hex').slice(0, 16)
  const headline = m.email_invitation({}, { locale })
  return {
    key: `invitation:${address}:${istDay(ctx.now)}`,
    name: '',
    content: {
      subject: headline,
      about: null,
      headline,
      body: [m.email_invitation_read({}, { locale }), m.email_invitation_not_you({}, { locale })],
      link: contentIn(locale).link,
      linkLabel: m.email_invitation_open({}, { locale }),
    },
  }
}

/** Of offers and their changes, an hour, that are mailed one by one. More, and one account fills another's mailbox. */
const OFFERS_MAILED_AN_HOUR = 5
const hadManyOffers = hasOfferNotifications(OFFERS_MAILED_AN_HOUR)

/** One email an hour for all of them above the limit; null below it. The notifications in the product stay one each. */
export async function digestEmail(
  ctx: Ctx,
  userId: number,
  locale: OutgoingMessage['person']['locale'],
): Promise<Pick<OutgoingEmailContent, 'key' | 'content'> | null> {
  const lastHour = { userId, since: new Date(ctx.now - HOUR_MS) }
  if (!(await hadManyOffers(ctx.tx, lastHour))) return null
  const headline = m.email_offers_digest({}, { locale })
  return {
    key: `offers:${userId}:${Math.floor(ctx.now / HOUR_MS)}`,
    content: {
      subject: headline,
      about: null,
      headline,
      body: [m.email_offers_digest_body({}, { locale })],
      link: `${ctx.settings.publicUrl}${locale === 'hi' ? '/hi' : ''}/deals`,
      linkLabel: m.email_offers_digest_open({}, { locale }),
    },
  }
}
