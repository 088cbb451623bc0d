/** What of mine is verified, and which changes have begun. */
import type { VerificationState } from '#core/contract/verification.ts'
import { toIso } from '#core/time.ts'
import {
  findChange,
  findClaimAgainst,
  findOpenClaim,
  type OpenChange,
} from '#server/repositories/contacts.ts'
import { findUser } from '#server/repositories/users.ts'
import { presentUser } from '#server/services/account/session.ts'
import type { UserCtx } from '#server/services/context.ts'
import { maskedContact } from './code.ts'

export async function verificationState(ctx: UserCtx): Promise<VerificationState> {
  const row = await findUser(ctx.tx, ctx.user.id)
  if (!row) throw new Error('a session without its user')
  const user = presentUser(row)
  const claim = await findOpenClaim(ctx.tx, row.id)
  const phoneChange = await findChange(ctx.tx, row.id, 'phone')
  // one of a number that they no longer want ends in nothing
  const isCurrent = claim?.phone_number === (phoneChange?.new_value ?? row.phone_number)
  const emailChange = await findChange(ctx.tx, row.id, 'email')
  const against = await findClaimAgainst(ctx.tx, row.id)
  return {
    mode: ctx.settings.verification,
    phone: {
      value: user.phone_number,
      verified: user.phone_verified,
      change: phoneChange ? presentChange(phoneChange) : null,
      claim_until: isCurrent ? iso(claim?.ends_at) : null,
      claimed_until: iso(against?.ends_at),
    },
    email: {
      value: user.email,
      verified: user.email_verified,
      change: emailChange ? presentChange(emailChange) : null,
    },
    payouts_held_until: iso(row.payouts_held_until),
  }
}

const iso = (at: Date | null | undefined): string | null => (at ? toIso(at.getTime()) : null)

const presentChange = ({ new_value, ready_at }: OpenChange) => ({
  to: maskedContact(new_value),
  ready_at: iso(ready_at),
})
