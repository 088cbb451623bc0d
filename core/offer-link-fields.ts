/** What a Seller fills in for an offer link: the same rules in the form and on the wire. */
import { amountField, digitsField, proseField } from './fields.ts'

export const offerLinkFields = {
  title: proseField(2, 60).transform((text) => text.replace(/\s+/g, ' ')),
  details: proseField(0, 500),
  amount: amountField,
  /** Up to 9,999 pieces. */
  stock: digitsField(4),
  per_buyer: digitsField(3).refine((value) => !(value < 1), { error: 'amount_min' }),
}
