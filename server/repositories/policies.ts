/** Policies are immutable rows shared by the deals agreed under them; a process may remember one that it has read. */
import { createHash } from 'node:crypto'
import { type Policy, readPolicy } from '#core/policy.ts'
import type { Tx } from '#server/db/transaction.ts'

const known = new Map<number, Policy>()

/** The id of this very policy, written once. */
export async function policyId(tx: Tx, policy: Policy): Promise<number> {
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

export async function getPolicy(tx: Tx, id: number): Promise<Policy> {
  const cached = known.get(id)
  if (cached) return cached
  const row = await tx.selectFrom('policy').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const policy = readPolicy({ ...BEFORE, ...row.body })
  known.set(id, policy)
  return policy
}

/** SHA-256 of the policy as it was written, the same for all deals agreed under it. */
export async function policyHash(tx: Tx, id: number): Promise<string> {
  const row = await tx.selectFrom('policy').select('hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.hash
}
