/** What of mine is verified, and which changes have begun. */
import type { ContactKind, VerificationState } from '#core/contract/verification.ts'
import { toIso } from '#core/time.ts'
import { findChange, findClaimAgainst, findOpenClaim } from '#server/repositories/contacts.ts'
import { findUser } from '#server/repositories/users.ts'
import { presentUser } from '#server/services/account/session.ts'
import type { UserCtx } from '#server/services/context.ts'
import { maskedContact } from './code.ts'

export async function verificationState(ctx: UserCtx): Promise<VerificationState> {
  const row = await findUser(ctx.tx, ctx.user.id)
  if (!row) throw new Error('a session without its user')
  const user = presentUser(row)
  const claim = await findOpenClaim(ctx.tx, row.id)
  const against = await findClaimAgainst(ctx.tx, row.id)
  return {
    mode: ctx.settings.verification,
    phone: {
      value: user.phone_number,
      verified: user.phone_verified,
      change: await openChange(ctx, 'phone'),
      claim_until: iso(claim?.ends_at),
      claimed_until: iso(against?.ends_at),
    },
    email: { value: user.email, verified: user.email_verified, change: await openChange(ctx, 'email') },
    payouts_held_until: iso(row.payouts_held_until),
  }
}

const iso = (at: Date | null | undefined): string | null => (at ? toIso(at.getTime()) : null)

async function openChange(ctx: UserCtx, kind: ContactKind): Promise<VerificationState['email']['change']> {
  const change = await findChange(ctx.tx, ctx.user.id, kind)
  return change ? { to: maskedContact(change.new_value), ready_at: iso(change.ready_at) } : null
}
