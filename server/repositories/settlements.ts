/** What providers settle: the lines of their reports, the transfers that these are part of, and which days were read. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReportReading } from '#core/settlements.ts'
import type { SettlementLineTable, SettlementTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type SettlementRow = Selectable<SettlementTable>
export type SettlementLineRow = Selectable<SettlementLineTable>

/** Null before the first payment. */
export async function firstPaymentAt(tx: Tx, provider: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('deposit')
    .select('at')
    .where('provider', '=', provider)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

export const listReadings = (tx: Tx, provider: string): Promise<ReportReading[]> =>
  tx.selectFrom('settlement_report').select(['day', 'reading']).where('provider', '=', provider).execute()

/** False when another process has read it. */
export async function insertReading(
  tx: Tx,
  reading: ReportReading & { readonly provider: string; readonly lines: number; readonly read_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('settlement_report')
    .values(reading)
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Those that were not there. */
export const insertLines = (
  tx: Tx,
  lines: readonly Insertable<SettlementLineTable>[],
): Promise<SettlementLineRow[]> =>
  tx
    .insertInto('settlement_line')
    .values([...lines])
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()

export const listLines = (
  tx: Tx,
  provider: string,
  entityIds: readonly string[],
): Promise<SettlementLineRow[]> =>
  tx
    .selectFrom('settlement_line')
    .selectAll()
    .where('provider', '=', provider)
    .where('entity_id', 'in', entityIds)
    .execute()

export const listLinesOfDay = (tx: Tx, provider: string, day: string): Promise<SettlementLineRow[]> =>
  tx
    .selectFrom('settlement_line')
    .selectAll()
    .where('provider', '=', provider)
    .where('day', '=', day)
    .execute()

interface OurRow {
  readonly type: 'payment' | 'refund' | 'adjustment'
  readonly id: string
  readonly paise: number
}

/** Our rows of these ids: payments by the provider's id, refunds by theirs, disputes, and what is held in a payee's name. */
export async function ourRows(tx: Tx, provider: string, ids: readonly string[]): Promise<OurRow[]> {
  const { rows } = await sql<OurRow>`
    select 'payment' as type, provider_payment_id as id, amount_paise as paise from deposit
     where provider = ${provider} and provider_payment_id = any(${ids})
    union all
    select 'refund', provider_ref, amount_paise from payout
     where provider = ${provider} and refund_of is not null and provider_ref = any(${ids})
    union all
    select 'adjustment', dispute_id, deducted_paise from chargeback
     where provider = ${provider} and dispute_id = any(${ids})
    union all
    select 'transfer', h.transfer_id, coalesce(s.amount_paise, h.amount_paise) from provider_hold h
      left join provider_hold_step s on s.hold_id = h.id and s.call = 'transfer' and s.provider_id = h.transfer_id
     where h.provider = ${provider} and h.transfer_id = any(${ids})`.execute(tx)
  return rows
}

/** Refunds of these payments that are under way: their own number comes with the provider's word that they are done. */
export async function listSentRefunds(
  tx: Tx,
  provider: string,
  paymentIds: readonly string[],
): Promise<{ payment_id: string; paise: number }[]> {
  const { rows } = await sql<{ payment_id: string; paise: number }>`
    select refund_of as payment_id, amount_paise as paise from payout
     where provider = ${provider} and refund_of = any(${paymentIds}) and status in ('sent', 'review')`.execute(
    tx,
  )
  return rows
}

/** False when it is known. Its number may come later than itself. */
export async function insertSettlement(
  tx: Tx,
  settlement: Omit<SettlementRow, 'bank_account_id' | 'position'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('settlement')
    .values({ ...settlement, bank_account_id: null, position: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (row) return true
  const { provider, settlement_id, utr } = settlement
  if (utr !== null)
    await tx
      .updateTable('settlement')
      .set({ utr })
      .where('provider', '=', provider)
      .where('settlement_id', '=', settlement_id)
      .where('utr', 'is', null)
      .execute()
  return false
}

export const findSettlement = (
  tx: Tx,
  provider: string,
  settlementId: string,
): Promise<SettlementRow | undefined> =>
  tx
    .selectFrom('settlement')
    .selectAll()
    .where('provider', '=', provider)
    .where('settlement_id', '=', settlementId)
    .executeTakeFirst()

/** What the lines of each of these settlements come to. */
export async function sumLines(
  tx: Tx,
  provider: string,
  settlementIds: readonly string[],
): Promise<{ settlement_id: string; paise: number }[]> {
  const { rows } = await sql<{ settlement_id: string; paise: number }>`
    select settlement_id, sum(credit_paise - debit_paise)::bigint as paise from settlement_line
     where provider = ${provider} and settlement_id = any(${settlementIds}) group by settlement_id`.execute(
    tx,
  )
  return rows
}

const MOST_ON_THEIR_WAY = 500

/** Transfers that no statement has shown, the oldest first. */
export const listOnTheirWay = (tx: Tx): Promise<SettlementRow[]> =>
  tx
    .selectFrom('settlement')
    .selectAll()
    .where('bank_account_id', 'is', null)
    .orderBy('day')
    .orderBy('settlement_id')
    .limit(MOST_ON_THEIR_WAY)
    .execute()

/** False when another line has shown it. */
export async function setBankLine(
  tx: Tx,
  { provider, settlement_id }: Pick<SettlementRow, 'provider' | 'settlement_id'>,
  line: { readonly bank_account_id: string; readonly position: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('settlement')
    .set(line)
    .where('provider', '=', provider)
    .where('settlement_id', '=', settlement_id)
    .where('bank_account_id', 'is', null)
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

interface MissingRow {
  readonly type: 'payment' | 'refund' | 'transfer'
  readonly reference: string
  readonly paise: number
}

/**
 * Payments and refunds between two moments that no report shows, and transfers that left for their payees then. One on hold is
 * not asked for: when it is reported is not documented.
 */
export async function listUnsettled(
  tx: Tx,
  provider: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select 'payment' as type, provider_payment_id as reference, amount_paise as paise from deposit d
     where provider = ${provider} and at >= ${from} and at < ${until}
       and not exists (select from settlement_line l
                        where l.provider = d.provider and l.type = 'payment' and l.entity_id = d.provider_payment_id)
    union all
    select 'refund', provider_ref, amount_paise from payout p
     where provider = ${provider} and refund_of is not null and status = 'paid' and provider_ref is not null
       and paid_at >= ${from} and paid_at < ${until}
       and not exists (select from settlement_line l
                        where l.provider = p.provider and l.type = 'refund' and l.entity_id = p.provider_ref)
    union all
    select 'transfer', h.transfer_id, coalesce(s.amount_paise, h.amount_paise) from payout p
      join provider_hold h on h.id = p.hold_of
      left join provider_hold_step s on s.hold_id = h.id and s.call = 'transfer' and s.provider_id = h.transfer_id
     where p.provider = ${provider} and p.purpose = 'release' and p.status = 'paid'
       and p.paid_at >= ${from} and p.paid_at < ${until}
       and not exists (select from settlement_line l
                        where l.provider = h.provider and l.type = 'transfer' and l.entity_id = h.transfer_id)`.execute(
    tx,
  )
  return rows
}

/** Transfers that should have come: a statement has lines of so many days later. */
export const listOverdue = (tx: Tx, provider: string, afterDays: number): Promise<SettlementRow[]> =>
  tx
    .selectFrom('settlement as s')
    .selectAll('s')
    .where('provider', '=', provider)
    .where('bank_account_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('statement_line as l')
          .select('l.position')
          .where(sql<boolean>`l.date >= s.day + ${afterDays}::int`),
      ),
    )
    .execute()

const MOST_LISTED = 200

/** The newest first, with what they consist of. */
export async function listSettlements(tx: Tx) {
  const { rows } = await sql<
    SettlementRow & {
      readonly lines: number
      readonly fee_paise: number
      readonly bank: string | null
      readonly account: string | null
      readonly line_date: string | null
    }
  >`
    select s.*, coalesce(l.lines, 0)::int as lines, coalesce(l.fee_paise, 0)::bigint as fee_paise,
           a.bank, a.account, b.date as line_date
      from (select * from settlement order by day desc, settlement_id limit ${MOST_LISTED}) s
      left join lateral (select count(*) as lines, sum(fee_paise) as fee_paise from settlement_line
                          where provider = s.provider and settlement_id = s.settlement_id) l on true
      left join bank_account a on a.id = s.bank_account_id
      left join statement_line b on b.bank_account_id = s.bank_account_id and b.position = s.position
     order by s.day desc, s.settlement_id`.execute(tx)
  return rows
}

/** The last day of each provider that was read to its end. */
export async function lastDays(tx: Tx): Promise<{ provider: string; day: string; read_at: Date }[]> {
  const { rows } = await sql<{ provider: string; day: string; read_at: Date }>`
    select distinct on (provider) provider, day, read_at from settlement_report
     order by provider, day desc, reading desc`.execute(tx)
  return rows
}
