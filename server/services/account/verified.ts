/** What an account may do whose number nobody has proved yet. Off where nothing is checked. */
import { Refusal } from '#core/errors.ts'
import type { Ctx, SessionUser, UserCtx } from '#server/services/context.ts'

type WithSettings = Pick<Ctx, 'settings'>

export const isPhoneTrusted = (
  { settings }: WithSettings,
  { isPhoneVerified }: Pick<SessionUser, 'isPhoneVerified'>,
): boolean => settings.verification === 'off' || isPhoneVerified

/** Nothing but verification mails goes to an address that may be somebody else's. */
export const isEmailTrusted = (
  { settings }: WithSettings,
  { email_verified_at }: { readonly email_verified_at: Date | null },
): boolean => settings.verification === 'off' || email_verified_at !== null

/** For what needs a number of one's own: to offer, to pay, to be paid. */
export function requireVerifiedPhone(ctx: UserCtx): void {
  if (!isPhoneTrusted(ctx, ctx.user)) throw new Refusal('unverified')
}
