/** Advances the sandbox's product clock: forward only, for every process on the database. */
import { invalid } from '#core/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts'
import { advanceProductClock } from '#server/repositories/demo.ts'
import type { Ctx } from '#server/services/context.ts'

const SPAN =
  /^P(?!$)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?!$)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7}(?:\.\d{1,3})?)S)?)?$/

/** An ISO 8601 duration of weeks, days, hours, minutes and seconds, in milliseconds. Throws Refusal for anything else. */
export function spanMs(text: string): number {
  const match = SPAN.exec(text.trim().toUpperCase())
  if (!match) throw invalid({ advance: ['duration'] })
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return Math.round(
    weeks * 7 * DAY_MS + days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS,
  )
}

export async function advanceClock(ctx: Ctx, byMs: number): Promise<void> {
  await advanceProductClock(ctx.tx, byMs)
}
