/** Targets that no name speaks for, and what Admins have said of each. */
import { type Insertable, sql } from 'kysely'
import type { PayoutTargetTable, TargetCheckTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

const MOST = 200
const APPROVALS_NEEDED = 2

interface UncheckedRow
  extends Pick<
    PayoutTargetTable,
    'id' | 'user_id' | 'kind' | 'address_masked' | 'bank_name' | 'created_at' | 'usable_from'
  > {
  readonly first_name: string
  readonly last_name: string
  readonly business_name: string | null
  readonly shared_with: number
  readonly waiting_paise: number
}

/** Oldest first. */
export async function listUnchecked(tx: Tx): Promise<UncheckedRow[]> {
  const { rows } = await sql<UncheckedRow>`
    select t.id, t.user_id, t.kind, t.address_masked, t.bank_name, t.created_at, t.usable_from,
           u.first_name, u.last_name, u.business_name,
           (select count(distinct o.user_id)::int from payout_target o
             where o.address_hash = t.address_hash and o.retired_at is null and o.user_id <> t.user_id) as shared_with,
           (select coalesce(sum(p.amount_paise), 0)::bigint from payout p
             where p.user_id = t.user_id and p.status = 'held' and p.target_id = t.id) as waiting_paise
      from payout_target t join app_user u on u.id = t.user_id
     where t.retired_at is null and not t.name_matches
       and (select count(*) from target_check c where c.target_id = t.id and c.verdict = 'approved') < ${APPROVALS_NEEDED}
     order by t.created_at, t.id
     limit ${MOST}`.execute(tx)
  return rows
}

export const listChecksOf = (tx: Tx, targetIds: readonly string[]) =>
  tx
    .selectFrom('target_check as c')
    .innerJoin('app_user as u', 'u.id', 'c.checked_by')
    .select(['c.target_id', 'c.note', 'c.at', 'c.checked_by', 'u.first_name'])
    .where(sql<boolean>`c.target_id = any(${targetIds})`)
    .where('c.verdict', '=', 'approved')
    .orderBy('c.at')
    .execute()

/** False when this person has spoken already. */
export async function insertCheck(tx: Tx, check: Insertable<TargetCheckTable>): Promise<boolean> {
  const row = await tx
    .insertInto('target_check')
    .values(check)
    .onConflict((conflict) => conflict.doNothing())
    .returning('target_id')
    .executeTakeFirst()
  return row !== undefined
}

export const isTargetApproved = async (tx: Tx, targetId: string): Promise<boolean> =>
  (await countTargetApprovals(tx, targetId)) >= APPROVALS_NEEDED

export async function countTargetApprovals(tx: Tx, targetId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('target_check')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('target_id', '=', targetId)
    .where('verdict', '=', 'approved')
    .executeTakeFirstOrThrow()
  return Number(count)
}
