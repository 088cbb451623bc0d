/** An offer in the spec's own fields (§7), for its creator, the counterparty and the team. */

import { releaseParts } from '#core/charges.ts'
import type { ServicesTransaction, ShoppingTransaction } from '#core/contract/transactions.ts'
import { Refusal } from '#core/errors.ts'
import type { Track } from '#core/ids.ts'
import { isAllowed } from '#core/lifecycle/decide.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { shareLink } from '#core/links.ts'
import { toIso } from '#core/time.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { actsAs, type UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { getDealFor, type ViewedDeal, viewDealFor } from '#server/services/deal/load.ts'
import { readerRole } from '#server/services/deal/viewer.ts'

export type Preview<T extends Track> = T extends 'shopping' ? ShoppingTransaction : ServicesTransaction

/** Throws Refusal `not_found` for strangers, for a deal of the other track, and where the offer is to another role than the one in use. */
export async function previewDeal<T extends Track>(ctx: UserCtx, track: T, id: string): Promise<Preview<T>> {
  const viewed = await getDealFor(ctx, id)
  if (viewed.deal.track !== track) throw new Refusal('not_found')
  const isReader = viewed.deal.agreed_at === null && viewed.deal.creator_id !== ctx.user.id
  if (isReader && viewed.viewer !== 'team' && !actsAs(ctx, readerRole(track))) throw new Refusal('not_found')
  return presentPreview(ctx, viewed) as Promise<Preview<T>>
}

/** A deal that this transaction has made. */
export const showPreview = async (
  ctx: UserCtx,
  deal: DealRow,
): Promise<ShoppingTransaction | ServicesTransaction> => presentPreview(ctx, await viewDealFor(ctx, deal))

async function presentPreview(
  ctx: UserCtx,
  { deal, dispute, viewer }: ViewedDeal,
): Promise<ShoppingTransaction | ServicesTransaction> {
  const facts = await factsOf(ctx, { deal, dispute })
  return {
    ...(deal.terms as Omit<ServicesTransaction, 'form_pk'> & ShoppingTransaction),
    form_pk: deal.id,
    link: shareLink(ctx.settings.publicUrl, deal.track, deal.id),
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    status: deal.status,
    terms_version: deal.terms_version,
    can_accept: isAllowed(facts, 'accept', viewer, ctx.now),
    created_at: toIso(deal.created_at.getTime()),
    ...(deal.track === 'services' ? commissionOf(facts) : {}),
  }
}

/** The spec's `commission` in rupees, and in paise beside it. */
function commissionOf(facts: DealFacts): { commission: number; commission_paise: number } {
  const { commissionPaise } = releaseParts(facts.amountPaise, facts.commissionBasisPoints)
  return { commission: commissionPaise / 100, commission_paise: commissionPaise }
}
