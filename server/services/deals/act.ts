/** Takes an action of the lifecycle table. One transaction: load and lock, authorize, decide, write. */
import { mayActBlocked } from '#core/blocked.ts'
import type { Deal } from '#core/contract/deals.ts'
import { fieldsOfIssues, invalid, Refusal } from '#core/errors.ts'
import { decide, refusalBeforeInput } from '#core/lifecycle/decide.ts'
import type { Refused, Request } from '#core/lifecycle/facts.ts'
import { inputOf } from '#core/lifecycle/inputs.ts'
import { ACTIONS, type Action } from '#core/lifecycle/transitions.ts'
import { KEY_ACTIONS } from '#core/scopes.ts'
import { randomId } from '#server/lib/tokens.ts'
import { type DealView, type ViewedSides, viewOf } from '#server/repositories/deal-view.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { requireRecentSecondFactor } from '#server/services/authorisation.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { lockDealFor, viewDealFor } from '#server/services/deal/load.ts'
import { ACTION_HANDLERS, type ActionResult } from './action-handlers.ts'
import { applyDecision, type EventInput } from './apply-decision.ts'
import { requireMayDecide } from './decision-rights.ts'
import { applyLapses } from './lapse.ts'
import { limitEdits, limitProposals } from './offer-limits.ts'
import { presentDeal } from './present.ts'

/** Actions of people: only the gateway funds, only the form creates. */
const BY_HAND: ReadonlySet<string> = new Set(
  ACTIONS.filter((name) => !['create', 'fund', 'unfund', 'charged_back', 'pay_fee'].includes(name)),
)

const toRefusal = (refused: Refused): Refusal =>
  new Refusal(refused.code === 'overdue' ? 'wrong_state' : refused.code, refused.fields)

interface ActInput {
  readonly dealId: string
  readonly action: string
  readonly body: unknown
  /** Of RATE_LIMIT_FACTOR; missing where no person asks. */
  readonly limitFactor?: number
  /** A second person confirms the decision of another one. */
  readonly isConfirmed?: boolean
  /** As of applyDecision. */
  readonly isQuiet?: boolean
  readonly read?: EventInput['read']
}

/** As `act`, and answers what its actor sees of the deal, which is read in the message of the last write. */
export async function actAndShow(ctx: UserCtx, input: ActInput): Promise<Deal | Refusal> {
  const shown: { view?: Promise<DealView> } = {}
  const read = (deal: ViewedSides) => {
    shown.view = viewOf(ctx.tx, deal)
    return shown.view
  }
  const moved = await act(ctx, { ...input, read })
  return moved instanceof Refusal ? moved : presentDeal(ctx, await viewDealFor(ctx, moved), shown.view)
}

/**
 * Answers the deal as it now is. A refusal is thrown when nothing may be written, and *returned* when the transaction must
 * commit all the same: a deadline that passed first, a try at the handover code.
 */
export async function act(ctx: UserCtx, input: ActInput): Promise<DealRow | Refusal> {
  const action = input.action as Action
  // the same for every deal, so that a key learns nothing of one that is not its owner's
  if (ctx.apiKey && BY_HAND.has(action) && !KEY_ACTIONS.includes(action)) throw new Refusal('key_scope')
  const locked = await lockDealFor(ctx, input.dealId)
  if (!BY_HAND.has(input.action)) throw new Refusal('not_found')
  if (ctx.user.isBlocked && !mayActBlocked(action)) throw new Refusal('blocked')
  // the team moves money here
  if (locked.viewer === 'team') requireRecentSecondFactor(ctx)
  const loaded = await applyLapses(ctx, locked)
  const facts = await factsOf(ctx, loaded)
  const request: Request = { action, by: locked.viewer, now: ctx.now, offerId: randomId() }
  const refusal = refusalBeforeInput(facts, request)
  if (refusal) return toRefusal(refusal)
  if (action === 'decide') await requireMayDecide(ctx, loaded.deal, input.isConfirmed === true)
  const parsed = parseInput(action, input.body)
  if (parsed instanceof Refusal) return parsed
  await limitAction(ctx, { deal: loaded.deal, action, parsed }, input.limitFactor ?? Infinity)
  const result: ActionResult | Refusal = (await ACTION_HANDLERS[action]?.(ctx, loaded, parsed, request)) ?? {}
  if (result instanceof Refusal) return result
  const decision = decide(facts, { ...request, ...result.request, input: parsed })
  if (!decision.ok) return toRefusal(decision)
  await result.before?.()
  const { deal, notified } = await applyDecision(ctx, loaded, decision, {
    name: action,
    by: locked.viewer,
    actorId: ctx.user.id,
    data: result.data ?? parsed,
    deal: result.deal,
    dispute: result.dispute,
    read: input.read,
    isQuiet: input.isQuiet,
  })
  ctx.tx.waitUntil(notified)
  return deal
}

interface LimitedAction {
  readonly deal: DealRow
  readonly action: Action
  readonly parsed: Record<string, unknown>
}

/** What its maker can do over and over, with nothing that the other side must do between. */
async function limitAction(
  ctx: UserCtx,
  { deal, action, parsed }: LimitedAction,
  limitFactor: number,
): Promise<void> {
  if (action === 'edit') await limitEdits(ctx, { deal, phone: parsed.cpty_phone }, limitFactor)
  if (action === 'propose_extension' || action === 'propose_split')
    await limitProposals(ctx, deal.id, limitFactor)
}

/** Validates the shape by core/lifecycle/inputs.ts; a 400 with message codes by field otherwise. */
function parseInput(action: Action, body: unknown): Record<string, unknown> | Refusal {
  if (action === 'edit') return (body ?? {}) as Record<string, unknown>
  const parsed = inputOf(action).schema.safeParse(body ?? {})
  return parsed.success ? parsed.data : invalid(fieldsOfIssues(parsed.error.issues))
}
