/** What the lines of a statement became in the books. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { LineBookingTable, StatementLineTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type StatementLineRow = Selectable<StatementLineTable>

/** The first lines of an account that are not booked. Its account is locked: lines are booked one after the other. */
export const nextUnbookedLines = (tx: Tx, accountId: string, limit: number): Promise<StatementLineRow[]> =>
  tx
    .selectFrom('statement_line')
    .selectAll()
    .where('bank_account_id', '=', accountId)
    .where('position', '>', (query) =>
      query
        .selectFrom('line_booking as b')
        .select(sql<number>`coalesce(max(b.position), 0)`.as('last'))
        .where('b.bank_account_id', '=', accountId),
    )
    .orderBy('position')
    .limit(limit)
    .execute()

/** Accounts with lines that wait to be booked, after a process died in between. */
export const accountsToBook = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from bank_account a
     where (select max(position) from statement_line where bank_account_id = a.id)
         > coalesce((select max(position) from line_booking where bank_account_id = a.id), 0)
     order by a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** In the bank's order: the database refuses one whose line before is not booked. */
export const insertLineBookings = (tx: Tx, values: readonly Insertable<LineBookingTable>[]) =>
  tx
    .insertInto('line_booking')
    .values([...values])
    .execute()

/** What became of each line of an account, by its key; lines that are not booked are missing. */
export const listBookings = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('line_booking as b')
    .innerJoin('statement_line as l', (join) =>
      join.onRef('b.bank_account_id', '=', 'l.bank_account_id').onRef('b.position', '=', 'l.position'),
    )
    .leftJoin('line_decision as d', (join) =>
      join
        .onRef('d.bank_account_id', '=', 'b.bank_account_id')
        .onRef('d.position', '=', 'b.position')
        .on('d.state', '=', 'done'),
    )
    .select('l.key')
    .select(({ fn }) => fn.coalesce('d.outcome', 'b.outcome').as('outcome'))
    .where('b.bank_account_id', '=', accountId)
    .orderBy('b.position')
    .execute()

/** Lines that wait for a person, and those that are not booked yet. */
export const listWaitingLines = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('statement_line as l')
    .leftJoin('line_booking as b', (join) =>
      join.onRef('b.bank_account_id', '=', 'l.bank_account_id').onRef('b.position', '=', 'l.position'),
    )
    .select(['l.key', 'l.date', 'l.dir', 'l.narration', 'b.outcome'])
    // less what of it paid a debt
    .select(
      sql<number>`l.amount_paise - (select coalesce(sum(x.part_paise), 0)::bigint from line_decision x
        where x.bank_account_id = l.bank_account_id and x.position = l.position)`.as('amount_paise'),
    )
    .where('l.bank_account_id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('line_decision as d')
            .select('d.n')
            .whereRef('d.bank_account_id', '=', 'l.bank_account_id')
            .whereRef('d.position', '=', 'l.position')
            .where('d.state', '=', 'done')
            .where('d.part_paise', 'is', null),
        ),
      ),
    )
    .where((where) =>
      where.or([where('b.outcome', 'is', null), where('b.outcome', 'in', ['suspense', 'unexplained'])]),
    )
    .orderBy('l.position')
    .execute()

/** Payouts of an account that were sent and that no line has shown yet. */
export const listInFlight = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('payout')
    .select(['code', 'amount_paise', 'created_at'])
    .where('bank_account_id', '=', accountId)
    .where('status', '=', 'sent')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The claim that a line bears out is seen; whoever else named its numbers is contradicted by it. */
export async function settleClaims(
  tx: Tx,
  { payInId, utrs }: { payInId: string; utrs: readonly string[] },
): Promise<void> {
  if (utrs.length === 0) return
  await sql`
    update payment_claim set state = case when pay_in_id = ${payInId} then 'seen' else 'conflict' end
     where utr = any(${utrs}) and state <> 'seen'`.execute(tx)
}

/** The people whose deals or payouts these are. */
export async function partiesOf(tx: Tx, targets: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct person.id from (
      select unnest(array[d.payer_id, d.payee_id]) as id
        from pay_in p join deal d on d.id = p.deal_id where p.reference = any(${targets})
      union all
      select unnest(array[p.user_id, d.payer_id, d.payee_id])
        from payout p left join deal d on d.id = p.deal_id where p.code = any(${targets})) person
     where person.id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
