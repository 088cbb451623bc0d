/** What the team sees of a person beside the account: deals, and what they share with others. */
import { sql } from 'kysely'
import { payableAccount } from '#core/accounts.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DealRow } from './deals.ts'

const MOST_DEALS = 50
const MOST_OTHERS = 20

export interface DealOfPerson extends Pick<DealRow, 'id' | 'status' | 'amount_paise' | 'created_at'> {
  readonly title: string
  readonly pays: boolean
}

/** Newest first. */
export async function listDealsOfPerson(tx: Tx, userId: number): Promise<DealOfPerson[]> {
  const { rows } = await sql<DealOfPerson>`
    select id, status, amount_paise, created_at, coalesce(payer_id = ${userId}, false) as pays,
           left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60) as title
      from deal where no = any(array(
        (select no from deal where payer_id = ${userId} order by no desc limit ${MOST_DEALS})
        union (select no from deal where payee_id = ${userId} order by no desc limit ${MOST_DEALS})))
     order by no desc limit ${MOST_DEALS}`.execute(tx)
  return rows
}

export async function owedPaise(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select balance_of(${payableAccount(userId)}) as paise`.execute(tx)
  return rows[0]?.paise ?? 0
}

interface SharedBy {
  readonly what: 'number' | 'target' | 'device'
  readonly id: number
  readonly name: string
}

export async function sharedWith(tx: Tx, userId: number): Promise<SharedBy[]> {
  const { rows } = await sql<SharedBy>`
    with me as (
      select n from app_user u, unnest(array[u.phone_number, u.payment_number, u.lost_phone_number]) n
       where u.id = ${userId} and n ~ '^[0-9]{10}$'
    ),
    shared as (
      (select 'number' as what, o.id from app_user o
        where o.id <> ${userId}
          and (o.phone_number in (select n from me) or o.payment_number in (select n from me)) limit ${MOST_OTHERS})
      union
      (select 'target', b.user_id from payout_target a join payout_target b on b.address_hash = a.address_hash
        where a.user_id = ${userId} and length(a.address_hash) = 32 and b.user_id <> ${userId} limit ${MOST_OTHERS})
      union
      (select 'device', b.user_id from known_origin a join known_origin b on b.hash = a.hash and b.kind = 'device'
        where a.user_id = ${userId} and a.kind = 'device' and b.user_id <> ${userId} limit ${MOST_OTHERS})
    )
    select s.what, u.id, u.first_name || ' ' || u.last_name as name
      from shared s join app_user u on u.id = s.id order by s.what, u.id`.execute(tx)
  return rows
}

export const setBlocked = (
  tx: Tx,
  userId: number,
  blocked: { blocked_at: Date | null; blocked_because: string | null },
) => tx.updateTable('app_user').set(blocked).where('id', '=', userId).execute()

/** A deleted account has a row too: the team sees that there was one. */
export const findPerson = (tx: Tx, id: number) =>
  tx.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
