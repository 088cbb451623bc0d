/** What the two accounts of a claimed number read in the app: an address that nobody has proved gets no mail. */
import { formatShortMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { NumberClaimRow } from '#server/repositories/contacts.ts'
import { insertNotifications, type NotificationRow } from '#server/repositories/notifications.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { noticeWords } from '#server/services/notifications/notice-words.ts'
import { maskedContact } from './code.ts'

const tell = (
  ctx: Ctx,
  to: UserRow,
  notice: Pick<NotificationRow, 'kind'> & { readonly key: string },
  wordsIn: Parameters<typeof noticeWords>[1],
) =>
  insertNotifications(ctx.tx, [
    {
      ...notice,
      user_id: to.id,
      deal_id: null,
      ...noticeWords(to.locale, wordsIn),
      at: new Date(ctx.now),
    },
  ])

export async function tellHolder(ctx: Ctx, holder: UserRow, claim: NumberClaimRow): Promise<void> {
  const phone = maskedContact(claim.phone_number)
  await tell(ctx, holder, { key: `claim:${claim.id}`, kind: 'number_claimed' }, (locale) => {
    const until = formatShortMoment(claim.ends_at.getTime(), ctx.now, locale)
    return {
      title: m.email_claim_subject({}, { locale }),
      text: `${m.email_claim_text({ phone, until }, { locale })} ${m.claim_notice_object({}, { locale })}`,
    }
  })
}

/** Who waits for a number that its holder keeps would wait for ever. */
export async function tellClaimant(ctx: Ctx, claimant: UserRow, claim: NumberClaimRow): Promise<void> {
  const phone = maskedContact(claim.phone_number)
  await tell(ctx, claimant, { key: `claim-refused:${claim.id}`, kind: 'claim_refused' }, (locale) => ({
    title: m.email_claim_refused_subject({}, { locale }),
    text: m.email_claim_refused_text({ phone }, { locale }),
  }))
}
