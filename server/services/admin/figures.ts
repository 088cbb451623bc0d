/** Days in figures: those of before are stored by a job, the last ones are counted when somebody looks. */

import type { Answer } from '#core/contract/endpoint.ts'
import type { DayFigures, teamFigures as endpoint } from '#core/contract/home.ts'
import { DAY_MS, istDay, nextDay } from '#core/time.ts'
import { totals } from '#server/repositories/admin.ts'
import {
  countDays,
  type DayFigure,
  lastStoredDay,
  listStoredDays,
  medianDecideMs,
  storeDays,
} from '#server/repositories/day-figures.ts'
import type { Ctx } from '#server/services/context.ts'

/** A line of the bank may be booked for a day some days after it. */
const AGAIN_DAYS = 7
const MOST_DAYS = 366

const dayBefore = (now: number, days: number): string => istDay(now - days * DAY_MS)

const EMPTY = {
  ...{ in_paise: 0, out_paise: 0, funded_paise: 0, freed_paise: 0, fees_paise: 0 },
  ...{ funded: 0, ended: 0, disputed: 0, decided: 0, decide_ms: null },
}

/** From the last that is stored, a week before it; a year when nothing is. Today is not over, and is never stored. */
export async function storeDayFigures(ctx: Ctx): Promise<void> {
  const last = await lastStoredDay(ctx.tx)
  const again = last === null ? null : istDay(Date.parse(`${last}T12:00:00+05:30`) - AGAIN_DAYS * DAY_MS)
  const from = again ?? dayBefore(ctx.now, MOST_DAYS)
  const today = istDay(ctx.now)
  const counted = new Map((await countDays(ctx.tx, from)).map((row) => [row.day, row]))
  await storeDays(
    ctx.tx,
    everyDay(from, today)
      .filter((day) => day < today)
      .map((day) => counted.get(day) ?? { day, ...EMPTY }),
  )
}

export async function presentFigures(ctx: Ctx, days: number): Promise<Answer<typeof endpoint>> {
  const [first, today] = [dayBefore(ctx.now, days - 1), istDay(ctx.now)]
  const last = await lastStoredDay(ctx.tx)
  const countedFrom = last === null || last < first ? first : last
  const rows = [
    ...(await listStoredDays(ctx.tx, first, countedFrom)),
    ...(await countDays(ctx.tx, countedFrom)),
  ]
  const { held_paise } = await totals(ctx.tx)
  return {
    days: heldBack(everyDay(first, today), new Map(rows.map((row) => [row.day, row])), held_paise),
    median_decide_ms: await medianDecideMs(ctx.tx, new Date(`${first}T00:00:00+05:30`)),
  }
}

const everyDay = (first: string, last: string): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = nextDay(day)) days.push(day)
  return days
}

/** What was held at the end of each day: from what is held now, without what came and left after it. */
function heldBack(
  days: readonly string[],
  rows: ReadonlyMap<string, DayFigure>,
  heldNow: number,
): DayFigures[] {
  const figures: DayFigures[] = []
  let held = heldNow
  for (const day of days.toReversed()) {
    const { funded_paise, freed_paise, ...row } = rows.get(day) ?? { day, ...EMPTY }
    figures.push({ ...row, day, held_paise: held })
    held += freed_paise - funded_paise
  }
  return figures.reverse()
}
