/**
 * A number has been proved. Whoever else had merely typed it loses it, so that nobody sits on another's number; an
 * account that had proved it before keeps it for three days, in which its holder may object (a recycled number).
 */
import type { User } from '#core/contract/auth.ts'
import { Refusal } from '#core/errors.ts'
import {
  findChange,
  finishChange,
  holdPayouts,
  lockAccountsOf,
  losePhone,
  openClaim,
} from '#server/repositories/contacts.ts'
import { unbindOffers } from '#server/repositories/deals.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { presentUser } from '#server/services/account/session.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { tellInviters } from '#server/services/notifications/invite-joined.ts'
import { newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { tellHolder } from './claim-notices.ts'
import { maskedContact } from './code.ts'
import { queueClaimEmail } from './emails.ts'
import { afterContactChange, givePhone } from './finish-change.ts'

const CLAIM_HOURS = 72

export async function provePhone(ctx: UserCtx, phone: string): Promise<User> {
  const accounts = await lockAccountsOf(ctx.tx, { kind: 'phone', value: phone, userId: ctx.user.id })
  const own = accounts.find(({ id }) => id === ctx.user.id)
  const change = await findChange(ctx.tx, ctx.user.id, 'phone')
  const isChange = change?.is_ready === true && change.new_value === phone
  if (!own || (own.phone_number !== phone && !isChange)) throw new Refusal('wrong_state')
  const others = accounts.filter(({ id }) => id !== own.id)
  const holder = others.find(({ phone_verified_at }) => phone_verified_at !== null)
  if (holder) {
    await claim(ctx, { own, holder, phone })
    return presentUser(own)
  }
  await takeFrom(ctx, others, phone)
  const proved = await givePhone(ctx, own.id, phone)
  await recordAudit(ctx, {
    action: isChange ? 'phone_changed' : 'phone_verified',
    actor: ctx.user,
    subject: { type: 'user', id: own.id },
    ...(isChange ? { before: { phone: maskedContact(own.phone_number) } } : {}),
    after: { phone: maskedContact(phone) },
  })
  if (isChange) {
    await finishChange(ctx.tx, change.id)
    await afterContactChange(ctx, own, 'phone')
  }
  await tellInviters(ctx, proved)
  return presentUser(proved)
}

/** Nothing of theirs is merged: what they have offered, accepted or paid stays theirs. */
async function takeFrom(ctx: UserCtx, others: readonly UserRow[], phone: string): Promise<void> {
  const ids = others.map(({ id }) => id)
  await losePhone(ctx.tx, ids)
  await unbindOffers(ctx.tx, ids)
  for (const { id } of others)
    await recordAudit(ctx, {
      action: 'phone_lost',
      actor: ctx.user,
      subject: { type: 'user', id },
      before: { phone: maskedContact(phone) },
    })
}

async function claim(
  ctx: UserCtx,
  { own, holder, phone }: { own: UserRow; holder: UserRow; phone: string },
): Promise<void> {
  const token = await newMailedToken(ctx)
  const claim = await openClaim(ctx.tx, {
    phone,
    claimantId: own.id,
    holderId: holder.id,
    objectHash: token.hash,
    hours: CLAIM_HOURS,
  })
  if (!claim) return
  // whoever has the number may have more than the number: no money leaves until this is settled
  await holdPayouts(ctx.tx, holder.id, CLAIM_HOURS)
  await recordAudit(ctx, {
    action: 'phone_claimed',
    actor: ctx.user,
    subject: { type: 'user', id: holder.id },
    after: { phone: maskedContact(phone) },
  })
  await queueClaimEmail(ctx, { claim, holder, token })
  await tellHolder(ctx, holder, claim)
}
