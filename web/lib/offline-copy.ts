/**
 * What of a deal may lie on the device: what it is about, its state and its dates. Never a phone, an email, a code, a
 * payment address or what people wrote: a phone is lent, sold and lost. A list of what stays, so that a new field of the
 * contract is left out.
 */
import type { Deal, DealEvent, DealListItem } from '#core/contract/deals.ts'

const LIST_KEYS = [
  'form_pk',
  'track',
  'me',
  'title',
  'other_party',
  'amount',
  'amount_paise',
  'status',
  'due_at',
  'due_event',
  'whose_move',
  'payment_claimed',
  'created_at',
] as const satisfies readonly (keyof DealListItem)[]

const DEAL_KEYS = [
  'form_pk',
  'track',
  'status',
  'terms_version',
  'me',
  'due_at',
  'now',
  'policy',
  'money',
  'set_off_paise',
  'paid_out',
  'payout_waits',
] as const satisfies readonly (keyof Deal)[]

/** What a deal and the copy of one have in common: whatever takes this says nothing of what a copy lacks. */
export interface DealOutline extends Pick<Deal, (typeof DEAL_KEYS)[number]> {
  readonly terms: Deal['terms']
  readonly parties: {
    readonly payer: Pick<Deal['parties']['payer'], 'name'>
    readonly payee: Pick<Deal['parties']['payee'], 'name' | 'business_name'>
  }
  readonly events: Deal['events']
  readonly dispute: Pick<NonNullable<Deal['dispute']>, 'fees'> | null
}
/** `rating` is in every answer of the server, and in no copy, those included that the programs before this one stored. */
export type DealCopy = DealOutline & { readonly rating?: undefined }

/** `offer_link`: its history would else tell of an offer that nobody made. */
const TERM_KEYS = ['service_details', 'deliverables', 'offer_link']
const EVENT_KEYS = ['seq', 'name', 'at', 'by', 'terms_version', 'hash'] as const
/** Who paid what, and until when: without it the history would say something else. */
const EVENT_DATA_KEYS = ['party', 'amount_paise', 'payer_share_paise', 'due', 'proof', 'window_ms']

const pick = <Key extends string>(value: object, keys: readonly Key[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => (keys as readonly string[]).includes(key)))

const eventCopy = (event: DealEvent) => ({
  ...(pick(event, EVENT_KEYS) as DealEvent),
  data: pick(event.data, EVENT_DATA_KEYS),
})

const dealCopy = (deal: Deal): DealCopy => ({
  ...(pick(deal, DEAL_KEYS) as Pick<Deal, (typeof DEAL_KEYS)[number]>),
  terms: pick(deal.terms, TERM_KEYS),
  parties: {
    payer: { name: deal.parties.payer.name },
    payee: { name: deal.parties.payee.name, business_name: deal.parties.payee.business_name ?? null },
  },
  events: deal.events.map(eventCopy),
  // a fee that came back is none of the amount: without it the money line would add it to what its payer has
  dispute: deal.dispute && { fees: deal.dispute.fees },
})

/** Of an answer to one of the two cached calls: a list of deals, or one deal. */
export function offlineCopy({ body, total }: { readonly body: unknown; readonly total: number }) {
  const isList = Array.isArray(body)
  return {
    body: isList
      ? body.map((row: DealListItem) => ({ link: '', ...pick(row, LIST_KEYS) }))
      : dealCopy(body as Deal),
    total,
  }
}
