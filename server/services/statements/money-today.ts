/** What the desk of money shows first. */
import type { MoneyDay } from '#core/contract/money-today.ts'
import { istDay, toIso } from '#core/time.ts'
import { ownPaise } from '#server/repositories/ledger.ts'
import { daySums, waitingFor } from '#server/repositories/money-today.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function presentMoneyToday(ctx: UserCtx): Promise<MoneyDay> {
  const day = istDay(ctx.now)
  const sums = await daySums(ctx.tx, new Date(`${day}T00:00:00+05:30`))
  const own = await ownPaise(ctx.tx)
  const now = toIso(ctx.now)
  return { day, now, ...sums, own_paise: own, short: own < 0, waiting: await waitingFor(ctx.tx, ctx.user.id) }
}
