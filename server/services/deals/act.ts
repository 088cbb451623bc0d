/** Take an action of the lifecycle table. One transaction: who is it, load and lock, decide, write. */
import { invalid, Refusal } from '../../../core/errors.ts'
import { decide, refusalOfPlace } from '../../../core/lifecycle/decide.ts'
import type { Refused, Request } from '../../../core/lifecycle/facts.ts'
import { inputOf } from '../../../core/lifecycle/inputs.ts'
import { ACTIONS, type Action } from '../../../core/lifecycle/transitions.ts'
import { type DealRow, lockDeal } from '../../repositories/deals.ts'
import { randomId } from '../../tokens.ts'
import type { UserCtx } from '../context.ts'
import { move } from './carry-out.ts'
import type { Effect } from './effect.ts'
import { EFFECTS } from './effects.ts'
import { factsOf } from './facts.ts'
import { fieldsOfIssues } from './issues.ts'
import { applyLapses } from './lapse.ts'
import { requireViewer } from './viewer.ts'

/** Only the gateway funds; only the form creates. */
const BY_HAND: ReadonlySet<string> = new Set(
  ACTIONS.filter((name) => !['create', 'fund', 'pay_fee'].includes(name)),
)

export const toRefusal = (refused: Refused): Refusal =>
  new Refusal(refused.code === 'overdue' ? 'wrong_state' : refused.code, refused.fields)

/**
 * Answers the deal as it now is, for who asks. A refusal is thrown when nothing is to be remembered, and *returned* when the
 * transaction must commit all the same: a deadline that passed first, a try at the handover code.
 */
export async function act(
  ctx: UserCtx,
  input: { dealId: string; action: string; body: unknown },
): Promise<DealRow | Refusal> {
  const found = await lockDeal(ctx.tx, input.dealId)
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  if (!BY_HAND.has(input.action)) throw new Refusal('not_found')
  const action = input.action as Action
  const loaded = await applyLapses(ctx, found)
  const facts = await factsOf(ctx, loaded)
  const request: Request = { action, by: viewer, now: ctx.now, offerId: randomId() }
  const misplaced = refusalOfPlace(facts, request)
  if (misplaced) return toRefusal(misplaced)
  const parsed = parseInput(action, input.body)
  if (parsed instanceof Refusal) return parsed
  const effect: Effect | Refusal = (await EFFECTS[action]?.(ctx, loaded, parsed, request)) ?? {}
  if (effect instanceof Refusal) return effect
  const decision = decide(facts, { ...request, ...effect.request, input: parsed })
  if (!decision.ok) return toRefusal(decision)
  await effect.before?.()
  const { deal, telling } = await move(ctx, loaded, decision, {
    name: action,
    by: viewer,
    actorId: ctx.user.id,
    data: effect.data ?? parsed,
    deal: effect.deal,
    dispute: effect.dispute,
  })
  ctx.tx.meanwhile(telling)
  return deal
}

/** Shape by core/lifecycle/inputs.ts; a 400 with messages beside the fields otherwise. */
function parseInput(action: Action, body: unknown): Record<string, unknown> | Refusal {
  if (action === 'edit') return (body ?? {}) as Record<string, unknown>
  const parsed = inputOf(action).schema.safeParse(body ?? {})
  return parsed.success ? parsed.data : invalid(fieldsOfIssues(parsed.error.issues))
}
