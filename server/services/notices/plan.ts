/** The columns of a deal that plan the reminders of its deadline. */
import type { DealFacts } from '../../../core/lifecycle/facts.ts'
import type { DealRow } from '../../repositories/deals.ts'
import { nextReminderAt, type Running } from './reminders.ts'

/** The deadline of a deal as its reminders see it; null when none runs. */
export function runningOf(facts: DealFacts, from: number): Running | null {
  if (facts.dueAt === null) return null
  const isSettling = facts.status === 'negotiating' && facts.dispute !== null
  const callInAt = isSettling ? (facts.dispute?.filedAt ?? from) + facts.policy.mutualReminderMs : null
  return { from, dueAt: facts.dueAt, callInAt }
}

export function firstReminder(from: number, dueAt: number) {
  const at = nextReminderAt({ from, dueAt, callInAt: null }, from)
  return { due_from: new Date(from), next_reminder_at: at === null ? null : new Date(at) }
}

/** The columns that plan the reminders of a deadline: anew when it is a new one, untouched when the old one runs on. */
export function reminderColumns(
  before: Pick<DealRow, 'status' | 'due_at'> | null,
  next: DealFacts,
  from: number,
): { due_from?: Date | null; next_reminder_at?: Date | null } {
  if (before?.status === next.status && before.due_at?.getTime() === next.dueAt) return {}
  const running = runningOf(next, from)
  if (!running) return { due_from: null, next_reminder_at: null }
  const at = nextReminderAt(running, from)
  return { due_from: new Date(from), next_reminder_at: at === null ? null : new Date(at) }
}
