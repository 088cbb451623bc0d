/**
 * Whether the bank has been read. A line that nobody has read is money that nobody knows of: after two working days the
 * account calls for a person, after four nobody is asked to pay into it any more.
 */
import { addBusinessDays } from '#core/business-days.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { listReadings } from '#server/repositories/statements.ts'
import type { Ctx } from '#server/services/context.ts'

const AMBER_DAYS = 2
const RED_DAYS = 4

export interface AccountReading {
  /** Up to when its statements are known. */
  readonly read_at: string
  readonly attention: 'none' | 'amber' | 'red'
}

/** `isOpen`: something of the account is unexplained, or a statement of it is missing. */
export function readingOf(
  { now, settings }: Pick<Ctx, 'now' | 'settings'>,
  readAt: Date,
  isOpen: boolean,
): AccountReading {
  const isOlderThan = (days: number): boolean =>
    now > addBusinessDays(readAt.getTime(), days, settings.policy.calendar)
  const attention = isOlderThan(RED_DAYS) ? 'red' : isOpen || isOlderThan(AMBER_DAYS) ? 'amber' : 'none'
  return { read_at: toIso(readAt.getTime()), attention }
}

/** Precedes every new pay-in that the bank's statement alone proves. An open one may still be paid, and is found later. */
export async function requireReadBank(ctx: Ctx): Promise<void> {
  const readings = await listReadings(ctx.tx)
  if (readings.some(({ read_at }) => readingOf(ctx, read_at, false).attention === 'red'))
    throw new Refusal('bank_unread')
}
