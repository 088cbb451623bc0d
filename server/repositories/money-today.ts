/** Sums of a day for the desk of money, and what waits for an Admin. */
import { sql } from 'kysely'
import { MOVEMENTS_PAGE } from '#core/contract/home.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface DaySums {
  readonly in_paise: number
  readonly out_paise: number
  readonly held_paise: number
}

/**
 * What arrived, and what is known to have been paid out, since the beginning of a day; and what is held, by the open deals
 * alone: a deal that has ended holds nothing (004-deals.sql).
 */
export async function daySums(tx: Tx, since: Date): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select coalesce((select sum(amount_paise) from deposit where at >= ${since}), 0)::bigint as in_paise,
           coalesce((select sum(amount_paise) from payout where paid_at >= ${since}), 0)::bigint as out_paise,
           coalesce((select sum(a.balance) from deal d join ledger_account a on a.code = ('hold:' || d.id) collate "C"
                      where d.due_at is not null and d.funded_at is not null), 0)::bigint as held_paise`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('sums without a row')
  return row
}

export interface WaitingCounts {
  readonly lines: number
  readonly oldest_line: string | null
  readonly second: number
  readonly statements: number
  readonly batches: number
  readonly payouts: number
  readonly payouts_paise: number
  readonly frozen: number
}

/** What the caller made themselves waits for another. */
export async function waitingFor(tx: Tx, userId: number): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    with line as (
      select l.date from line_booking b
        join statement_line l on l.bank_account_id = b.bank_account_id and l.position = b.position
       where b.outcome in ('suspense', 'unexplained')
         and not exists (select from line_decision d
                          where d.bank_account_id = b.bank_account_id and d.position = b.position
                            and d.state in ('proposed', 'done'))
    ), owed as (
      select p.amount_paise from payout p
       where p.by_hand and p.status = 'queued'
         and not exists (select from payout_batch_line l
                          where l.payout_id = p.id and l.generation = p.generation and l.is_live)
    )
    select (select count(*) from line)::int as lines,
           (select min(date) from line) as oldest_line,
           (select count(*) from line_decision
             where (state = 'proposed' and decided_by <> ${userId})
                or (state = 'done' and undo_asked_by <> ${userId}))::int as second,
           (select count(*) from statement_import i where state = 'read' and uploaded_by <> ${userId}
               and not exists (select from statement_drop d where d.import_id = i.id))::int as statements,
           (select count(*) from payout_batch where state = 'made' and made_by <> ${userId})::int as batches,
           (select count(*) from owed)::int as payouts,
           (select coalesce(sum(amount_paise), 0) from owed)::bigint as payouts_paise,
           (select count(*) from deal where frozen_since is not null)::int as frozen`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('counts without a row')
  return row
}

interface MoneyMove {
  readonly id: string
  readonly deal_id: string | null
  readonly amount_paise: number
  readonly kind: string
  readonly provider: string | null
  readonly at: Date
}

interface DayPage {
  readonly from: Date
  readonly until: Date
  readonly page: number
}
const passedOver = ({ page }: DayPage): number => (page - 1) * MOVEMENTS_PAGE

/** What arrived in a span, oldest first. */
export const listDeposits = (tx: Tx, day: DayPage): Promise<MoneyMove[]> =>
  tx
    .selectFrom('deposit')
    .select(['provider_payment_id as id', 'deal_id', 'amount_paise', 'provider', 'at'])
    // a dispute fee is applied like the amount, and pays no deal
    .select(
      sql<string>`case when kind = 'applied' and exists (select from pay_in p
          where p.id = deposit.pay_in_id and p.purpose = 'fee') then 'fee' else kind end`.as('kind'),
    )
    .where('at', '>=', day.from)
    .where('at', '<', day.until)
    .orderBy('at')
    .orderBy('provider_payment_id')
    .limit(MOVEMENTS_PAGE)
    .offset(passedOver(day))
    .execute()

/** What is known to have been paid out in a span, oldest first. */
export async function listPaidOut(tx: Tx, day: DayPage): Promise<MoneyMove[]> {
  const rows = await tx
    .selectFrom('payout')
    .select(['id', 'deal_id', 'amount_paise', 'purpose as kind', 'provider', 'paid_at'])
    .where('paid_at', '>=', day.from)
    .where('paid_at', '<', day.until)
    .orderBy('paid_at')
    .orderBy('id')
    .limit(MOVEMENTS_PAGE)
    .offset(passedOver(day))
    .execute()
  return rows.flatMap(({ paid_at: at, ...row }) => (at === null ? [] : [{ ...row, at }]))
}

/** What was earned in a span, oldest first; below zero what was given back. `+ 0` as in the figures of the days. */
export async function listFees(tx: Tx, day: DayPage): Promise<MoneyMove[]> {
  const { rows } = await sql<MoneyMove>`
    select t.no || '-' || a.code as id, t.deal_id, e.amount::bigint as amount_paise, a.code as kind,
           null as provider, t.at
      from transfer t
      join entry e on e.transfer_no = t.no
      join ledger_account a on a.id = e.account_id
     where t.at >= ${day.from} and t.at < ${day.until}
       and e.account_id + 0 = any(array(select id from ledger_account where code in ('commission', 'dispute_fees')))
     order by t.at, t.no, a.code
     limit ${MOVEMENTS_PAGE} offset ${passedOver(day)}`.execute(tx)
  return rows
}
