/** Deals: load for a decision, write what was decided, list. Every write repeats its precondition. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { Track } from '#core/ids.ts'
import { prepare } from '#server/db/prepare.ts'
import type { DealTable, DisputeTable } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import { type EventValues, eventValues, type NewEvent } from './events.ts'

export type DealRow = Selectable<DealTable>
export type DisputeRow = Selectable<DisputeTable>
export interface Loaded {
  readonly deal: DealRow
  readonly dispute: DisputeRow | null
}

const selectForUpdate = prepare((tx: Tx, { id }: { id: string }) =>
  tx.selectFrom('deal').selectAll().where('id', '=', id).forUpdate(),
)

/** The deal and its dispute, locked until the transaction ends. */
export async function lockDeal(tx: Tx, id: string): Promise<Loaded | null> {
  const [deal] = (await selectForUpdate(tx, { id })).rows
  return deal ? { deal, dispute: await findDispute(tx, deal) } : null
}

const selectOfReferenceForUpdate = prepare(
  (_tx: Tx, { reference }: { reference: string }) =>
    sql<DealRow>`select * from deal where id = (select deal_id from pay_in where reference = ${reference}) for update`,
)

/** The same for the deal of a pay-in, which stays its deal for ever. */
export async function lockDealOfReference(tx: Tx, reference: string): Promise<Loaded | null> {
  const [deal] = (await selectOfReferenceForUpdate(tx, { reference })).rows
  return deal ? withDispute(tx, deal) : null
}

const selectDeal = prepare((tx: ReadTx, { id }: { id: string }) =>
  tx.selectFrom('deal').selectAll().where('id', '=', id),
)

export async function findDeal(tx: ReadTx, id: string): Promise<Loaded | null> {
  const [deal] = (await selectDeal(tx, { id })).rows
  return deal ? { deal, dispute: await findDispute(tx, deal) } : null
}

async function findDispute(tx: ReadTx, deal: DealRow): Promise<DisputeRow | null> {
  if (deal.disputed_at === null) return null
  return tx.selectFrom('dispute').selectAll().where('deal_id', '=', deal.id).executeTakeFirstOrThrow()
}

const insertWithEvent = prepare(
  (tx: Tx, { deal, event }: { deal: Insertable<DealTable>; event: EventValues }) =>
    tx
      .with('event', (db) => db.insertInto('deal_event').values(event))
      .insertInto('deal')
      .values(deal)
      .returningAll(),
)

/** With its first event, in one statement. */
export async function insertDeal(tx: Tx, deal: Insertable<DealTable>, event: NewEvent): Promise<DealRow> {
  const { rows } = await insertWithEvent(tx, { deal, event: eventValues(event) })
  if (!rows[0]) throw new Error('an insert of one row returns a row')
  return rows[0]
}

/** The row that a decision was made from: the update repeats it as its condition. */
type DealVersion = Pick<DealRow, 'id' | 'status' | 'last_seq'>
type DealChanges = Partial<Insertable<DealTable>>

interface DealUpdate {
  readonly version: DealVersion
  readonly changes: DealChanges
}

const updateAt = (tx: Pick<Tx, 'updateTable'>, { version, changes }: DealUpdate) =>
  tx
    .updateTable('deal')
    .set(changes)
    .where('id', '=', version.id)
    .where('status', '=', version.status)
    .where('last_seq', '=', version.last_seq)
    .returningAll()

const updateWithEvent = prepare((tx: Tx, { event, ...update }: DealUpdate & { event: EventValues }) =>
  updateAt(
    tx.with('event', (db) => db.insertInto('deal_event').values(event)),
    update,
  ),
)

const versionOf = ({ id, status, last_seq }: DealVersion): DealVersion => ({ id, status, last_seq })

