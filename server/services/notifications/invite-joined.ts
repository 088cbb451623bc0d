/** A Seller has joined: whoever invited their number is told, once for each offer that waits. */
import { m } from '#messages/compiled/messages.js'
import { listInvitesTo } from '#server/repositories/invites.ts'
import { insertNotifications } from '#server/repositories/notifications.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { noticeWords } from './notice-words.ts'

/** Numbers of public shops are invited by many; a sign-up must not wait for all of them. */
const MOST_TOLD = 100

/** Tells nobody of an account that the search of sellers would not show. */
export async function tellInviters(ctx: Ctx, seller: UserRow): Promise<void> {
  if (!canBeOffered(ctx, 'shopping', sessionUser(seller))) return
  const invites = await listInvitesTo(ctx.tx, seller.phone_number, MOST_TOLD)
  const rows = await Promise.all(
    invites
      .filter(({ buyer_id }) => buyer_id !== seller.id)
      .map(async ({ id, buyer_id, fields }) => {
        const { locale } = (await findUser(ctx.tx, buyer_id)) ?? { locale: 'en' as const }
        const values = { shop: seller.business_name ?? '', title: String(fields.service_details) }
        return {
          key: `invite:${id}:${seller.id}`,
          kind: 'invite_joined',
          user_id: buyer_id,
          deal_id: null,
          ...noticeWords(locale, (language) => ({
            title: m.invite_joined_title(values, { locale: language }),
            text: m.invite_joined_text(values, { locale: language }),
          })),
          at: new Date(ctx.now),
        }
      }),
  )
  await insertNotifications(ctx.tx, rows)
}
