/** Raises an alarm when the site's payouts or codes of an hour are more than it should have; ends it when they are not. */

import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { hourLimits } from '#server/services/verification/hour-limits.ts'
import type { JobContext } from './job-context.ts'
import { type Repeater, runEvery } from './run-every.ts'

type HourLimitContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log' | 'rateLimitFactor'>

const EVERY_MS = 60_000

export async function checkHourLimits({
  runInTransaction,
  settings,
  log,
  rateLimitFactor,
}: HourLimitContext): Promise<void> {
  const limits = await runInTransaction((tx, now) => hourLimits({ tx, now, settings }, rateLimitFactor))
  for (const { cause, words, isReached } of limits) {
    if (!isReached) {
      if (clearAlarm(cause)) log.warn({ cause }, 'the site is below its limit of an hour again')
    } else if (raiseAlarm(cause, words)) log.error({ cause }, words)
  }
}

export const startHourLimits = (context: HourLimitContext): Repeater =>
  runEvery({
    everyMs: EVERY_MS,
    work: () => checkHourLimits(context),
    failure: 'limits of an hour not checked, will retry',
    log: context.log,
  })
