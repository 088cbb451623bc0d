/** What people owe us because a bank gave them a payment back, and what of it is given up. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { HELD } from '#core/lifecycle/states.ts'
import { prepare } from '#server/db/prepare.ts'
import type { WriteOffTable } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'

type WriteOffRow = Selectable<WriteOffTable>

const HELD_STATUSES: readonly string[] = HELD

/** Paise that may still come back: of disputes that nobody has decided, and of deals that still hold their money. */
const PENDING = sql`(
  select coalesce(sum(c.booked_paise), 0) from chargeback c where c.user_id = u.id and c.ended_at is null
) + (
  select coalesce(sum(r.amount_paise), 0) from deposit_reversal r join deal d on d.id = r.deal_id
   where r.user_id = u.id and d.status = any(${HELD_STATUSES})
)`

interface DebtSums {
  readonly owedPaise: number
  /** The part of it that may still come back: it stops nobody, and is neither set off nor written off. */
  readonly pendingPaise: number
}

const selectDebt = prepare(
  (_tx: ReadTx, { userId }: { userId: number }) => sql<DebtSums>`
    select o.paise as "owedPaise", case when o.paise > 0 then least(o.paise, ${PENDING}) else 0 end::bigint as "pendingPaise"
      from (select ${userId}::bigint as id) u
      -- offset 0: or the balance is read once for each place that names it; and most have no account to read one of
      cross join lateral (
        select case when exists (select from ledger_account where code = 'receivable:' || u.id)
                    then greatest(0, -balance_of('receivable:' || u.id)) else 0 end::bigint as paise offset 0) o`,
)

export async function debtOf(tx: ReadTx, userId: number): Promise<DebtSums> {
  const { rows } = await selectDebt(tx, { userId })
  return rows[0] ?? { owedPaise: 0, pendingPaise: 0 }
}

interface DebtOrigin {
  readonly form_pk: string
  /** In paise. */
  readonly amount_paise: number
}

/**
 * Where a debt comes from: what banks took of each deal, without what that deal itself held and gave for it. All else that
 * was paid, set off or given up counts for the oldest first.
 */
const ORIGINS = sql`(
  select coalesce(json_agg(json_build_object('form_pk', p.deal_id, 'amount_paise', p.paise) order by p.at, p.deal_id), '[]')
    from (select d.deal_id, d.at,
                 least(d.paise, o.paise - (sum(d.paise) over (order by d.at desc, d.deal_id desc) - d.paise))::bigint as paise
            from (select r.deal_id, min(r.at) as at, (sum(r.paise) - coalesce((
                           select sum(e.amount) from transfer t
                             join entry e on e.transfer_no = t.no
                             join ledger_account l on l.id = e.account_id
                            where t.deal_id = r.deal_id and t.kind = 'charged_back' and l.code = 'receivable:' || u.id), 0))::bigint as paise
                    from (select deal_id, at, amount_paise as paise from deposit_reversal where user_id = u.id
                          union all
                          select deal_id, opened_at, booked_paise from chargeback
                           where user_id = u.id and ended_at is null) r
                   group by r.deal_id) d
           where d.paise > 0) p
   where p.paise > 0
)`

const MOST_DEBTS = 200

interface DebtRow extends DebtSums {
  readonly user_id: number
  readonly name: string
  readonly form_pk: string | null
  /** The first one first. */
  readonly deals: readonly DebtOrigin[]
  /** When a bank took the last of it. */
  readonly at: Date | null
  readonly asker: string | null
  readonly asked_by: number | null
  readonly asked_paise: number | null
  readonly note: string | null
}

/** The most first. */
export async function listDebtRows(tx: ReadTx): Promise<DebtRow[]> {
  const { rows } = await sql<DebtRow>`
    select u.id as user_id, u.first_name || ' ' || u.last_name as name, o.paise as "owedPaise",
           least(o.paise, ${PENDING})::bigint as "pendingPaise", w.asked_by, w.amount_paise as asked_paise, w.note,
           asker.first_name as asker, ${ORIGINS} as deals,
           (select r.deal_id from deposit_reversal r where r.user_id = u.id order by r.at desc limit 1) as form_pk,
           (select max(r.at) from deposit_reversal r where r.user_id = u.id) as at
      from (select distinct code from ledger_account where code >= 'receivable:' and code < 'receivable;') a
      cross join lateral (select -balance_of(a.code) as paise offset 0) o
      join app_user u on u.id = split_part(a.code, ':', 2)::bigint
      left join write_off w on w.user_id = u.id and w.agreed_at is null
      left join app_user asker on asker.id = w.asked_by
     where o.paise > 0
     order by o.paise desc, u.id limit ${MOST_DEBTS}`.execute(tx)
  return rows
}

export const findOpenWriteOff = (tx: Tx, userId: number): Promise<WriteOffRow | undefined> =>
  tx
    .selectFrom('write_off')
    .selectAll()
    .where('user_id', '=', userId)
    .where('agreed_at', 'is', null)
    .executeTakeFirst()

export const insertWriteOff = (tx: Tx, values: Insertable<WriteOffTable>) =>
  tx.insertInto('write_off').values(values).execute()

export const updateWriteOff = (tx: Tx, id: number, changes: Updateable<WriteOffTable>) =>
  tx.updateTable('write_off').set(changes).where('id', '=', id).execute()

export interface SetOffs {
  readonly release?: number
  readonly refund?: number
}

/** Of what a deal pays each side, what was set against their debt (setOffDebt), in paise: an expression of one column. */
export const setOffsOf = (dealId: string) => sql<SetOffs>`(
  select coalesce(json_object_agg(split_part(t.id, ':', 3), e.amount), '{}')
    from transfer t join entry e on e.transfer_no = t.no
   where t.id = any(array['deal:' || ${dealId} || ':release:set_off', 'deal:' || ${dealId} || ':refund:set_off'])
     and e.amount > 0)`

export async function setOffsOfDeal(tx: ReadTx, dealId: string): Promise<Required<SetOffs>> {
  const { rows } = await sql<{ set_off: SetOffs }>`select ${setOffsOf(dealId)} as set_off`.execute(tx)
  return { release: 0, refund: 0, ...rows[0]?.set_off }
}
