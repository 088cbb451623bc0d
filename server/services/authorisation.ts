/**
 * What a caller has to have proved before they may act: a number or address of their own, the team's second factor, and
 * a target for their money. Nothing of it where nothing is checked (the plain sandbox).
 */
import type { SecondFactorStep } from '#core/contract/auth.ts'
import { Refusal, refusalWithWayOn } from '#core/errors.ts'
import { isTeamRole, type UserType } from '#core/roles.ts'
import { MINUTE_MS } from '#core/time.ts'

/** What is asked of whoever calls; a service's context has it. */
interface WithSettings {
  readonly settings: { readonly verification: 'off' | 'on' }
}

export const isPhoneTrusted = (
  { settings }: WithSettings,
  { isPhoneVerified }: { readonly isPhoneVerified: boolean },
): boolean => settings.verification === 'off' || isPhoneVerified

/** Nothing but verification mails goes to an address that may be somebody else's. */
export const isEmailTrusted = (
  { settings }: WithSettings,
  { email_verified_at }: { readonly email_verified_at: Date | null },
): boolean => settings.verification === 'off' || email_verified_at !== null

/** For what needs a number of one's own: to offer, to pay, to be paid. */
export function requireVerifiedPhone(
  ctx: WithSettings & { readonly user: { readonly isPhoneVerified: boolean } },
): void {
  if (!isPhoneTrusted(ctx, ctx.user)) throw new Refusal('unverified')
}

/** In the plain sandbox money is paid to a target of the sandbox's own where somebody has none. */
export const isTargetNeeded = ({ settings }: WithSettings): boolean => settings.verification === 'on'

const RECENT_MS = 15 * MINUTE_MS

interface FactorCtx {
  readonly user: { readonly userType: UserType; readonly hasSecondFactor: boolean }
  readonly settings: { readonly secondFactor: 'offered' | 'demanded' }
  readonly secondFactorAgeMs?: number | null
}

/** Whoever has set one up is asked for it, also where it is only offered: else its removal would be the thief's first step. */
const isDemanded = ({ user, settings }: FactorCtx): boolean =>
  isTeamRole(user.userType) && (user.hasSecondFactor || settings.secondFactor === 'demanded')

/** What this session has to do before it can do anything else; null when it is free. */
export function secondFactorStep(ctx: FactorCtx): SecondFactorStep | null {
  if (!isDemanded(ctx) || typeof ctx.secondFactorAgeMs === 'number') return null
  return stepOf(ctx)
}

const stepOf = ({ user }: FactorCtx): SecondFactorStep => (user.hasSecondFactor ? 'confirm' : 'enrol')

export function requireSecondFactor(ctx: FactorCtx): void {
  const step = secondFactorStep(ctx)
  if (step) throw refusalWithWayOn('second_factor', { second_factor: step })
}

/** Work of our own, such as the demo's, has no session and nobody to ask. */
export function requireRecentSecondFactor(ctx: FactorCtx): void {
  const { secondFactorAgeMs: ageMs } = ctx
  if (ageMs === undefined || !isDemanded(ctx)) return
  if (ageMs === null || ageMs > RECENT_MS)
    throw refusalWithWayOn('second_factor', { second_factor: stepOf(ctx) })
}
