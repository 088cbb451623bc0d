/** An offer as the share link shows it: the spec's own fields, and the deal that says what may be done with it. */
import { useQueryClient } from '@tanstack/react-query'
import { type Deal, getDeal, listDeals } from '#core/contract/deals.ts'
import {
  previewServices,
  previewShopping,
  type ServicesTransaction,
  type ShoppingTransaction,
} from '#core/contract/transactions.ts'
import type { Track } from '#core/ids.ts'
import { keyOf, putAnswer, useApiQuery } from '#web/lib/queries.ts'

export type OfferTerms = ShoppingTransaction | ServicesTransaction
export interface OfferPreview {
  readonly terms: OfferTerms
  readonly deal: Deal
}
export const isServices = (terms: OfferTerms): terms is ServicesTransaction => 'deliverables' in terms

const PREVIEWS = { shopping: previewShopping, services: previewServices } as const

export function useOffer(track: Track, formPk: string) {
  // a link without a key names no offer: it is not asked for
  const enabled = formPk !== ''
  const query = { form_pk: formPk }
  const terms = useApiQuery(PREVIEWS[track] as typeof previewShopping, { query }, { enabled })
  const deal = useApiQuery(getDeal, { params: query }, { enabled })
  // without a network it is a copy, of which nothing can be accepted
  const offer: OfferPreview | null =
    terms.data && deal.data && 'actions' in deal.data
      ? { terms: terms.data as OfferTerms, deal: deal.data }
      : null
  const refetch = () => void Promise.all([terms.refetch(), deal.refetch()])
  return { offer, error: terms.error ?? deal.error, refetch }
}

/** An action answers the deal: the page it leads to starts from that. */
export function useStoreAnswer(track: Track) {
  const client = useQueryClient()
  return async (deal: Deal) => {
    await putAnswer(client, getDeal, { params: { form_pk: deal.form_pk } }, deal)
    void client.invalidateQueries({ queryKey: keyOf(listDeals) })
    void client.invalidateQueries({ queryKey: keyOf(PREVIEWS[track]) })
  }
}

export type OfferState = 'open' | 'expired' | 'withdrawn' | 'declined' | 'accepted'

/** Where an offer stands for somebody who opens its link. A deadline that passed counts before the sweeper came by. */
export function offerStateOf({ status, due_at, now }: Pick<Deal, 'status' | 'due_at' | 'now'>): OfferState {
  if (status === 'expired' || status === 'withdrawn' || status === 'declined') return status
  if (status !== 'proposed') return 'accepted'
  return due_at !== null && Date.parse(due_at) <= Date.parse(now) ? 'expired' : 'open'
}
