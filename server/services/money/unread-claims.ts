/** A payment that was claimed in time is waited for while nobody has read the bank's statement of its days. */
import { DAY_MS, endOfIstDay } from '#core/time.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { unreadClaimUntil } from '#server/repositories/payment-claims.ts'
import type { Ctx } from '#server/services/context.ts'

/** Longer, and a claim of what was never paid holds the other side up; shorter, and a week's holiday of the team costs who has paid. */
const LONGEST_MS = 7 * DAY_MS

/** When the deadline that has passed is looked at again (epoch ms); null where nothing is waited for. */
export async function nextLook({ tx, now }: Ctx, deal: DealRow): Promise<number | null> {
  if (deal.due_event !== 'unresponsiveness' || !['agreed', 'disputed'].includes(deal.status)) return null
  const until = await unreadClaimUntil(tx, deal.id)
  if (until === null) return null
  const last = endOfIstDay(until) + LONGEST_MS
  return now < last ? Math.min(now + DAY_MS, last) : null
}
