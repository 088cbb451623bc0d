/** The database beside the oracle: a deal's columns, and every balance, transfer, payout and event. */
import { isDeepStrictEqual } from 'node:util'
import type { FreshDatabase } from '#test/support/database.ts'
import type { ModelDeal } from './deal.ts'
import type { Play } from './play.ts'

/** Lists in any order; only what is in one of them alone is said. */
function differInRows(what: string, actual: readonly string[], wanted: readonly string[]): void {
  const [more, less] = [new Set(actual), new Set(wanted)]
  differ(
    what,
    { count: actual.length, more: actual.filter((item) => !less.has(item)) },
    { count: wanted.length, more: wanted.filter((item) => !more.has(item)) },
  )
}

function differ(what: string, actual: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(actual, wanted)) return
  throw new Error(`${what}: found ${JSON.stringify(actual)}, and the oracle has ${JSON.stringify(wanted)}`)
}

export async function compareDeal(db: FreshDatabase, deal: ModelDeal): Promise<void> {
  const { rows } = await db.ownerPool.query(
    `select status, terms_version as version, last_seq as seq, amount_paise as amount, due_at, delivered_at,
       extension_to, more_time_asked as "moreTimeAsked", changes_requested as changes, handover_tries as tries
     from deal where id = $1`,
    [deal.of.id],
  )
  const { due_at, delivered_at, extension_to, ...row } = rows[0]
  const ms = (at: Date | null): number | null => at?.getTime() ?? null
  const { status, version, seq, amount, moreTimeAsked, changes, tries, dueAt, deliveredAt, extensionTo } =
    deal
  differ(
    `deal ${deal.of.id}`,
    { ...row, dueAt: ms(due_at), deliveredAt: ms(delivered_at), extensionTo: ms(extension_to) },
    { status, version, seq, amount, moreTimeAsked, changes, tries, dueAt, deliveredAt, extensionTo },
  )
}

const SHARED = ['gateway:sandbox', 'commission', 'dispute_fees', 'suspense']

/** What this seed has moved, and what all seeds of this database share. */
export async function compareBooks({ db, books, deals, people }: Play): Promise<void> {
  const ids = deals.map((deal) => deal.of.id)
  const userIds = Object.values(people).flatMap(({ payer, payee }) => [payer.id, payee.id])
  const codes = [
    ...SHARED,
    ...userIds.map((id) => `payable:${id}`),
    ...ids.flatMap((id) => [`hold:${id}`, `fee_hold:${id}:payer`, `fee_hold:${id}:payee`]),
  ]
  const { rows } = await db.ownerPool.query(
    'select code, balance_of(code) as balance from unnest($1::text[]) code',
    [codes],
  )
  for (const { code, balance } of rows) differ(`account ${code}`, balance, books.of(code))
  const { rows: payouts } = await db.ownerPool.query(
    `select concat_ws(' ', deal_id, party, purpose, amount_paise, case when status in ('paid', 'review') then status else 'open' end) as one
       from payout where deal_id = any($1)`,
    [ids],
  )
  const dealIds = new Set(ids)
  const owed = books.payouts.filter(({ dealId }) => dealIds.has(dealId))
  differInRows(
    'payouts',
    payouts.map(({ one }) => one),
    owed.map((item) => `${item.dealId} ${item.party} ${item.purpose} ${item.amount} ${item.status}`),
  )
  const { rows: payIns } = await db.ownerPool.query(
    `select concat_ws(' ', reference, amount_paise, status) as one from pay_in where deal_id = any($1)`,
    [ids],
  )
  const requested = deals.flatMap((deal) => deal.payIns)
  differInRows(
    'pay-ins',
    payIns.map(({ one }) => one),
    requested.map((item) => `${item.reference} ${item.amount} ${item.status}`),
  )
  const { rows: counts } = await db.ownerPool.query(
    `select (select count(*) from transfer) as transfers, (select count(*) from deposit) as deposits,
       (select count(*) from deal_event where deal_id = any($1)) as events`,
    [ids],
  )
  const events = deals.reduce((sum, deal) => sum + deal.seq, 0)
  differ('counts', counts[0], { transfers: books.transfers, deposits: books.deposits, events })
}
