/**
 * Queues are tables: a row is claimed by a lease that puts its next try off. Times are real, never the product clock,
 * but for emails that wait for the morning.
 */
import { type RawBuilder, sql } from 'kysely'
import { prepare } from '#server/db/prepare.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import { isPaused, PROVIDER_QUEUES, type ProviderQueue } from './outages.ts'

/** The reason on an email that became obsolete while it waited: given up, and no failure. */
export const OVERTAKEN = 'the move was made before it left'

interface QueueTable {
  /** Still to be done. In the words of the partial index on next_try_at. */
  readonly open: RawBuilder<boolean>
  readonly isDue: (now: RawBuilder<Date>) => RawBuilder<boolean>
  /** Given up: a person has to look at it. */
  readonly dead: RawBuilder<boolean>
}

const QUEUES = {
  email: {
    open: sql<boolean>`sent_at is null and given_up_at is null`,
    isDue: (now) => sql<boolean>`(not_before is null or not_before <= ${now})`,
    dead: sql<boolean>`given_up_at is not null and problem is distinct from ${sql.lit(OVERTAKEN)}`,
  },
  payout: {
    open: sql<boolean>`status in ('queued', 'sent', 'failed') and not by_hand`,
    // a number that was changed or is claimed holds the money back for a while, a freeze until the team has looked; what may
    // have been sent is asked about all the same
    isDue: () =>
      sql<boolean>`(status = 'sent' or not exists (select from app_user u where u.id = payout.user_id and (u.payouts_held_until > clock_timestamp() or u.payouts_frozen_at is not null)))`,
    dead: sql<boolean>`status = 'review'`,
  },
  // a question, not work: it ends when it is paid, or with its last question
  pay_in: {
    open: sql<boolean>`next_try_at is not null and status <> 'paid'`,
    isDue: () => sql<boolean>`true`,
    dead: sql<boolean>`false`,
  },
  // a question and, once the deal has ended, the calls that follow it
  provider_hold: {
    open: sql<boolean>`next_try_at is not null`,
    isDue: () => sql<boolean>`true`,
    dead: sql<boolean>`state = 'review' and ready_at is null`,
  },
  linked_account: {
    open: sql<boolean>`next_try_at is not null`,
    isDue: () => sql<boolean>`true`,
    // its owner's to look at
    dead: sql<boolean>`false`,
  },
  webhook_message: {
    open: sql<boolean>`delivered_at is null and given_up_at is null`,
    isDue: () => sql<boolean>`true`,
    // the receiver's to look at, in its own log: nobody of the operator's can mend it
    dead: sql<boolean>`false`,
  },
  push_message: {
    open: sql<boolean>`sent_at is null and given_up_at is null`,
    isDue: (now) => sql<boolean>`(not_before is null or not_before <= ${now})`,
    // the notice stands on its page
    dead: sql<boolean>`false`,
  },
  whatsapp_message: {
    open: sql<boolean>`sent_at is null and given_up_at is null`,
    isDue: (now) => sql<boolean>`(not_before is null or not_before <= ${now})`,
    dead: sql<boolean>`false`,
  },
  webhook_event: {
    open: sql<boolean>`state = 'new'`,
    isDue: () => sql<boolean>`true`,
    dead: sql<boolean>`state = 'failed'`,
  },
} satisfies Record<string, QueueTable>
export type QueueName = keyof typeof QUEUES

