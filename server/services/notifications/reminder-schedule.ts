/** When to remind of a deadline: at half and at nine tenths of its time; while settling, also when the team may be called in. */
import type { Moving } from '#core/lifecycle/allowed.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Policy } from '#core/policy.ts'
import { DAY_MS, HOUR_MS, istDay, istHour, nextDay } from '#core/time.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { QuietHours } from '#server/services/deal/participants.ts'

export type Reminder = 'half' | 'nine_tenths' | 'call_in'

/** The deadline that runs in a deal. `escalationAt` only while the parties settle a dispute between them. */
export interface ActiveDeadline {
  readonly from: number
  readonly dueAt: number
  readonly escalationAt: number | null
}
interface Point {
  readonly at: number
  readonly kind: Reminder
}

function pointsOf({ from, dueAt, escalationAt }: ActiveDeadline): Point[] {
  const share = (tenths: number): number => from + Math.floor(((dueAt - from) * tenths) / 10)
  const points: Point[] = [
    { at: share(5), kind: 'half' },
    { at: share(9), kind: 'nine_tenths' },
  ]
  if (escalationAt !== null && escalationAt > from) points.push({ at: escalationAt, kind: 'call_in' })
  return points.filter((point) => point.at < dueAt).sort((a, b) => a.at - b.at)
}

export const nextReminderAt = (deadline: ActiveDeadline, after: number): number | null =>
  pointsOf(deadline).find((point) => point.at > after)?.at ?? null

/** The reminders to send now. After a clock jump past several only the last: half the time is no news when a tenth is left. */
export function remindersDue(deadline: ActiveDeadline, since: number, now: number): Reminder[] {
  const passed = pointsOf(deadline).filter((point) => point.at >= since && point.at <= now)
  const time = passed.findLast((point) => point.kind !== 'call_in')
  const callIn = passed.find((point) => point.kind === 'call_in')
  return [time, callIn].flatMap((point) => (point ? [point.kind] : []))
}

/** Whoever has to move; that the team can be called in concerns both, also the one whose offer waits for an answer. */
export const remindedOf = (kind: Reminder, movers: readonly Moving[]): readonly Moving[] =>
  kind === 'call_in' ? ['payer', 'payee'] : movers

/** Hours of India. Reminders wait in these where their reader has chosen no others. */
const NIGHT: QuietHours = { from: 21, until: 8 }

/**
 * When a message may leave that waits in quiet hours; null sends it at once. So does an end of them less than an hour
 * before the deadline, which would leave no time to act.
 */
export function outOfQuietHours(
  now: number,
  dueAt: number | null,
  { from, until }: QuietHours = NIGHT,
): number | null {
  const hour = istHour(now)
  const isOverMidnight = from > until
  const isQuiet = isOverMidnight ? hour >= from || hour < until : hour >= from && hour < until
  if (!isQuiet) return null
  const today = istDay(now)
  const day = isOverMidnight && hour >= from ? nextDay(today) : today
  const end = Date.parse(`${day}T${String(until).padStart(2, '0')}:00:00+05:30`)
  return dueAt !== null && end + HOUR_MS > dueAt ? null : end
}

/** After how many days the parties are told that the team can be called in. */
export const reminderDays = (policy: Policy): number => Math.round(policy.mutualReminderMs / DAY_MS)

/** The deadline of a deal; null when none runs. */
export function activeDeadline(facts: DealFacts, from: number): ActiveDeadline | null {
  if (facts.dueAt === null) return null
  const isSettling = facts.status === 'negotiating' && facts.dispute !== null
  const escalationAt = isSettling ? (facts.dispute?.filedAt ?? from) + facts.policy.mutualReminderMs : null
  return { from, dueAt: facts.dueAt, escalationAt }
}

interface ReminderColumns {
  readonly due_from: Date | null
  readonly next_reminder_at: Date | null
}

function columnsFor(deadline: ActiveDeadline): ReminderColumns {
  const at = nextReminderAt(deadline, deadline.from)
  return { due_from: new Date(deadline.from), next_reminder_at: at === null ? null : new Date(at) }
}

/** For a deal that is created now. */
export const firstReminder = (from: number, dueAt: number): ReminderColumns =>
  columnsFor({ from, dueAt, escalationAt: null })

/** Planned anew for a new deadline; left alone while the old one runs on, or its reminders would be sent twice. */
export function reminderColumns(
  before: Pick<DealRow, 'status' | 'due_at'> | null,
  next: DealFacts,
  from: number,
): Partial<ReminderColumns> {
  if (before?.status === next.status && before.due_at?.getTime() === next.dueAt) return {}
  const deadline = activeDeadline(next, from)
  return deadline ? columnsFor(deadline) : { due_from: null, next_reminder_at: null }
}
