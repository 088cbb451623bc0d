/** Payouts that wait, and what they are judged by. */
import { sql } from 'kysely'
import type { HoldReason } from '#core/payout-holds.ts'
import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'
import { isDisputed } from './chargebacks.ts'
import type { PayoutRow } from './payments.ts'
import { lastTryFailed, rejectedByReport } from './payout-failures.ts'
import { announcePayout } from './payout-news.ts'
import { isDebited, partPaise } from './payout-parts.ts'

/** One judgement of a payee's money at a time: two at once would each be within the limits. */
export const lockPayoutsOf = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('payouts of ' || ${userId}::text, 0))`.execute(tx)

export const lockPayoutsIn = (tx: Tx, userId: number, status: 'held' | 'queued'): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', status)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

interface DueBeforePayouts {
  /** Holds whose time is over. */
  readonly holds: boolean
  /** A provider that is left alone may be asked again. */
  readonly probes: boolean
}

export async function dueBeforePayouts(tx: Tx): Promise<DueBeforePayouts> {
  const { rows } = await sql<DueBeforePayouts>`
    select exists (select from payout where status = 'held' and held_until <= product_now()) as holds,
           exists (select from provider_outage where queue = 'payout' and probe_at <= clock_timestamp()) as probes`.execute(
    tx,
  )
  return rows[0] ?? { holds: false, probes: false }
}

/** Held ones whose time is over, each for one process. */
export const claimDueHolds = (tx: Tx, now: number, limit: number): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('status', '=', 'held')
    .where('held_until', '<=', new Date(now))
    .orderBy('held_until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/**
 * What a target decides about and failed for certain: the last try was refused, none is in doubt. A report is the word of
 * one Admin: with a friend who sets another target it would be paid twice, so another Admin sends that again.
 */
export const lockFailedOf = (tx: Tx, userId: number): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'review')
    .where((where) =>
      where.or([
        ...[where('purpose', '=', 'release'), where('by_transfer', '=', true)],
        where('target_id', 'is not', null),
      ]),
    )
    .where(lastTryFailed)
    .where(sql<boolean>`not ${rejectedByReport(null)}`)
    .where(sql<boolean>`not ${isDebited}`)
    .orderBy('created_at')
    .forUpdate()
    .execute()

export const setApproved = (tx: Tx, id: string, approved: string[]) =>
  tx.updateTable('payout').set({ approved }).where('id', '=', id).execute()

/**
 * The bank has taken back what its deal was paid with, or has been asked to: after it was made, or what its own receiver had paid. Whoever owes us
 * a deposit is sent nothing of its deal before the team has looked, whenever that falls due.
 */
export async function isTakenBack(
  tx: Tx,
  { id, deal_id, user_id }: Pick<PayoutRow, 'id' | 'deal_id' | 'user_id'>,
): Promise<boolean> {
  if (deal_id === null || user_id === null) return false
  const { rows } = await selectTakenBack(tx, { id, dealId: deal_id, userId: user_id })
  return rows[0]?.is_taken_back === true
}

const selectTakenBack = prepare(
  (_tx: Tx, { id, dealId, userId }: { id: string; dealId: string; userId: number }) =>
    sql<{ is_taken_back: boolean }>`
      select ${isDisputed(dealId)} or exists (
        select from deposit_reversal r
         where r.deal_id = ${dealId}
           and (r.user_id = ${userId} or r.at >= (select created_at from payout where id = ${id}))) as is_taken_back`,
)

/** That pays a line of the bank back, and has not come back or been given up. */
export const lockPayoutOfLine = (tx: Tx, key: string): Promise<PayoutRow | undefined> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('bank_line', '=', key)
    .where('status', 'not in', ['returned', 'cancelled'])
    .forUpdate()
    .executeTakeFirst()

/** When the payment came that a payout gives back. */
export async function paymentOf(
  tx: Tx,
  { provider, refund_of: paymentId }: Pick<PayoutRow, 'provider' | 'refund_of'>,
): Promise<Date | null> {
  if (paymentId === null) return null
  const row = await tx
    .selectFrom('deposit')
    .select('at')
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Of a deal, those that no try was begun of. */
export const lockUnsentOf = (tx: Tx, dealId: string): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payout')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('status', 'in', ['held', 'queued'])
    .orderBy('id')
    .forUpdate()
    .execute()

export interface PayoutDestination {
  readonly destination: string | null
  readonly destination_sealed: Buffer | null
  readonly target_id: string | null
}

interface PayoutPlace extends PayoutDestination {
  readonly reasons: readonly HoldReason[]
  readonly heldUntil: Date | null
  readonly approved: readonly string[]
  readonly isNewGeneration: boolean
}

/** Held with reasons, or queued without. */
export function placePayout(tx: Tx, id: string, change: PayoutPlace): Promise<PayoutRow> {
  announcePayout(tx, id)
  return tx
    .updateTable('payout')
    .set((eb) => ({
      status: change.reasons.length > 0 ? 'held' : 'queued',
      held_because: [...change.reasons],
      held_until: change.heldUntil,
      approved: [...change.approved],
      destination: change.destination,
      destination_sealed: change.destination_sealed,
      target_id: change.target_id,
      generation: eb('generation', '+', change.isNewGeneration ? 1 : 0),
      next_try_at: sql<Date>`clock_timestamp()`,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface OpenPage {
  readonly page: number
  readonly page_size: number
  readonly forUser: number
}

/** Held, in review, and given to a person whose payment no statement has shown, oldest first. */
export async function listOpenForTeam(tx: Tx, { page, page_size, forUser }: OpenPage) {
  const open = tx
    .selectFrom('payout')
    .where((eb) =>
      eb.or([
        eb('payout.status', 'in', ['held', 'review']),
        eb.and([eb('payout.status', '=', 'sent'), eb('payout.by_hand', '=', true)]),
      ]),
    )
  const [rows, { total }] = await Promise.all([
    open
      .leftJoin('app_user', 'app_user.id', 'payout.user_id')
      .leftJoin('payout_target', 'payout_target.id', 'payout.target_id')
      .leftJoin('payout_outcome', (join) =>
        join.onRef('payout_outcome.payout_id', '=', 'payout.id').on('payout_outcome.state', '=', 'stated'),
      )
      .selectAll('payout')
      .select(['app_user.first_name', 'app_user.last_name', 'payout_target.bank_name'])
      .select(sql<boolean>`app_user.deleted_at is not null`.as('is_deleted'))
      .select([
        sql<boolean>`app_user.payouts_frozen_at is not null`.as('frozen'),
        sql<boolean>`coalesce(${lastTryFailed}, false)`.as('has_failed'),
        rejectedByReport(forUser).as('reported_by_caller'),
        isDebited.as('debited'),
        partPaise('payout.code').as('part_paise'),
        sql<Date | null>`(select max(at) from payout_attempt where payout_id = payout.id)`.as('sent_at'),
        sql<number>`(select count(*)::int from payout_approval
          where payout_id = payout.id and target_id is not distinct from payout.target_id)`.as('approvals'),
        sql<boolean>`exists (select from payout_approval where payout_id = payout.id and approved_by = ${forUser}
          and target_id is not distinct from payout.target_id)`.as('approved_by_caller'),
        'payout_outcome.id as outcome_id',
        'payout_outcome.outcome',
        'payout_outcome.reference',
        'payout_outcome.evidence',
        'payout_outcome.stated_by',
        sql<
          string | null
        >`(select first_name || ' ' || last_name from app_user where id = payout_outcome.stated_by)`.as(
          'stated_by_name',
        ),
      ])
      .orderBy('payout.created_at')
      .orderBy('payout.id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
