/** Applies deadlines that have passed, in order, each as of the moment it was due. */
import { Refusal } from '#core/errors.ts'
import { decideLapse } from '#core/lifecycle/decide.ts'
import { toIso } from '#core/time.ts'
import { CommitUnknown, isRetryable, isUnavailable } from '#server/db/errors.ts'
import { claimDue, type Loaded, updateDeal, withDispute } from '#server/repositories/deals.ts'
import { mayLapse, requireClock } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { nextLook } from '#server/services/money/unread-claims.ts'
import { applyAndNotify } from './apply-decision.ts'

/** The locked deal with every passed deadline applied. An action that comes later is judged against the new state. */
export async function applyLapses(ctx: Ctx, loaded: Loaded): Promise<Loaded> {
  const { deal } = loaded
  if (deal.due_at === null || deal.frozen_since !== null || ctx.now < deal.due_at.getTime()) return loaded
  requireClock()
  const later = await nextLook(ctx, deal)
  if (later !== null) {
    const waiting = await updateDeal(ctx.tx, deal, { due_at: new Date(later) })
    if (!waiting) throw new Refusal('conflict')
    return withDispute(ctx.tx, waiting)
  }
  const facts = await factsOf(ctx, loaded)
  const decision = decideLapse(facts, ctx.now)
  if (!decision.ok) throw new Error(`no row for the lapse ${deal.due_event} of a deal that is ${deal.status}`)
  const lapsed = await applyAndNotify(ctx, loaded, decision, {
    name: deal.due_event ?? 'lapse',
    by: 'lapse',
    actorId: null,
    data: { due_at: toIso(deal.due_at.getTime()) },
  })
  return applyLapses(ctx, await withDispute(ctx.tx, lapsed))
}

/** A deadline could not be applied, and its batch is rolled back. `dealId` is null when the batch had several deals. */
export class LapseError extends Error {
  override readonly name = 'LapseError'
  readonly dealId: string | null
  constructor(dealId: string | null, cause: unknown) {
    const which = dealId === null ? 'one of several deals' : `deal ${dealId}`
    super(`the deadline of ${which} cannot be applied: ${(cause as Error).message}`, { cause })
    this.dealId = dealId
  }
}

/** A fault of this deal alone: not the database's, and not an alarm that stops money for a while. */
const isFaultOfDeal = (error: unknown): boolean =>
  !isRetryable(error) &&
  !isUnavailable(error) &&
  !(error instanceof CommitUnknown) &&
  !(error instanceof Refusal && error.code === 'unavailable')

/** The error of a batch that failed, while it was applied or when it was to be committed. Null where no deal is at fault. */
export function lapseErrorOf(error: unknown, dealIds: readonly string[]): LapseError | null {
  if (error instanceof LapseError) return error
  if (dealIds.length === 0 || !isFaultOfDeal(error)) return null
  return new LapseError(dealIds.length === 1 ? (dealIds[0] ?? null) : null, error)
}

/** Applies what is due but `except`, oldest first, to at most `limit` deals; answers which. Any number of processes may call it. */
export async function applyDueLapses(
  ctx: Ctx,
  limit: number,
  except: readonly string[] = [],
): Promise<readonly string[]> {
  if (!mayLapse()) return []
  const due = await claimDue(ctx.tx, { now: ctx.now, limit, except })
  const ids = due.map(({ deal }) => deal.id)
  const outcomes = await Promise.allSettled(due.map((loaded) => applyLapses(ctx, loaded)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw lapseErrorOf(failed.reason, ids) ?? failed.reason
  return ids
}
