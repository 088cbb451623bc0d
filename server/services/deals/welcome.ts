/** What the first screen of a share link may tell before anybody has signed in (docs/decisions/029). */
import type { Answer } from '#core/contract/endpoint.ts'
import type { welcomeToOffer as welcomeEndpoint } from '#core/contract/site.ts'
import type { Track } from '#core/ids.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'

const letters = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/** "Asha P."; in Devanagari a letter goes with its signs. */
export function maskedName(firstName: string, lastName: string): string {
  const [initial] = letters.segment(lastName.trim())
  return initial ? `${firstName} ${initial.segment}.` : firstName
}

/** Only of an offer that can still be answered: a link that goes on round the world names nobody afterwards. */
export async function welcomeToOffer(ctx: Ctx, formPk: string): Promise<Answer<typeof welcomeEndpoint>> {
  const deal = (await findDeal(ctx.tx, formPk))?.deal
  const isOpen = deal?.status === 'proposed' && (deal.due_at === null || deal.due_at.getTime() > ctx.now)
  if (!deal || !isOpen) return { open: false }
  return {
    open: true,
    track: deal.track,
    from: maskedName(String(deal.terms.main_user_fname), String(deal.terms.main_user_lname)),
    phone_ends: deal.counterparty_phone.slice(-2),
  }
}

/** Where a short link leads; /verify tells the track of a deal to whoever has its link. */
export const trackOfLink = async (ctx: Ctx, formPk: string): Promise<Track> =>
  (await findDeal(ctx.tx, formPk))?.deal.track ?? 'shopping'
