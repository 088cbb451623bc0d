/** Deadlines that passed, applied in order, each as of the moment it was due. */
import { decideLapse } from '../../../core/lifecycle/decide.ts'
import { toIso } from '../../../core/time.ts'
import { claimDue, type Loaded, lockDeal } from '../../repositories/deals.ts'
import type { Ctx } from '../context.ts'
import { carryOut } from './carry-out.ts'
import { factsOf } from './facts.ts'

/** The locked deal with every passed deadline applied. An action that comes later is judged against the new state. */
export async function applyLapses(ctx: Ctx, loaded: Loaded): Promise<Loaded> {
  const { deal } = loaded
  if (deal.due_at === null || ctx.now < deal.due_at.getTime()) return loaded
  const facts = await factsOf(ctx, loaded)
  const decision = decideLapse(facts, ctx.now)
  if (!decision.ok) throw new Error(`no row for the lapse ${deal.due_event} of a deal that is ${deal.status}`)
  await carryOut(ctx, loaded, decision, {
    name: deal.due_event ?? 'lapse',
    by: 'lapse',
    actorId: null,
    data: { due_at: toIso(deal.due_at.getTime()) },
  })
  const after = await lockDeal(ctx.tx, deal.id)
  if (!after) throw new Error('a locked deal is gone')
  return applyLapses(ctx, after)
}

/** Fires what is due, oldest first, at most `limit` deals; answers how many. Any number of processes may call it. */
export async function fireDue(ctx: Ctx, limit: number): Promise<number> {
  const ids = await claimDue(ctx.tx, ctx.now, limit)
  for (const id of ids) {
    const loaded = await lockDeal(ctx.tx, id)
    if (loaded) await applyLapses(ctx, loaded)
  }
  return ids.length
}
