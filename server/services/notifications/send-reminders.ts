/** Sends reminders of deadlines to those who have to move. Planned in a column of the deal, as the deadlines are. */
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { HOUR_MS } from '#core/time.ts'
import { isRetryable } from '#server/db/errors.ts'
import { findDeal, type Loaded } from '#server/repositories/deals.ts'
import { claimReminders, setNextReminder } from '#server/repositories/reminders.ts'
import type { Ctx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { currentSnapshot } from '#server/services/deal/snapshot.ts'
import { composeReminder } from './compose.ts'
import { deliver, partiesOf, teamOf } from './deliver.ts'
import {
  activeDeadline,
  nextReminderAt,
  outOfQuietHours,
  type Reminder,
  remindedOf,
  reminderDays,
  remindersDue,
} from './reminder-schedule.ts'

/** The reminder of one deal failed: its batch is rolled back, and the job goes on without this deal. */
export class ReminderFailed extends Error {
  override readonly name = 'ReminderFailed'
  readonly dealId: string
  constructor(dealId: string, cause: unknown) {
    super(`reminder of deal ${dealId} failed: ${(cause as Error).message}`, { cause })
    this.dealId = dealId
  }
}

/** Earliest first, at most `limit` deals; returns how many. Safe in any number of processes at once. */
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

/** After a failure: tries again in an hour. The deadline itself does not depend on it. */
export const skipReminder = (ctx: Ctx, dealId: string): Promise<unknown> =>
  setNextReminder(ctx.tx, dealId, ctx.now + HOUR_MS)

async function remind(ctx: Ctx, loaded: Loaded): Promise<void> {
  const { deal } = loaded
  const facts = await factsOf(ctx, loaded)
  const deadline = activeDeadline(facts, deal.due_from?.getTime() ?? ctx.now)
  const since = deal.next_reminder_at?.getTime() ?? ctx.now
  // a deadline that has passed is announced by its lapse
  if (!deadline || deadline.dueAt <= ctx.now) return void (await setNextReminder(ctx.tx, deal.id, null))
  for (const kind of remindersDue(deadline, since, ctx.now)) await sendReminder(ctx, loaded, facts, kind)
  await setNextReminder(ctx.tx, deal.id, nextReminderAt(deadline, ctx.now))
}

async function sendReminder(ctx: Ctx, { deal }: Loaded, facts: DealFacts, kind: Reminder): Promise<void> {
  const participants = await participantsOf(ctx, deal)
  const snapshot = currentSnapshot(facts)
  const dueAt = facts.dueAt ?? ctx.now
  const days = reminderDays(facts.policy)
  const reminded = remindedOf(kind, snapshot.movers)
  const team = reminded.includes('team') ? await teamOf(ctx) : []
  const recipients = [...partiesOf(participants), ...team]
  await deliver(
    ctx,
    recipients
      .filter(({ view }) => reminded.includes(view))
      .map((recipient) => ({
        // the deadline is part of the key: once it moves, its reminders are sent again
        key: `remind:${deal.id}:${dueAt}:${kind}`,
        kind: 'reminder',
        person: recipient.person,
        dealId: deal.id,
        contentIn: (locale) =>
          composeReminder({ participants, snapshot, kind, days }, { ...recipient, locale }),
        notBefore: outOfQuietHours(ctx.now, dueAt, recipient.person.quiet ?? undefined),
      })),
  )
}