/** Writes a decision and its event in one statement. Null when the deal has changed since. */
export async function moveDeal(
  tx: Tx,
  version: DealVersion,
  changes: DealChanges,
  event: NewEvent,
): Promise<DealRow | null> {
  const values = { version: versionOf(version), changes, event: eventValues(event) }
  const { rows } = await updateWithEvent(tx, values)
  return rows[0] ?? null
}

/** Changes columns without an event. Null when the deal has changed since. */
export const updateDeal = async (
  tx: Tx,
  version: DealVersion,
  changes: DealChanges,
): Promise<DealRow | null> => (await updateAt(tx, { version, changes }).executeTakeFirst()) ?? null

/** Deals whose deadline has passed, locked, skipping those that another process holds. */
export async function claimDue(
  tx: Tx,
  { now, limit, except }: { now: number; limit: number; except: readonly string[] },
): Promise<Loaded[]> {
  const deals = await tx
    .selectFrom('deal')
    .selectAll()
    .where('due_at', '<=', new Date(now))
    .where('frozen_since', 'is', null)
    .where(sql<boolean>`id <> all(${except})`)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const disputed = deals.filter((deal) => deal.disputed_at !== null).map((deal) => deal.id)
  const disputes = await tx
    .selectFrom('dispute')
    .selectAll()
    .where(sql<boolean>`deal_id = any(${disputed})`)
    .execute()
  const disputeOf = new Map(disputes.map((dispute) => [dispute.deal_id, dispute]))
  return deals.map((deal) => ({ deal, dispute: disputeOf.get(deal.id) ?? null }))
}

/** A deal that is at hand, with its dispute if it is in one. */
export const withDispute = async (tx: Tx, deal: DealRow): Promise<Loaded> => ({
  deal,
  dispute: await findDispute(tx, deal),
})

/** Offers of one person to one number that nobody has answered. */
export const countOpenOffers = async (tx: Tx, creatorId: number, phone: string): Promise<number> =>
  (await countOffers(tx, { creatorId, phone })).rows[0]?.count ?? 0

