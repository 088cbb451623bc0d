/** Money that has left a bank account with the code of a payout, before all of it has: what two Admins called a part, and what nobody knows. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** What has left of a payout in parts: debits that two Admins have said to be some of it. */
export const partPaise = (code: 'p.code' | 'payout.code') => sql<number>`
  (select coalesce(sum(part_line.amount_paise), 0)::bigint
     from line_decision part
     join statement_line part_line
       on part_line.bank_account_id = part.bank_account_id and part_line.position = part.position
    where part.state = 'done' and part.outcome = 'payout_part' and part.target = ${sql.ref(code)})`

export async function findPartPaise(tx: Tx, payoutId: string): Promise<number> {
  const row = await tx
    .selectFrom('payout')
    .select(partPaise('payout.code').as('part'))
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return row.part
}

/**
 * A part of it has left, or a debit has its code of which nobody has said that it was something else: sent again as a whole
 * it would be paid twice.
 */
export const isDebited = sql<boolean>`
  (${partPaise('payout.code')} > 0 or exists (
    select from line_booking b
      join statement_line l on l.bank_account_id = b.bank_account_id and l.position = b.position
     where b.outcome = 'unexplained' and (l.target = payout.code or payout.code = any(l.candidates))
       and not exists (select from line_decision d
                        where d.bank_account_id = b.bank_account_id and d.position = b.position and d.state = 'done')))`

export async function wasDebited(tx: Tx, payoutId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout')
    .select('id')
    .where('id', '=', payoutId)
    .where(isDebited)
    .executeTakeFirst()
  return row !== undefined
}
