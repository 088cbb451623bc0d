/** An offer in the spec's own fields (§7), for its creator, the one it names, and the team. */

import type { ServicesTransaction, ShoppingTransaction } from '../../../core/contract/transactions.ts'
import { Refusal } from '../../../core/errors.ts'
import { shareLink, type Track } from '../../../core/ids.ts'
import { isAllowed } from '../../../core/lifecycle/decide.ts'
import { toIso } from '../../../core/time.ts'
import { type DealRow, findDeal } from '../../repositories/deals.ts'
import type { UserCtx } from '../context.ts'
import { commissionPaiseOf } from './commission.ts'
import { factsOf } from './facts.ts'
import { requireViewer } from './viewer.ts'

export type Preview<T extends Track> = T extends 'shopping' ? ShoppingTransaction : ServicesTransaction

/** Throws Refusal `not_found` for strangers, and for a deal of the other track. */
export async function previewDeal<T extends Track>(ctx: UserCtx, track: T, id: string): Promise<Preview<T>> {
  const loaded = await findDeal(ctx.tx, id)
  if (!loaded || loaded.deal.track !== track) throw new Refusal('not_found')
  return presentPreview(ctx, loaded.deal) as Promise<Preview<T>>
}

export async function presentPreview(
  ctx: UserCtx,
  deal: DealRow,
): Promise<ShoppingTransaction | ServicesTransaction> {
  const viewer = requireViewer(deal, ctx.user)
  const facts = await factsOf(ctx, { deal, dispute: null })
  return {
    ...(deal.terms as Omit<ServicesTransaction, 'form_pk'> & ShoppingTransaction),
    form_pk: deal.id,
    link: shareLink(ctx.house.publicUrl, deal.track, deal.id),
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    status: deal.status,
    terms_version: deal.terms_version,
    can_accept: isAllowed(facts, 'accept', viewer, ctx.now),
    created_at: toIso(deal.created_at.getTime()),
    ...(deal.track === 'services' ? commissionPaiseOf(facts) : {}),
  }
}
