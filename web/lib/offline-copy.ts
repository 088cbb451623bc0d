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
  'creator',
  'whose_move',
  'due_at',
  'due_event',
  'now',
  'policy',
  'lapse',
  'money',
  'paid_out',
  'payouts',
  'payout_waits',
] as const satisfies readonly (keyof Deal)[]

const TERM_KEYS = ['service_details', 'deliverables', 'amount', 'date_of_completion', 'cancellation_fee']
const EVENT_KEYS = ['seq', 'name', 'at', 'by', 'terms_version', 'hash'] as const
/** Who paid what, and until when: without it the history would say something else. */
const EVENT_DATA_KEYS = ['party', 'amount_paise', 'payer_share_paise', 'due', 'proof', 'window_ms']

const pick = (value: object, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))

const eventCopy = (event: DealEvent) => ({
  ...pick(event, EVENT_KEYS),
  data: pick(event.data, EVENT_DATA_KEYS),
})

const dealCopy = (deal: Deal) => ({
  ...pick(deal, DEAL_KEYS),
  link: '',
  terms: pick(deal.terms, TERM_KEYS),
  parties: {
    payer: { name: deal.parties.payer.name, phone_number: null },
    payee: {
      name: deal.parties.payee.name,
      phone_number: null,
      business_name: deal.parties.payee.business_name ?? null,
    },
  },
  events: deal.events.map(eventCopy),
  actions: [],
  to_pay: null,
  payment: null,
  tracking: null,
  return_tracking: null,
  handover_code: null,
  extension_to: null,
  dispute: null,
  files: [],
  papers: [],
  chat_url: null,
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
