/** Reminders before a deadline, to those whose move it is. Fired from a column of the deal, as deadlines are. */
import { DAY_MS, HOUR_MS } from '../../../core/time.ts'
import { isRetryable } from '../../db/errors.ts'
import { findDeal, type Loaded } from '../../repositories/deals.ts'
import { claimReminders, setNextReminder } from '../../repositories/reminders.ts'
import type { Ctx } from '../context.ts'
import { factsOf } from '../deals/facts.ts'
import { standing } from './after.ts'
import { runningOf } from './plan.ts'
import { nextReminderAt, outOfQuietHours, type Reminder, remindersDue } from './reminders.ts'
import { sceneOf } from './scene.ts'
import { reminderStory } from './story.ts'
import { partiesOf, teamOf, tellAll, toldOf } from './tell.ts'

/** One deal cannot be reminded of: the batch it was in is undone, and the others go on without it. */
export class ReminderFailed extends Error {
  override readonly name = 'ReminderFailed'
  readonly dealId: string
  constructor(dealId: string, cause: unknown) {
    super(`deal ${dealId} cannot be reminded of: ${(cause as Error).message}`, { cause })
    this.dealId = dealId
  }
}

/** Earliest first, at most `limit` deals; answers how many. Any number of processes may call it. */
export async function remindDue(ctx: Ctx, limit: number): Promise<number> {
  const ids = await claimReminders(ctx.tx, ctx.now, limit)
  for (const id of ids) {
    const loaded = await findDeal(ctx.tx, id)
    try {
      if (loaded) await remind(ctx, loaded)
    } catch (error) {
      throw isRetryable(error) ? error : new ReminderFailed(id, error)
    }
  }
  return ids.length
}

/** After a failure: the deadline itself does not wait for its reminder. */
export const skipReminder = (ctx: Ctx, dealId: string): Promise<unknown> =>
  setNextReminder(ctx.tx, dealId, ctx.now + HOUR_MS)

async function remind(ctx: Ctx, loaded: Loaded): Promise<void> {
  const { deal } = loaded
  const facts = await factsOf(ctx, loaded)
  const running = runningOf(facts, deal.due_from?.getTime() ?? ctx.now)
  const since = deal.next_reminder_at?.getTime() ?? ctx.now
  // a deadline that has passed is told of by its lapse
  if (!running || running.dueAt <= ctx.now) return void (await setNextReminder(ctx.tx, deal.id, null))
  for (const kind of remindersDue(running, since, ctx.now)) await say(ctx, loaded, kind)
  await setNextReminder(ctx.tx, deal.id, nextReminderAt(running, ctx.now))
}

async function say(ctx: Ctx, loaded: Loaded, kind: Reminder): Promise<void> {
  const { deal } = loaded
  const facts = await factsOf(ctx, loaded)
  const scene = await sceneOf(ctx, deal)
  const after = standing(facts)
  const dueAt = facts.dueAt ?? ctx.now
  const everyone = [...partiesOf(scene), ...(after.move.includes('team') ? await teamOf(ctx) : [])]
  const told = {
    scene,
    after,
    event: { name: 'reminder', by: 'lapse', data: {} },
    commissionBasisPoints: deal.commission_basis_points,
  } as const
  const days = Math.round(facts.policy.mutualReminderMs / DAY_MS)
  await tellAll(
    ctx,
    everyone
      .filter(({ view }) => after.move.includes(view))
      .map((to) =>
        toldOf({
          // the deadline is part of the key: one that was moved is reminded of anew
          key: `remind:${deal.id}:${dueAt}:${kind}`,
          kind: 'reminder',
          to,
          scene,
          after,
          story: reminderStory(told, { view: to.view, locale: to.person.locale }, kind, days),
          notBefore: outOfQuietHours(ctx.now, dueAt),
        }),
      ),
  )
}
