/** How often a code may be sent, so that nobody is flooded and nobody pumps messages at our cost. */
import { MAX_RESEND_SECONDS } from '#core/contract/verification.ts'
import { rateLimited } from '#core/errors.ts'
import { type SendAttempt, type SendLimits, sendWaits } from '#server/repositories/verifications.ts'
import type { Ctx } from '#server/services/context.ts'

/** A code is checked so often; from then on it is dead. */
export const MAX_CHECKS = 5

const countOf = (max: number, factor: number): number => Math.max(1, Math.ceil(max * factor))

/** To phones, over all accounts. */
export const siteCodesOfHour = (factor: number): number => countOf(300, factor)

const GAPS = [30, 60, MAX_RESEND_SECONDS] as const

/** `factor` multiplies what is allowed (RATE_LIMIT_FACTOR). */
const limitsOf = (factor: number): SendLimits => {
  const count = (max: number) => countOf(max, factor)
  return {
    value: [
      { max: count(5), hours: 1 },
      { max: count(10), hours: 24 },
    ],
    reserved: { max: count(3), hours: 24 },
    flood: { max: count(30), hours: 24 },
    address: { max: count(20), hours: 1 },
    network: { max: count(100), hours: 1 },
    site: { max: siteCodesOfHour(factor), hours: 1 },
    valuesOfUser: { max: count(5), hours: 7 * 24 },
    gaps: GAPS.map((seconds) => seconds / factor),
  }
}

/** Throws a 429 with the seconds to wait. `onSiteLimit`: too many codes for one hour, whoever asked for them. */
export async function limitSends(
  ctx: Ctx,
  attempt: SendAttempt,
  { factor, onSiteLimit }: { factor: number; onSiteLimit: () => void },
): Promise<void> {
  const waits = await sendWaits(ctx.tx, attempt, limitsOf(factor))
  if (waits.site > 0) onSiteLimit()
  const seconds = Math.max(...Object.values(waits))
  if (seconds > 0) throw rateLimited(seconds)
}

/** Seconds until the same account may ask for the same number again. */
export const gapOf = async (ctx: Ctx, attempt: SendAttempt, factor: number): Promise<number> =>
  (await sendWaits(ctx.tx, attempt, limitsOf(factor))).gap
