/** The freelancer's form: its fields, their rules, and the request body. */
import type { BodyOf } from '#core/contract/endpoint.ts'
import { createServices } from '#core/contract/transactions.ts'
import { filledLines } from '#core/described.ts'
import { deliverableList } from '#core/description.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { emailField } from '#core/fields.ts'
import { servicesFields } from '#core/offer-fields.ts'
import { parseMoment } from '#core/time.ts'
import type { Rules } from '#web/lib/use-fields.ts'
import { DESCRIPTION } from './description-fields.tsx'
import type { OfferDefinition } from './use-wizard.ts'

const INITIAL = {
  cpty_full_name: '',
  cpty_phone: '',
  cpty_email: '',
  deliverables: '',
  amount: '',
  payment_mode: 'Full Payment',
  date_of_completion: '',
  other_info: '',
  cancellation_fee: '',
  /** What is typed; it counts once `coupon_id` is set. */
  coupon: '',
  coupon_id: '',
  deliverable_list: [] as readonly { item: string; count: string }[],
  ...DESCRIPTION.initial,
}
export type ServicesValues = typeof INITIAL

const { cpty_full_name, cpty_phone, deliverables, amount, payment_mode, other_info, cancellation_fee } =
  servicesFields.shape

const RULES: Rules<ServicesValues> = {
  cpty_full_name,
  cpty_phone,
  cpty_email: (value) => (value === '' ? [] : fieldProblems(emailField, value)),
  deliverables,
  amount,
  payment_mode,
  date_of_completion: (value) => {
    const at = parseMoment(String(value))
    if (at === null) return ['date']
    return at <= Date.now() ? ['date_past'] : []
  },
  other_info,
  cancellation_fee,
  ...DESCRIPTION.rules,
  deliverable_list: (value) => fieldProblems(deliverableList, filledLines(value)),
  // Spec §5: 2-10 characters. Whether the code exists is the server's to say.
  coupon: (value, { coupon_id }) => {
    const { length } = String(value).trim()
    if (length === 0 || coupon_id !== '') return []
    return length < 2 ? ['min:2'] : length > 10 ? ['max:10'] : ['coupon_unapplied']
  },
}

function servicesBody(values: ServicesValues): BodyOf<typeof createServices> {
  const { coupon: _, coupon_id, payment_mode: __, deliverable_list, ...rest } = values
  const list = filledLines(deliverable_list) as typeof INITIAL.deliverable_list
  return {
    ...rest,
    deliverable_list: [...list],
    payment_mode: 'Full Payment',
    coupon_code: coupon_id || null,
  }
}

export const SERVICES_OFFER: OfferDefinition<ServicesValues> = {
  track: 'services',
  initial: INITIAL,
  rules: RULES,
  steps: [
    ['cpty_full_name', 'cpty_phone', 'cpty_email'],
    [
      'deliverables',
      'amount',
      'payment_mode',
      'date_of_completion',
      'other_info',
      'cancellation_fee',
      'coupon',
      'deliverable_list',
      ...DESCRIPTION.step,
    ],
  ],
  endpoint: createServices,
  body: servicesBody,
}
