/** The way of every service to the ledger: nothing is posted while the books, the disk or the audit forbid it. */
import { type Posting, type PostResult, post } from '../../repositories/ledger.ts'
import { requireMoney } from '../alarms.ts'
import type { Ctx } from '../context.ts'

export function postMoney({ tx }: Pick<Ctx, 'tx'>, posting: Posting): Promise<PostResult> {
  requireMoney()
  return post(tx, posting)
}