const countOffers = prepare((tx: Tx, { creatorId, phone }: { creatorId: number; phone: string }) =>
  tx
    .selectFrom('deal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('counterparty_phone', '=', phone)
    .where('agreed_at', 'is', null)
    .where('creator_id', '=', creatorId)
    .where('status', '=', 'proposed'),
)

/** Gives an open offer that nobody has yet to an account. False when another has it by now. */
export async function bindOffer(tx: Tx, id: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deal')
    .set({ counterparty_id: userId })
    .where('id', '=', id)
    .where('status', '=', 'proposed')
    .where((eb) => eb.or([eb('counterparty_id', 'is', null), eb('counterparty_id', '=', userId)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Open offers of work to accounts that had merely typed the number of another: they are for whoever proves it. */
export const unbindOffers = (tx: Tx, userIds: readonly number[]) =>
  tx
    .updateTable('deal')
    .set({ counterparty_id: null })
    .where(sql<boolean>`counterparty_id = any(${userIds})`)
    .where('track', '=', 'services')
    .where('status', '=', 'proposed')
    .execute()

export const listOffersTo = async (tx: Tx, userId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('deal')
    .select('id')
    .where('counterparty_id', '=', userId)
    .where('agreed_at', 'is', null)
    .where('status', '=', 'proposed')
    .orderBy('no')
    .execute()
  return rows.map(({ id }) => id)
}

interface DealsOf {
  readonly id: number
  readonly phone: string
  readonly offeredTracks: readonly Track[]
}
export interface MyQuery extends ListQuery {
  readonly show: 'all' | 'open' | 'ended'
}

const SHOWN = {
  all: sql<boolean>`true`,
  open: sql<boolean>`ended_at is null`,
  ended: sql<boolean>`ended_at is not null`,
}

/** What the list shows of a deal: its title, the other party's name, and its key whole. */
function matching(me: DealsOf, search: string | undefined): RawBuilder<boolean> {
  const words = search?.trim()
  if (!words) return sql<boolean>`true`
  const like = `%${words.replace(/[%_\\]/g, '\\$&')}%`
  return sql<boolean>`(id = ${words}
    or coalesce(terms->>'service_details', terms->>'deliverables') ilike ${like}
    or case when creator_id = ${me.id} then coalesce(terms->>'cpty_company', terms->>'cpty_full_name')
            else concat(terms->>'main_user_fname', ' ', terms->>'main_user_lname') end ilike ${like})`
}

/** Newest first unless asked otherwise; what has no deadline comes after what has one. */
function orderOf(ordering: string | undefined): RawBuilder<unknown> {
  const direction = ordering && !ordering.startsWith('-') ? sql`asc` : sql`desc`
  const field = (ordering ?? '').replace(/^-/, '')
  if (field === 'amount') return sql`amount_paise ${direction}, no desc`
  if (field === 'due_at') return sql`due_at ${direction} nulls last, no desc`
  return sql`no ${field === 'created_at' ? direction : sql`desc`}`
}

/** My deals: as payer, as payee, offers to me, and those to my number that nobody has yet. */
export async function listDealsOf(tx: Tx, me: DealsOf, query: MyQuery) {
  const shown = sql<boolean>`${SHOWN[query.show]} and ${matching(me, query.search)}`
  const order = orderOf(query.ordering)
  const upTo = query.page * query.page_size
  const side = (column: 'payer_id' | 'payee_id') =>
    tx.selectFrom('deal').selectAll().where(column, '=', me.id).where(shown).orderBy(order).limit(upTo)
  const offered = tx
    .selectFrom('deal')
    .selectAll()
    .where('agreed_at', 'is', null)
    .where(sql<boolean>`track = any(${me.offeredTracks})`)
    .where(shown)
    .orderBy(order)
    .limit(upTo)
  const toMe = offered.where('counterparty_id', '=', me.id)
  const toMyNumber = offered
    .where('counterparty_phone', '=', me.phone)
    .where('counterparty_id', 'is', null)
    .where('status', '=', 'proposed')
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom(side('payer_id').as('a'))
        .selectAll()
        .unionAll(tx.selectFrom(side('payee_id').as('b')).selectAll())
        .unionAll(tx.selectFrom(toMe.as('c')).selectAll())
        .unionAll(tx.selectFrom(toMyNumber.as('d')).selectAll())
        .as('own'),
    )
    .selectAll()
    .orderBy(order)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { rows: rows as DealRow[], total: await countDealsOf(tx, me, shown) }
}

async function countDealsOf(tx: Tx, me: DealsOf, shown: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from deal where payer_id = ${me.id} and ${shown})
         + (select count(*) from deal where payee_id = ${me.id} and ${shown})
         + (select count(*) from deal where counterparty_id = ${me.id} and agreed_at is null
              and track = any(${me.offeredTracks}) and ${shown})
         + (select count(*) from deal where counterparty_phone = ${me.phone} and agreed_at is null
              and counterparty_id is null and status = 'proposed'
              and track = any(${me.offeredTracks}) and ${shown}) as total`.execute(tx)
  return rows[0]?.total ?? 0
}

interface FundedDeal extends Pick<DealRow, 'id' | 'payer_id'> {
  /** Of its hold, by the bank, while the deal stands still for it: the ledger still has it there. */
  readonly taken_paise: number
}

/** Deals of a person in which money may be held: agreed, and not ended. */
export const listFundedOf = (tx: Tx, userId: number): Promise<FundedDeal[]> =>
  tx
    .selectFrom('deal')
    .select(['id', 'payer_id'])
    .select(
      sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from deposit_reversal
        where deal_id = deal.id and of_hold and at >= deal.frozen_since)`.as('taken_paise'),
    )
    .where((eb) => eb.or([eb('payer_id', '=', userId), eb('payee_id', '=', userId)]))
    .where('agreed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
