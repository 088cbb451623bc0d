/** Reminders before a deadline, to those whose move it is. Fired from a column of the deal, as deadlines are. */
import { DAY_MS } from '../../../core/time.ts'
import { findDeal, type Loaded } from '../../repositories/deals.ts'
import { claimReminders, setNextReminder } from '../../repositories/reminders.ts'
import type { Ctx } from '../context.ts'
import { factsOf } from '../deals/facts.ts'
import { runningOf, standing } from './queue.ts'
import { nextReminderAt, outOfQuietHours, type Reminder, remindersDue } from './reminders.ts'
import { sceneOf } from './scene.ts'
import { reminderStory } from './story.ts'
import { partiesOf, teamOf, tell } from './tell.ts'

/** Earliest first, at most `limit` deals; answers how many. Any number of processes may call it. */
export async function remindDue(ctx: Ctx, limit: number): Promise<number> {
  const ids = await claimReminders(ctx.tx, ctx.now, limit)
  for (const id of ids) {
    const loaded = await findDeal(ctx.tx, id)
    if (loaded) await remind(ctx, loaded)
  }
  return ids.length
}

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
  for (const to of everyone.filter(({ view }) => after.move.includes(view)))
    await tell(ctx, {
      // the deadline is part of the key: one that was moved is reminded of anew
      key: `remind:${deal.id}:${dueAt}:${kind}`,
      kind: 'reminder',
      to,
      scene,
      after,
      story: reminderStory(told, { view: to.view, locale: to.person.locale }, kind, days),
      notBefore: outOfQuietHours(ctx.now, dueAt),
    })
}
