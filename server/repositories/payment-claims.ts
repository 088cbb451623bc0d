/** What payers say of their payments. A claim moves no money. */
import { type Insertable, sql } from 'kysely'
import type { PayInPurpose } from '#core/deposits.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { PaymentClaimTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Once for a pay-in and number: the second of two at the same moment is the first. */
export const insertClaim = (tx: Tx, values: Insertable<PaymentClaimTable>) =>
  tx
    .insertInto('payment_claim')
    .values(values)
    .onConflict((conflict) => conflict.columns(['pay_in_id', 'utr']).doNothing())
    .execute()

/** The claims of a pay-in, the last first. */
export const listClaimsOf = (tx: Tx, payInId: string) =>
  tx
    .selectFrom('payment_claim')
    .select(['utr', 'state', 'at', 'look_until'])
    .where('pay_in_id', '=', payInId)
    .orderBy('id', 'desc')
    .execute()

interface PaymentOf {
  readonly purpose: PayInPurpose
  readonly party: Party
}

/** Whether this side has claimed a payment of this deal for this purpose. */
export async function hasClaim(tx: Tx, dealId: string, { purpose, party }: PaymentOf): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_claim as c')
    .innerJoin('pay_in as p', 'p.id', 'c.pay_in_id')
    .select('c.id')
    .where('p.deal_id', '=', dealId)
    .where('p.purpose', '=', purpose)
    .where('p.party', '=', party)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last day on which a payment that this side has claimed is looked for; null where none is. */
export async function lookedForUntil(
  tx: Tx,
  dealId: string,
  { purpose, party }: PaymentOf,
): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_claim as c')
    .innerJoin('pay_in as p', 'p.id', 'c.pay_in_id')
    .select((eb) => eb.fn.max('c.look_until').as('until'))
    .where('p.deal_id', '=', dealId)
    .where('p.purpose', '=', purpose)
    .where('p.party', '=', party)
    .where('p.status', '=', 'open')
    .where('c.state', 'in', ['claimed', 'conflict'])
    .executeTakeFirst()
  return row?.until ?? null
}

/**
 * The last day of the first claim of a payment that this deal waits for, while a claim of it was not looked for: the statements
 * of its accounts do not reach that one's last day. Null where each was, or there is none. A later claim prolongs nothing.
 */
export async function unreadClaimUntil(tx: Tx, dealId: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select min(c.look_until)::text as until
      from payment_claim c join pay_in p on p.id = c.pay_in_id
     where p.deal_id = ${dealId} and p.status = 'open'
    having bool_or(c.state in ('claimed', 'conflict') and exists (
             select from bank_account a
              where a.id = coalesce(p.bank_account_id, a.id)
                and (select max(i.to_day) from statement_import i
                      where i.bank_account_id = a.id and i.state = 'approved') >= c.look_until is not true))`.execute(
    tx,
  )
  return rows[0]?.until ?? null
}

/** Those of these deals for which this user has claimed a payment that is looked for. */
export async function dealsClaimedBy(
  tx: Tx,
  userId: number,
  dealIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (dealIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('pay_in as p')
    .innerJoin('payment_claim as c', 'c.pay_in_id', 'p.id')
    .select('p.deal_id')
    .where('p.deal_id', 'in', [...dealIds])
    .where('p.user_id', '=', userId)
    .where('p.status', '=', 'open')
    .where('c.state', 'in', ['claimed', 'conflict'])
    .execute()
  return new Set(rows.map((row) => row.deal_id))
}

/** A number that somebody else names too is contested, all of its claims: whose it is a person finds out. */
export async function contestClaims(
  tx: Tx,
  { payInId, utr }: { payInId: string; utr: string },
): Promise<boolean> {
  // two who name it at the same moment would not see each other
  await sql`select pg_advisory_xact_lock(hashtextextended(${`utr ${utr}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    with others as (select id, state from payment_claim where utr = ${utr} and pay_in_id <> ${payInId}),
    contested as (update payment_claim set state = 'conflict'
                   where id in (select id from others where state in ('claimed', 'not_found')))
    select id from others`.execute(tx)
  return rows.length > 0
}

/** Whether another payment than `reference` is said to have one of these numbers. */
export async function isClaimedElsewhere(
  tx: Tx,
  { utrs, reference }: { utrs: readonly string[]; reference: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_claimed: boolean }>`
    select exists (
      select from payment_claim c join pay_in p on p.id = c.pay_in_id
       where c.utr = any(${[...utrs]}) and p.reference <> ${reference}) as is_claimed`.execute(tx)
  return rows[0]?.is_claimed === true
}

export interface UnseenClaim {
  readonly id: number
  readonly utr: string
  readonly deal_id: string
  readonly party: Party
  readonly purpose: PayInPurpose
  readonly amount_paise: number
}

/**
 * Claims whose days the statements of every account cover that the payment can be on, line by line, without showing it;
 * locked, skipping those of another process. One that names a line which waits for a person waits with it.
 */
export async function claimUnseen(tx: Tx, limit: number): Promise<UnseenClaim[]> {
  const { rows } = await sql<UnseenClaim>`
    select c.id, c.utr, p.deal_id, p.party, p.purpose, p.amount_paise
      from payment_claim c join pay_in p on p.id = c.pay_in_id
     where c.state in ('claimed', 'conflict') and c.look_until is not null and p.status <> 'paid'
       and exists (select from bank_account)
       and not exists (
         select from bank_account a
          where a.id = coalesce(p.bank_account_id, a.id)
            and (select max(i.to_day) from statement_import i
                  where i.bank_account_id = a.id and i.state = 'approved') >= c.look_until is not true)
       and not exists (
         select from statement_line l
           left join line_booking b on b.bank_account_id = l.bank_account_id and b.position = l.position
          where (l.narration like '%' || c.utr || '%' or l.ref like '%' || c.utr || '%')
            and coalesce(b.outcome, 'suspense') in ('suspense', 'unexplained'))
     order by c.id limit ${limit}
       for update of c skip locked`.execute(tx)
  return rows
}

export const setClaimNotFound = (tx: Tx, id: number) =>
  tx
    .updateTable('payment_claim')
    .set({ state: 'not_found' })
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'conflict'])
    .execute()
