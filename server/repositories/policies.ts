/** Policies are immutable rows shared by the deals agreed under them; a process may remember one that it has read. */
import { createHash } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Policy, readPolicy } from '#core/policy.ts'
import { prepare } from '#server/db/prepare.ts'
import type { PolicyProposalTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

const known = new Map<number, { readonly hash: string; readonly policy: Policy }>()

/** The id of this very policy, written once. */
async function policyId(tx: Tx, policy: Policy): Promise<number> {
  const body = JSON.stringify(policy)
  const hash = createHash('sha256').update(body).digest('hex')
  const existing = await tx.selectFrom('policy').select('id').where('hash', '=', hash).executeTakeFirst()
  if (existing) return existing.id
  await tx
    .insertInto('policy')
    .values({ hash, body })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  const { id } = await tx.selectFrom('policy').select('id').where('hash', '=', hash).executeTakeFirstOrThrow()
  return id
}

/** A rule that is younger than a policy's row must not change the deals that were agreed under it. */
const BEFORE = { commissionFreeCancellationBasisPoints: 10_000 }

/** With its hash, what is remembered is checked: a process that opens a second database finds other policies under the same ids. */
export async function getPolicy(tx: Tx, id: number, hash?: string): Promise<Policy> {
  const cached = known.get(id)
  if (cached && (hash === undefined || cached.hash === hash)) return cached.policy
  const row = await tx
    .selectFrom('policy')
    .select(['hash', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const policy = readPolicy({ ...BEFORE, ...row.body })
  known.set(id, { hash: row.hash, policy })
  return policy
}

/** SHA-256 of the policy as it was written, the same for all deals agreed under it. */
export async function policyHash(tx: Tx, id: number): Promise<string> {
  const row = await tx.selectFrom('policy').select('hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.hash
}

export interface PolicyVersion {
  readonly id: number
  readonly policyId: number
  readonly policy: Policy
}

const newestVersion = (tx: Tx) =>
  tx
    .selectFrom('policy_version as v')
    .innerJoin('policy as p', 'p.id', 'v.policy_id')
    .select(['v.id', 'v.policy_id', 'p.hash'])
    .orderBy('v.id', 'desc')
    // written out: for a limit that is a parameter PostgreSQL makes a plan at each run
    .limit(sql.lit(1))
const selectNewest = prepare((tx: Tx, _none: object) => newestVersion(tx))
const selectNewestOfFile = prepare((tx: Tx, _none: object) =>
  newestVersion(tx).where('v.proposal_id', 'is', null),
)

/** The newest: of all, or of those that a start has read from content/policy.json. */
export async function findCurrentVersion(
  tx: Tx,
  source: 'any' | 'file' = 'any',
): Promise<PolicyVersion | undefined> {
  const { rows } = await (source === 'file' ? selectNewestOfFile : selectNewest)(tx, {})
  const row = rows[0]
  return row && { id: row.id, policyId: row.policy_id, policy: await getPolicy(tx, row.policy_id, row.hash) }
}

/** Of processes that start together one records the file, and nothing is approved until it has. */
export const lockVersions = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('policy versions', 0))`.execute(tx)

export async function insertVersion(
  tx: Tx,
  { policy, from, proposalId }: { policy: Policy; from: Date; proposalId: string | null },
): Promise<PolicyVersion> {
  const policy_id = await policyId(tx, policy)
  const { id } = await tx
    .insertInto('policy_version')
    .values({ policy_id, valid_from: from, proposal_id: proposalId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, policyId: policy_id, policy }
}

const MOST_VERSIONS = 200

/** Newest first, with who wrote and who approved each. */
export async function listVersions(tx: Tx) {
  const rows = await tx
    .selectFrom('policy_version as v')
    .leftJoin('policy_proposal as p', 'p.id', 'v.proposal_id')
    .leftJoin('app_user as author', 'author.id', 'p.proposed_by')
    .leftJoin('app_user as approver', 'approver.id', 'p.decided_by')
    .select(['v.id', 'v.policy_id', 'v.valid_from', 'p.reason'])
    .select(['author.first_name as author', 'approver.first_name as approver'])
    .orderBy('v.id', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...row, policy: await getPolicy(tx, row.policy_id) })))
}

export type PolicyProposalRow = Selectable<PolicyProposalTable>

/** False when one waits already: the unique index decides, whoever was first. */
export async function insertPolicyProposal(
  tx: Tx,
  values: Insertable<PolicyProposalTable>,
): Promise<boolean> {
  const row = await tx
    .insertInto('policy_proposal')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findOpenPolicyProposal = (tx: Tx) =>
  tx
    .selectFrom('policy_proposal as p')
    .innerJoin('app_user as u', 'u.id', 'p.proposed_by')
    .selectAll('p')
    .select('u.first_name as author')
    .where('p.state', '=', 'open')
    .executeTakeFirst()

/** Of two who decide at the same moment the second waits, and reads what the first has done. */
export const lockPolicyProposal = (tx: Tx, id: string): Promise<PolicyProposalRow | undefined> =>
  tx.selectFrom('policy_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function closePolicyProposal(
  tx: Tx,
  { id, state, by, at }: { id: string; state: 'approved' | 'rejected'; by: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('policy_proposal')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}
