/** The two offer forms whole, and that of an offer link. Apart from their fields: pages that have a field of either need not load both forms. */
import { z } from 'zod'
import { deliverableList, descriptionFields } from './description.ts'
import {
  amountField,
  digitsField,
  emailField,
  limitedField,
  momentField,
  percentField,
  phoneField,
  proseField,
} from './fields.ts'

/** The buyer's form (spec §5): the seller must be registered, which the server looks up. */
export const shoppingFields = z.object({
  service_details: limitedField('service_details'),
  amount: amountField,
  cpty_phone: phoneField,
  cpty_company: z.string({ error: 'select' }).trim().min(1, { error: 'select' }),
  ...descriptionFields,
})
export type ShoppingFields = z.infer<typeof shoppingFields>

/** The freelancer's form (spec §5). */
export const servicesFields = z.object({
  cpty_full_name: limitedField('cpty_full_name'),
  cpty_phone: phoneField,
  cpty_email: emailField.or(z.literal('').transform(() => null)).nullish(),
  deliverables: limitedField('deliverables'),
  payment_mode: z.literal('Full Payment', { error: 'payment_mode' }),
  date_of_completion: momentField,
  other_info: limitedField('other_info'),
  cancellation_fee: percentField,
  amount: amountField,
  coupon_code: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((id) => (id === null || id === undefined || id === '' ? null : String(id))),
  ...descriptionFields,
  deliverable_list: deliverableList,
})
export type ServicesFields = z.infer<typeof servicesFields>

const atLeastOne = (digits: number) =>
  digitsField(digits).refine((value) => !(value < 1), { error: `count:${10 ** digits - 1}` })

/** What a Seller fills in for an offer link: the same rules in the form and on the wire. */
export const offerLinkFields = {
  title: proseField(2, 60).transform((text) => text.replace(/\s+/g, ' ')),
  details: proseField(0, 500),
  amount: amountField,
  /** Up to 9,999 pieces. None is a link that a program fills later, and what a Seller has left of an old one. */
  stock: digitsField(4),
  per_buyer: atLeastOne(3),
}

/** A person who makes a link has something to sell. */
export const newStock = atLeastOne(4)
