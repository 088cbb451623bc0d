/** Tells whom it concerns that a deal moved: a job in the same transaction, so no notice is lost and none is early. */
import { whoseMove } from '../../../core/lifecycle/allowed.ts'
import type { DealFacts, Decision } from '../../../core/lifecycle/facts.ts'
import { isTerminal, type Party } from '../../../core/lifecycle/states.ts'
import type { DealRow } from '../../repositories/deals.ts'
import { type After, addJob } from '../../repositories/jobs.ts'
import type { Ctx } from '../context.ts'
import { nextReminderAt, type Running } from './reminders.ts'

export const queueNotices = (
  ctx: Ctx,
  deal: Pick<DealRow, 'id'>,
  seq: number,
  moved: Pick<Decision, 'from' | 'next' | 'hold' | 'fees'>,
): Promise<void> => addJob(ctx.tx, 'notify', { dealId: deal.id, seq, after: after(moved) })

/** A deal as it is, for who tells of it without a move. */
export const standing = (facts: DealFacts): After =>
  after({ from: facts.status, next: facts, hold: null, fees: { payer: null, payee: null } })

function after({ from, next, hold, fees }: Pick<Decision, 'from' | 'next' | 'hold' | 'fees'>): After {
  const fee = (party: Party) => ({ fate: fees[party], isDue: isFeeDue(next, party) })
  return {
    from,
    status: next.status,
    dueAt: next.dueAt,
    move: whoseMove(next),
    isHeld: next.fundedAt !== null && !isTerminal(next.status),
    paid: hold,
    fees: { payer: fee('payer'), payee: fee('payee') },
    feePaise: next.policy.disputeFeePaise,
    complainant: next.dispute?.complainant ?? null,
  }
}

const isFeeDue = ({ status, dispute, policy }: DealFacts, party: Party): boolean =>
  status === 'disputed' && dispute !== null && policy.disputeFeePaise > dispute.feePaidPaise[party]

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
