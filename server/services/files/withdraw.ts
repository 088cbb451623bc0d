/** Take a file back: hidden from the other side, kept for the team, and seen to have been there. */
import { Refusal } from '../../../core/errors.ts'
import { findDeal } from '../../repositories/deals.ts'
import { findFile, insertWithdrawal } from '../../repositories/files.ts'
import type { UserCtx } from '../context.ts'
import { requireViewer } from '../deals/viewer.ts'
import { canKnow, presentFile } from './present.ts'

export async function withdrawFile(ctx: UserCtx, input: { dealId: string; id: string }) {
  const found = await findDeal(ctx.tx, input.dealId)
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  const file = await findFile(ctx.tx, input.dealId, input.id)
  if (!file || !canKnow(file, viewer)) throw new Refusal('not_found')
  if (file.user_id !== ctx.user.id) throw new Refusal('forbidden')
  await insertWithdrawal(ctx.tx, file.id, new Date(ctx.now))
  const withdrawn = await findFile(ctx.tx, input.dealId, input.id)
  return presentFile(withdrawn ?? file, viewer)
}
