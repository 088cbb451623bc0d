/** The link in the payer's email about a delivery that the payee alone claims: it complains without a password. */
import { pageLink } from '#core/links.ts'
import { DAY_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { replaceComplaintLink } from '#server/repositories/complaint-links.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import type { DealParticipants } from '#server/services/deal/participants.ts'
import { type MailedToken, newMailedToken } from './mailed-token.ts'
import type { MessageContent } from './outgoing-message.ts'
import type { MessageEvent } from './phrases.ts'

const VALID_MS = 7 * DAY_MS

/** With the code of the door the payer has confirmed it. */
const isClaimed = ({ name, by, data }: Pick<MessageEvent, 'name' | 'by' | 'data'>): boolean =>
  name === 'deliver' && by === 'payee' && data.handover !== true

/** Undefined for any other event. Read beside the event: what is told of it waits for it. */
export const complaintToken = (
  ctx: Ctx,
  event: Pick<MessageEvent, 'name' | 'by' | 'data'>,
): Promise<MailedToken> | undefined => (isClaimed(event) ? newMailedToken(ctx) : undefined)

/** Undefined for a payer without an account. A new link voids the one before. */
export function newComplaintLink(
  ctx: Ctx,
  { dealId, payer }: DealParticipants,
  { hash, placeholder }: MailedToken,
): MessageContent['otherLink'] {
  if (payer.id === null) return undefined
  const link = {
    token_hash: hash,
    deal_id: dealId,
    user_id: payer.id,
    expires_at: new Date(ctx.now + VALID_MS),
  }
  const audit = { action: 'complaint_link_sent', actor: null, subject: { type: 'deal', id: dealId } } as const
  ctx.tx.waitUntil(Promise.all([replaceComplaintLink(ctx.tx, link), recordAudit(ctx, audit)]))
  const { locale } = payer
  return {
    text: m.email_complaint_link_text({}, { locale }),
    link: pageLink(ctx.settings.publicUrl, locale, `/complain/${placeholder}`),
    label: m.email_complaint_link_open({}, { locale }),
  }
}
