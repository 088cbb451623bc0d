/** Files of payouts for the operator's bank, and the payouts that wait for one. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PayoutBatchTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { partPaise } from './payout-parts.ts'

export type PayoutBatchRow = Selectable<PayoutBatchTable>

const MOST_WAITING = 500
const MOST_BATCHES = 100

interface LastShown {
  readonly shown_to: number
  readonly shown_name: string
  readonly shown_at: Date
}
const lastShown = sql<LastShown>`lateral (
  select e.actor_id as shown_to, a.first_name as shown_name, e.at as shown_at
    from audit_event e join app_user a on a.id = e.actor_id
   where e.subject_type = 'payout' and e.subject_id = p.id and e.action = 'payout_paid_by_hand'
   order by e.id desc limit 1)`

/** To be paid by hand, oldest first; with the file that each stands in, what of it has left, and to whom it was shown last. */
const paidByHand = (tx: Tx) =>
  tx
    .selectFrom('payout as p')
    .leftJoin('app_user as u', 'u.id', 'p.user_id')
    .leftJoin('payout_target as t', 't.id', 'p.target_id')
    .leftJoin('payout_batch_line as l', (join) =>
      join
        .onRef('l.payout_id', '=', 'p.id')
        .onRef('l.generation', '=', 'p.generation')
        .on('l.is_live', '=', true),
    )
    .select([
      'p.id',
      'p.code',
      'p.deal_id',
      'p.user_id',
      'p.amount_paise',
      'p.generation',
      'p.target_id',
      'p.created_at',
    ])
    .select(['p.destination', 'p.destination_sealed', 'p.recipient', 'u.first_name', 'u.last_name'])
    .leftJoin(lastShown.as('shown'), (join) => join.onTrue())
    .select(['t.bank_name', 't.address_masked', 'l.batch_id'])
    .select(['shown.shown_to', 'shown.shown_name', 'shown.shown_at'])
    .select(partPaise('p.code').as('part_paise'))
    .where('p.by_hand', '=', true)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(MOST_WAITING)
export const listWaiting = (tx: Tx) => paidByHand(tx).where('p.status', '=', 'queued').execute()
export type WaitingPayout = Awaited<ReturnType<typeof listWaiting>>[number]

/** Those that stand in no file and were shown to an Admin: on no statement yet, or a part of them. */
export const listShown = (tx: Tx): Promise<WaitingPayout[]> =>
  paidByHand(tx).where('p.status', '=', 'sent').where('l.batch_id', 'is', null).execute()

export const countBatchesOfDay = async (tx: Tx, accountId: string, since: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('payout_batch')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bank_account_id', '=', accountId)
    .where('made_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewLine {
  readonly payoutId: string
  readonly generation: number
  readonly targetId: string | null
  readonly amountPaise: number
}

/** False when one of them stands in another file already: the unique index decides, whoever was first. */
export async function insertBatch(
  tx: Tx,
  batch: Insertable<PayoutBatchTable>,
  lines: readonly NewLine[],
): Promise<boolean> {
  await tx.insertInto('payout_batch').values(batch).execute()
  const rows = lines.map(({ payoutId, generation, targetId, amountPaise }, at) => ({
    ...{ batch_id: batch.id, position: at + 1, payout_id: payoutId, generation, target_id: targetId },
    amount_paise: amountPaise,
  }))
  const inserted = await tx
    .insertInto('payout_batch_line')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('position')
    .execute()
  return inserted.length === lines.length
}

const withMaker = (tx: Tx) =>
  tx
    .selectFrom('payout_batch as b')
    .innerJoin('app_user as m', 'm.id', 'b.made_by')
    .leftJoin('app_user as a', 'a.id', 'b.approved_by')
    .selectAll('b')
    .select(['m.first_name as maker', 'a.first_name as approver'])

export const listBatches = (tx: Tx) =>
  withMaker(tx).orderBy('b.made_at', 'desc').orderBy('b.id').limit(MOST_BATCHES).execute()

export const findBatch = (tx: Tx, id: string) => withMaker(tx).where('b.id', '=', id).executeTakeFirst()
export type ListedBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>

export const lockBatch = (tx: Tx, id: string): Promise<PayoutBatchRow | undefined> =>
  tx.selectFrom('payout_batch').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** In one order for everybody, so that two files cannot wait for each other's payouts. */
export const listBatchPayouts = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('payout_batch_line')
    .select(['payout_id as id', 'target_id'])
    .where('batch_id', '=', batchId)
    .orderBy('payout_id')
    .execute()

/** What the bank's report names, with the try that was in the file. */
export const listBatchCodes = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('payout_batch_line as l')
    .innerJoin('payout as p', 'p.id', 'l.payout_id')
    .select(['p.code', 'l.payout_id', 'l.generation'])
    .where('l.batch_id', '=', batchId)
    .execute()

export const approveBatch = (tx: Tx, id: string, approvedBy: number) =>
  tx
    .updateTable('payout_batch')
    .set({ state: 'approved', approved_by: approvedBy, approved_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

export const cancelBatch = (tx: Tx, id: string) =>
  tx.updateTable('payout_batch').set({ state: 'cancelled' }).where('id', '=', id).execute()

export const markDownloaded = (tx: Tx, id: string) =>
  tx
    .updateTable('payout_batch')
    .set({ state: 'downloaded', downloaded_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

interface PayoutFileSettings {
  readonly ifsc: string
  readonly client_code: string
  readonly payout_template: string | null
}

/** False when there is no such account. */
export async function setPayoutFile(
  tx: Tx,
  accountId: string,
  settings: PayoutFileSettings,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_account')
    .set(settings)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
