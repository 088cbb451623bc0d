/**
 * What two of the team do together: approvals of a large payout, the stated outcome of one that nobody knows, and the
 * target of an account that is deleted.
 */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PayoutApprovalTable, PayoutOutcomeTable, PayoutTargetProposalTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type PayoutOutcomeRow = Selectable<PayoutOutcomeTable>
export type TargetProposalRow = Selectable<PayoutTargetProposalTable>

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

/** False when one waits already: the unique index decides, whoever was first. */
export async function insertProposal(
  tx: Tx,
  proposal: Insertable<PayoutTargetProposalTable>,
): Promise<boolean> {
  const row = await tx
    .insertInto('payout_target_proposal')
    .values(proposal)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** With whose the payout is. */
export const findProposal = (tx: Tx, id: string) =>
  tx
    .selectFrom('payout_target_proposal as proposal')
    .innerJoin('payout', 'payout.id', 'proposal.payout_id')
    .selectAll('proposal')
    .select('payout.user_id as owner_id')
    .where('proposal.id', '=', id)
    .executeTakeFirst()

/** Those that wait for a second person, of these payouts. */
export const listProposalsOf = (tx: Tx, payoutIds: readonly string[]) =>
  tx
    .selectFrom('payout_target_proposal as proposal')
    .innerJoin('app_user as author', 'author.id', 'proposal.proposed_by')
    .selectAll('proposal')
    .select(sql<string>`author.first_name || ' ' || author.last_name`.as('proposed_by_name'))
    .where(sql<boolean>`proposal.payout_id = any(${payoutIds})`)
    .where('proposal.state', '=', 'proposed')
    .execute()

interface ProposalDecision {
  readonly id: string
  readonly state: 'confirmed' | 'withdrawn'
  readonly by: number
  readonly at: Date
  readonly targetId: string | null
}

/** False when somebody was first. */
export async function decideProposal(
  tx: Tx,
  { id, state, by, at, targetId }: ProposalDecision,
): Promise<boolean> {
  const row = await tx
    .updateTable('payout_target_proposal')
    .set({
      ...{ state, decided_by: by, decided_at: at, target_id: targetId },
      address_sealed: Buffer.alloc(0),
    })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
