/** Writes to those whom a move of a deal concerns: what happened, to the money, whose move it is, until when. */
import { findDeal } from '../../repositories/deals.ts'
import type { Ctx } from '../context.ts'

export async function notify(ctx: Ctx, dealId: string, _seq: number): Promise<void> {
  const loaded = await findDeal(ctx.tx, dealId)
  if (!loaded) return
}
