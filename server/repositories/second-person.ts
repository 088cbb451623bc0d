/** What two of the team do together: approvals of a large payout, and the stated outcome of one that nobody knows. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PayoutApprovalTable, PayoutOutcomeTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type PayoutOutcomeRow = Selectable<PayoutOutcomeTable>

/** False when this person has approved it already. */
export async function insertApproval(tx: Tx, approval: Insertable<PayoutApprovalTable>): Promise<boolean> {
  const row = await tx
    .insertInto('payout_approval')
    .values(approval)
    .onConflict((oc) => oc.doNothing())
    .returning('payout_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countApprovals(
  tx: Tx,
  { payoutId, targetId }: { payoutId: string; targetId: string | null },
): Promise<number> {
  const { count } = await tx
    .selectFrom('payout_approval')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payout_id', '=', payoutId)
    .where(sql<boolean>`target_id is not distinct from ${targetId}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Two people have looked at a target and let payouts go to it. */
export async function isTargetConfirmed(tx: Tx, targetId: string): Promise<boolean> {
  const { people } = await tx
    .selectFrom('payout_approval')
    .select(({ fn }) => fn.count<string>('approved_by').distinct().as('people'))
    .where('target_id', '=', targetId)
    .executeTakeFirstOrThrow()
  return Number(people) >= 2
}

/** False when one is stated already: the unique index decides, whoever was first. */
export async function insertOutcome(tx: Tx, outcome: Insertable<PayoutOutcomeTable>): Promise<boolean> {
  const row = await tx
    .insertInto('payout_outcome')
    .values(outcome)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findOutcome = (tx: Tx, id: string): Promise<PayoutOutcomeRow | undefined> =>
  tx.selectFrom('payout_outcome').selectAll().where('id', '=', id).executeTakeFirst()

export async function decideOutcome(
  tx: Tx,
  { id, state, by, at }: { id: string; state: 'confirmed' | 'rejected'; by: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('payout_outcome')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'stated')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
