/** Bank accounts of the operator, files that were uploaded, and the lines that were taken over. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { BankAccountTable, StatementDropTable, StatementImportTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { partPaise } from './payout-parts.ts'

export type BankAccountRow = Selectable<BankAccountTable>
export type StatementImportRow = Selectable<StatementImportTable>

/** Undefined when the account is there already. */
export const insertBankAccount = (
  tx: Tx,
  values: Insertable<BankAccountTable>,
): Promise<BankAccountRow | undefined> =>
  tx
    .insertInto('bank_account')
    .values(values)
    .onConflict((conflict) => conflict.column('account').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findBankAccount = (tx: Tx, id: string): Promise<BankAccountRow | undefined> =>
  tx.selectFrom('bank_account').selectAll().where('id', '=', id).executeTakeFirst()

/** One import of an account at a time: two that follow the same line would both be new. */
export const lockBankAccount = (tx: Tx, id: string): Promise<BankAccountRow | undefined> =>
  tx
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', id)
    // the row is not updated, and foreign keys may be checked beside it
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Undefined when there is no such import. */
export const lockAccountOfImport = (tx: Tx, importId: string) =>
  tx
    .selectFrom('bank_account')
    .select('id')
    .where('id', '=', (of) =>
      of.selectFrom('statement_import').select('bank_account_id').where('id', '=', importId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()

export const listBankAccounts = (tx: Tx) =>
  tx
    .selectFrom('bank_account as a')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('statement_line as l')
          .select(['l.position', 'l.balance_paise'])
          .whereRef('l.bank_account_id', '=', 'a.id')
          .orderBy('l.position', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.bank', 'a.account', 'a.opening_paise', 'a.ifsc', 'a.client_code'])
    .select(['last.balance_paise', 'last.position'])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()

/**
 * Up to when each account is known: the end of the last approved statement; the upload of one that brought nothing new, since
 * a quiet account has no other; its naming before there is any. `has_gap`: the last file did not follow what is known.
 */
export async function listReadings(
  tx: Tx,
): Promise<{ readonly id: string; readonly read_at: Date; readonly has_gap: boolean }[]> {
  const { rows } = await sql<{ id: string; read_at: Date; has_gap: boolean }>`
    select a.id,
           coalesce((select max(case when i.state = 'approved'
                                     then least(i.uploaded_at, (i.to_day + 1)::timestamp at time zone 'Asia/Kolkata')
                                     else i.uploaded_at end)
                       from statement_import i
                      where i.bank_account_id = a.id and (i.state = 'approved' or i.problem = 'nothing_new')),
                    a.created_at) as read_at,
           coalesce((select i.problem = 'gap' from statement_import i
                      where i.bank_account_id = a.id
                        and not exists (select from statement_drop d where d.import_id = i.id)
                      order by i.uploaded_at desc limit 1), false) as has_gap
      from bank_account a`.execute(tx)
  return rows
}

/** So many days with lines are shown. */
const CLOSED_DAYS = 62

/** At the end of each day: the balance of its last line, and what the books have of all lines up to it. */
export async function listClosedDays(
  tx: Tx,
  accountId: string,
): Promise<
  {
    readonly day: string
    readonly lines: number
    readonly statement_paise: number
    readonly balance_paise: number
  }[]
> {
  const { rows } = await sql<{ day: string; lines: number; statement_paise: number; balance_paise: number }>`
    with booked as (
      select b.position, -sum(e.amount) as amount
        from line_booking b
       cross join lateral unnest(b.transfers) u (id)
        join transfer t on t.id = u.id
        join entry e on e.transfer_no = t.no
        join ledger_account a on a.id = e.account_id and a.code = 'bank:' || ${accountId}::text
       where b.bank_account_id = ${accountId}
       group by b.position
    ), days as (
      select l.date, max(l.position) as last, count(*)::int as lines, sum(coalesce(b.amount, 0)) as moved
        from statement_line l left join booked b on b.position = l.position
       where l.bank_account_id = ${accountId}
       group by l.date
    )
    select d.date::text as day, d.lines, l.balance_paise as statement_paise,
           (a.opening_paise + sum(d.moved) over (order by d.last))::bigint as balance_paise
      from days d
      join statement_line l on l.bank_account_id = ${accountId} and l.position = d.last
      join bank_account a on a.id = ${accountId}
     order by d.last desc limit ${CLOSED_DAYS}`.execute(tx)
  return rows
}

/** In the bank's order. */
export const listStatementLines = (tx: Tx, bankAccountId: string) =>
  tx
    .selectFrom('statement_line')
    .selectAll()
    .where('bank_account_id', '=', bankAccountId)
    .orderBy('position')
    .execute()

export const insertStatementImport = (
  tx: Tx,
  values: Insertable<StatementImportTable>,
): Promise<StatementImportRow> =>
  tx.insertInto('statement_import').values(values).returningAll().executeTakeFirstOrThrow()

/** With who gave it up, if anybody. */
export const findStatementImport = (tx: Tx, id: string) =>
  tx
    .selectFrom('statement_import as i')
    .leftJoin('statement_drop as s', 's.import_id', 'i.id')
    .selectAll('i')
    .select('s.dropped_by')
    .where('i.id', '=', id)
    .executeTakeFirst()

export const insertStatementDrop = (tx: Tx, values: Insertable<StatementDropTable>) =>
  tx.insertInto('statement_drop').values(values).execute()

const MOST_IMPORTS = 50

/** Newest first, without their lines; with how many of them are not in the books yet. */
export const listStatementImports = (tx: Tx) =>
  tx
    .selectFrom('statement_import as i')
    .innerJoin('bank_account as a', 'a.id', 'i.bank_account_id')
    .innerJoin('app_user as u', 'u.id', 'i.uploaded_by')
    .leftJoin('app_user as c', 'c.id', 'i.approved_by')
    .leftJoin('statement_drop as s', 's.import_id', 'i.id')
    .leftJoin('app_user as d', 'd.id', 's.dropped_by')
    .select(['i.id', 'i.bank_account_id', 'i.file_name', 'i.file_sha256', 'i.file_bytes', 'i.state'])
    .select(['i.problem', 'i.problem_days', 'i.format', 'i.from_day', 'i.to_day', 'i.opening_paise'])
    .select(['i.closing_paise', 'i.lines', 'i.new_lines', 'i.known_lines', 'i.uploaded_by', 'i.uploaded_at'])
    .select(['i.approved_by', 'i.approved_at', 'a.bank', 'a.account'])
    .select(['s.dropped_by', 's.note as drop_note'])
    .select([
      sql<string>`u.first_name || ' ' || u.last_name`.as('uploader'),
      sql<string | null>`c.first_name || ' ' || c.last_name`.as('approver'),
      sql<string | null>`d.first_name || ' ' || d.last_name`.as('dropper'),
      // lines are booked in their order: those of an import are the ones after what was known
      sql<number>`case when i.state <> 'approved' then 0 else greatest(0, i.known_lines + i.new_lines - greatest(i.known_lines,
        coalesce((select max(b.position) from line_booking b where b.bank_account_id = i.bank_account_id), 0))) end`.as(
        'unbooked',
      ),
    ])
    .orderBy('i.uploaded_at', 'desc')
    .orderBy('i.id')
    .limit(MOST_IMPORTS)
    .execute()

/** Undefined when it is no longer waiting. */
export const approveStatementImport = (
  tx: Tx,
  id: string,
  approvedBy: number,
): Promise<StatementImportRow | undefined> =>
  tx
    .updateTable('statement_import')
    .set({ state: 'approved', approved_by: approvedBy, approved_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'read')
    .returningAll()
    .executeTakeFirst()

/** The lines of an import follow those of its account. */
export async function insertStatementLines(tx: Tx, importId: string): Promise<void> {
  await sql`
    insert into statement_line (bank_account_id, position, key, import_id, date, value_date, dir, amount_paise,
                                balance_paise, narration, ref, tier, rule, outcome, target, candidates, class, flag)
    select i.bank_account_id, i.known_lines + line.n, line.row->>'key', i.id, (line.row->>'date')::date,
           (line.row->>'valueDate')::date, line.row->>'dir', (line.row->>'amountPaise')::bigint,
           (line.row->>'balancePaise')::bigint, line.row->>'narration', line.row->>'ref', line.row->>'tier',
           line.row->>'rule', line.row->>'outcome', line.row->>'target',
           array(select jsonb_array_elements_text(line.row->'candidates')), line.row->>'class', line.row->>'flag'
      from statement_import i, jsonb_array_elements(i.rows) with ordinality as line (row, n)
     where i.id = ${importId}`.execute(tx)
}

export interface OfAccount {
  readonly accountId: string
  readonly since: Date
}

/** What a payment may be for: all that is open, and what was asked for in the time in which payments come late. */
export const listExpectedPayIns = (tx: Tx, { accountId, since }: OfAccount) =>
  tx
    .selectFrom('pay_in as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['p.reference', 'p.amount_paise', 'p.status', 'p.created_at', 'p.payer_vpa'])
    .select(['u.first_name', 'u.last_name'])
    // no line of a bank pays for what is pretended
    .where('p.provider', '=', 'upi')
    .where(sql<boolean>`coalesce(p.bank_account_id, ${accountId}) = ${accountId}`)
    .where((where) => where.or([where('p.status', '=', 'open'), where('p.created_at', '>=', since)]))
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()

/** The numbers of transfers that payers have named, of any pay-in: whoever else names one contests it. */
export const listClaims = (tx: Tx, since: Date) =>
  tx
    .selectFrom('payment_claim as c')
    .innerJoin('pay_in as p', 'p.id', 'c.pay_in_id')
    .select(['p.reference', 'c.utr', 'c.amount_paise'])
    .where((where) => where.or([where('p.status', '=', 'open'), where('p.created_at', '>=', since)]))
    .orderBy('c.id')
    .execute()

/** What may stand in a statement as money out, or as money that came back. */
export const listSentPayouts = (tx: Tx, { accountId, since }: OfAccount) =>
  tx
    .selectFrom('payout as p')
    .leftJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['p.code', 'p.status', 'p.user_id', 'u.first_name', 'u.last_name'])
    .select(['p.recipient', 'p.destination'])
    .select(
      // what is still to leave: the debit of the rest is told by it
      sql<number>`p.amount_paise - case p.status when 'sent' then ${partPaise('p.code')} else 0 end`.as(
        'amount_paise',
      ),
    )
    .where('p.provider', '=', 'upi')
    .where('p.code', 'is not', null)
    .where(sql<boolean>`coalesce(p.bank_account_id, ${accountId}) = ${accountId}`)
    .where((where) =>
      where.or([
        where('p.status', '=', 'sent'),
        where.and([where('p.status', 'in', ['paid', 'returned']), where('p.paid_at', '>=', since)]),
      ]),
    )
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
