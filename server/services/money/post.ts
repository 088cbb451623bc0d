/** The only way of services into the ledger: nothing is posted while an alarm about the books or the disk is raised. */
import { Refusal } from '#core/errors.ts'
import { type Posting, type PostResult, post, postAll } from '#server/repositories/ledger.ts'
import { requireMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'

/** For who can act on each answer of the ledger. Throws Refusal `unavailable` while an alarm stops money. */
export function postMoney({ tx }: Pick<Ctx, 'tx'>, posting: Posting): Promise<PostResult> {
  requireMoney()
  return post(tx, posting)
}

/** Posts or throws: Refusal `conflict` for a hold that has ended, an error for what only a bug can ask. */
export async function mustPost(ctx: Pick<Ctx, 'tx'>, posting: Posting): Promise<void> {
  requireCreated(posting, await postMoney(ctx, posting))
}

/** Many that do not depend on each other, in one round trip. Throws as `mustPost` does, and nothing of them stays then. */
export async function mustPostAll({ tx }: Pick<Ctx, 'tx'>, postings: readonly Posting[]): Promise<void> {
  requireMoney()
  const results = await postAll(tx, postings)
  for (const [n, posting] of postings.entries()) requireCreated(posting, results[n])
}

function requireCreated({ id, kind }: Posting, result: PostResult | undefined): void {
  if (result === 'created') return
  if (result === 'already_resolved' || result === 'exists') throw new Refusal('conflict')
  throw new Error(`ledger answered ${result} to ${kind} ${id}`)
}
