/** What anybody who holds a link may learn: that it is genuine, and in what stage. No names, amounts or phones. */

import type { Answer } from '../../../core/contract/endpoint.ts'
import type { verifyLink } from '../../../core/contract/site.ts'
import { toIso } from '../../../core/time.ts'
import type { DealRow } from '../../repositories/deals.ts'

export const stageOf = (deal: DealRow): Answer<typeof verifyLink> => ({
  genuine: true,
  track: deal.track,
  status: deal.status,
  made_at: toIso(deal.created_at.getTime()),
})
