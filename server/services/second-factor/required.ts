/** Where the team's second factor is asked for: once in each session, and again shortly before what moves money or rights. */
import type { SecondFactorStep } from '#core/contract/auth.ts'
import { refusalWithWayOn } from '#core/errors.ts'
import { MINUTE_MS } from '#core/time.ts'
import { isTeam, type UserCtx } from '#server/services/context.ts'

const RECENT_MS = 15 * MINUTE_MS

type FactorCtx = Pick<UserCtx, 'user' | 'settings' | 'secondFactorAgeMs'>

/** Whoever has set one up is asked for it, also where it is only offered: else its removal would be the thief's first step. */
const isDemanded = ({ user, settings }: FactorCtx): boolean =>
  isTeam(user) && (user.hasSecondFactor || settings.secondFactor === 'demanded')

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