const inMs = (ms: number): RawBuilder<Date> => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`

/** Longer than a handler's own time limits together; shorter, and two processes handle one row. */
export const LEASE_MS = 120_000

/** The beginning of an update; what else it changes and where may follow. */
export const lease = (name: QueueName): RawBuilder<unknown> =>
  sql`update ${sql.table(name)} set tries = tries + 1, next_try_at = ${inMs(LEASE_MS)}`

/** Due rows that no other process holds, oldest first. The limit is a part of the text, or each number of it would be planned for itself. If this process dies, others claim them when the lease ends. */
export async function claimRows<Row>(tx: Tx, name: QueueName, limit: number): Promise<Row[]> {
  const { open } = QUEUES[name] as QueueTable
  const { rows } = await sql<Row>`
    ${lease(name)}
     where id in (select id from ${sql.table(name)}
                   where ${open} and next_try_at <= clock_timestamp() and ${mayBeClaimed(name)}
                   order by next_try_at limit ${sql.lit(limit)} for update skip locked)
    returning *`.execute(tx)
  return rows
}

/** Longer than a signal takes to wake a worker: more wait than are worked off. */
const LATE_MS = 100

export interface DueRow {
  readonly is_late: boolean
}

/** The oldest due row that no other transaction holds, locked: this one leases it with what it begins. */
export const lockDueRow = <Row>(name: QueueName): ((tx: Tx) => Promise<(Row & DueRow) | undefined>) => {
  const { open } = QUEUES[name] as QueueTable
  const select = prepare(
    (_tx: Tx) => sql<Row & DueRow>`
      select *, next_try_at < clock_timestamp() - ${sql.lit(LATE_MS)} * interval '1 millisecond' as is_late
        from ${sql.table(name)}
       where ${open} and next_try_at <= clock_timestamp() and ${mayBeClaimed(name)}
       order by next_try_at limit 1 for update skip locked`,
  )
  return async (tx) => (await select(tx, {})).rows[0]
}

/** One due row of each provider that is paused and may be asked again, for one process: what comes of it says whether it is back. */
export async function claimProbes<Row>(tx: Tx, name: ProviderQueue): Promise<Row[]> {
  const { open, isDue } = QUEUES[name] as QueueTable
  const { rows } = await sql<Row>`
    with over as materialized (
      select provider from provider_outage
       where queue = ${name} and probe_at <= clock_timestamp() for update skip locked
    ), chosen as materialized (
      select over.provider, probe.id from over cross join lateral (
        select id from ${sql.table(name)}
         where ${open} and provider = over.provider and next_try_at <= clock_timestamp()
           and ${isDue(sql<Date>`product_now()`)}
         order by next_try_at limit 1 for update skip locked) probe
    ), taken as (
      -- a process that dies with it leaves it to the others when its lease ends
      update provider_outage set probe_at = ${inMs(LEASE_MS)}
       where queue = ${name} and provider in (select provider from chosen)
    )
    ${lease(name)} where id in (select id from chosen) returning *`.execute(tx)
  return rows
}

/** What a provider would be asked waits while it is paused. */
function mayBeClaimed(name: QueueName): RawBuilder<boolean> {
  const isDue = QUEUES[name].isDue(sql<Date>`product_now()`)
  const queue = PROVIDER_QUEUES.find((each) => each === name)
  return queue === undefined ? isDue : sql<boolean>`${isDue} and not ${isPaused(queue)}`
}

/**
 * For how many seconds each provider has been left alone while something waits for it, by whichever queue the longest. One for
 * which nothing waits is asked nothing: that it is back would not be seen, and the alarm would ring until the next payout.
 */
export async function pausedSeconds(tx: ReadTx): Promise<Map<string, number>> {
  const seconds = new Map<string, number>()
  for (const name of PROVIDER_QUEUES) {
    const { open, isDue } = QUEUES[name] as QueueTable
    const { rows } = await sql<{ provider: string; seconds: number }>`
      select provider, extract(epoch from clock_timestamp() - since)::float8 as seconds from provider_outage o
       where queue = ${name} and probe_at is not null
         and exists (select from ${sql.table(name)}
                      where ${open} and ${isDue(sql<Date>`product_now()`)} and provider = o.provider)`.execute(
      tx,
    )
    for (const row of rows) seconds.set(row.provider, Math.max(row.seconds, seconds.get(row.provider) ?? 0))
  }
  return seconds
}

export const postponeRow = (tx: Tx, name: QueueName, id: string | number, waitMs: number) =>
  sql`update ${sql.table(name)} set next_try_at = ${inMs(waitMs)} where id = ${id}`.execute(tx)

type ByQueue = Promise<Map<QueueName, number>>

async function forEachQueue(
  tx: ReadTx,
  query: (table: QueueTable, name: QueueName) => { value: RawBuilder<number>; where: RawBuilder<boolean> },
): ByQueue {
  const names = Object.keys(QUEUES) as QueueName[]
  const values = names.map(async (name): Promise<[QueueName, number]> => {
    const { value, where } = query(QUEUES[name], name)
    const { rows } = await sql<{ value: number }>`
      select ${value} as value from ${sql.table(name)} where ${where}`.execute(tx)
    return [name, rows[0]?.value ?? 0]
  })
  return new Map(await Promise.all(values))
}

/** Rows that are still to be done, whether they are due or wait for a retry. */
export const countQueued = (tx: ReadTx): ByQueue =>
  forEachQueue(tx, ({ open }) => ({ value: sql<number>`count(*)`, where: open }))

/** Seconds for which the oldest due row could have been claimed; zero when none is due. */
export const oldestDueSeconds = (tx: ReadTx): ByQueue =>
  forEachQueue(tx, ({ open }, name) => ({
    value: sql<number>`greatest(0, coalesce(extract(epoch from clock_timestamp() - min(next_try_at)), 0))::float8`,
    where: sql<boolean>`${open} and ${mayBeClaimed(name)}`,
  }))

/** Rows that were given up and wait for a person. */
export const countDead = (tx: ReadTx): ByQueue =>
  forEachQueue(tx, ({ dead }) => ({ value: sql<number>`count(*)`, where: dead }))
