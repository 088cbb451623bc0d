/** Which limits of an hour the whole site has reached: somebody has to look whether that is a thief or a good day. */
import { formatPaiseShort } from '#core/money.ts'
import { countCodesOfHour, isSitePayoutLimitReached } from '#server/repositories/hour-limits.ts'
import type { AlarmCause } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'
import { siteCodesOfHour } from './limits.ts'

interface HourLimit {
  readonly cause: Extract<AlarmCause, 'velocity' | 'many_codes'>
  readonly words: string
  readonly isReached: boolean
}

export async function hourLimits(ctx: Ctx, rateLimitFactor: number): Promise<HourLimit[]> {
  const maxPaise = ctx.settings.policy.payoutLimits.hourPaise
  const maxCodes = siteCodesOfHour(rateLimitFactor)
  return [
    {
      cause: 'velocity',
      words: `More than ${formatPaiseShort(maxPaise)} was to be paid out within an hour: further payouts are held for the team`,
      isReached: await isSitePayoutLimitReached(ctx.tx, { maxPaise, now: ctx.now }),
    },
    {
      cause: 'many_codes',
      words: `${maxCodes} codes went to phones within an hour: no more are sent`,
      isReached: (await countCodesOfHour(ctx.tx)) >= maxCodes,
    },
  ]
}
