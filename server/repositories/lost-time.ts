/** Time in which nobody could act is given back: to the deadlines of deals, and to the waits in which an owner can still say no. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export interface LostTime {
  /** Both of the wall clock. */
  readonly from: Date
  readonly to: Date
}

/** Whether deadlines have been moved by a part of this time already. */
export async function wereMoved(tx: Tx, { from, to }: LostTime): Promise<boolean> {
  const { rows } = await sql`
    select from audit_event
     where action = 'deadlines_moved' and (after->>'from')::timestamptz < ${to} and (after->>'to')::timestamptz > ${from}
     limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Deadlines that passed in this time, or pass within a day after it, move by its length; a later one has lost little of
 * its own, and one that began after it nothing. Answers of how many deals. What stands still gets its time back when it goes on.
 */
export async function moveDeadlines(tx: Tx, { from, to }: LostTime): Promise<number> {
  // cut off, it would begin anew each second, and no deadline pass until then
  await sql`set local statement_timeout = 0`.execute(tx)
  const { numAffectedRows } = await sql`
    with lost as (
      select ${from}::timestamptz + offset_ms * interval '1 millisecond' as began,
             ${to}::timestamptz + offset_ms * interval '1 millisecond' as ended,
             ${to}::timestamptz - ${from}::timestamptz as span
        from product_clock)
    update deal set due_at = due_at + span, due_from = due_from + span, next_reminder_at = next_reminder_at + span,
           extension_to = extension_to + span,
           delivery_due_at = case when delivery_due_at = due_at then delivery_due_at + span else delivery_due_at end
      from lost
     where due_at > began and due_at <= ended + interval '1 day' and coalesce(due_from, created_at) < ended
       and frozen_since is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const LEAST_TO_PAY = sql`interval '1 day'`
/** Else each would be written every minute. */
const MOVED_WITH_LEFT = sql`interval '23 hours'`

/**
 * While nobody can pay a deal: each that waits for its amount has a day left, so that when it can be paid again its payer has
 * that day. Called once a minute. Answers of how many deals.
 */
export async function keepTimeToPay(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update deal set due_at = ${now}::timestamptz + ${LEAST_TO_PAY},
           next_reminder_at = next_reminder_at + (${now}::timestamptz + ${LEAST_TO_PAY} - due_at)
     where status = 'agreed' and due_at < ${now}::timestamptz + ${MOVED_WITH_LEFT} and frozen_since is null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * The waits that protect an account move likewise: in them the holder of a number objects to its claim, and an owner stops a
 * change or a payout that is not theirs. On the wall clock.
 */
export async function moveWaits(tx: Tx, { from, to }: LostTime): Promise<void> {
  const later = (column: string) => sql`${sql.ref(column)} + (${to}::timestamptz - ${from}::timestamptz)`
  const falls = (column: string) =>
    sql`${sql.ref(column)} > ${from}::timestamptz and ${sql.ref(column)} <= ${to}::timestamptz + interval '1 day'`
  await sql`update number_claim set ends_at = ${later('ends_at')}
             where objected_at is null and done_at is null and created_at < ${to} and ${falls('ends_at')}`.execute(
    tx,
  )
  await sql`update contact_change set ready_at = ${later('ready_at')}
             where stopped_at is null and done_at is null and created_at < ${to} and ${falls('ready_at')}`.execute(
    tx,
  )
  await sql`update app_user set payouts_held_until = ${later('payouts_held_until')}
             where ${falls('payouts_held_until')}`.execute(tx)
}
