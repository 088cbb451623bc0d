/** Tells whom it concerns that a deal moved: a job in the same transaction, so no notice is lost and none is early. */

import type { DealRow } from '../../repositories/deals.ts'
import { addJob } from '../../repositories/jobs.ts'
import type { Ctx } from '../context.ts'

export const queueNotices = (ctx: Ctx, deal: Pick<DealRow, 'id'>, seq: number): Promise<void> =>
  addJob(ctx.tx, 'notify', { dealId: deal.id, seq })
