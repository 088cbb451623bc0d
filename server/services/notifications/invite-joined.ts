/** A Seller has joined: whoever invited their number is told, once for each offer that waits. */
import { pageLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { type InviteRow, listInvitesTo } from '#server/repositories/invites.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { fromUser } from '#server/services/deal/participants.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { deliver } from './deliver.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** Numbers of public shops are invited by many; a sign-up must not wait for all of them. */
const MOST_TOLD = 100

/** Tells nobody of an account that the search of sellers would not show. */
export async function tellInviters(ctx: Ctx, seller: UserRow): Promise<void> {
  if (!canBeOffered(ctx, 'shopping', sessionUser(seller))) return
  const invites = await listInvitesTo(ctx.tx, seller.phone_number, MOST_TOLD)
  const messages = await Promise.all(
    invites
      .filter(({ buyer_id }) => buyer_id !== seller.id)
      .map((invite) => joinedMessage(ctx, invite, seller)),
  )
  await deliver(
    ctx,
    messages.filter((message) => message !== null),
  )
}

/** Mailed as well: the offer goes out with a tap of the buyer, who has no other reason to look. */
async function joinedMessage(
  ctx: Ctx,
  { id, buyer_id, fields }: InviteRow,
  seller: UserRow,
): Promise<OutgoingMessage | null> {
  const buyer = await findUser(ctx.tx, buyer_id)
  // without an account they would be written to as a stranger
  if (!buyer || buyer.deleted_at) return null
  const values = { shop: seller.business_name ?? '', title: String(fields.service_details) }
  const headlineIn = (locale: Locale) => m.invite_joined_title(values, { locale })
  return {
    key: `invite:${id}:${seller.id}`,
    kind: 'invite_joined',
    person: fromUser(ctx, buyer),
    dealId: null,
    notBefore: null,
    contentIn: (locale) => ({
      subject: headlineIn(locale),
      about: null,
      headline: headlineIn(locale),
      body: [m.invite_joined_text({}, { locale })],
      link: pageLink(ctx.settings.publicUrl, locale, '/deals'),
      linkLabel: m.request_asked_open({}, { locale }),
    }),
  }
}
