/** The only way of services into the ledger: nothing is posted while an alarm about the books or the disk is raised. */
import { Refusal } from '#core/errors.ts'
import { type Posting, type PostResult, post } from '#server/repositories/ledger.ts'
import { requireMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'

export function postMoney({ tx }: Pick<Ctx, 'tx'>, posting: Posting): Promise<PostResult> {
  requireMoney()
  return post(tx, posting)
}

/** Posts or throws: Refusal `conflict` for a hold that has ended, an error for what only a bug can ask. */
export async function mustPost(ctx: Pick<Ctx, 'tx'>, posting: Posting): Promise<void> {
  const result = await postMoney(ctx, posting)
  if (result === 'created') return
  if (result === 'already_resolved' || result === 'exists') throw new Refusal('conflict')
  throw new Error(`ledger answered ${result} to ${posting.kind}`)
}
