/** What a payee tells the payment provider of themselves. Apart from the states, which every page of a deal loads. */
import { z } from 'zod'
import { BUSINESS_TYPES } from './payee-accounts.ts'
import { accountNumberField, ifscField } from './payout-targets.ts'
import { taxDetailFields } from './tax/paper-party.ts'

const filled = { error: 'required' }
const line = (max: number) =>
  z
    .string(filled)
    .trim()
    .min(1, filled)
    .max(max, { error: `max:${max}` })

/** Field by field, for the form. */
export const payeeAccountFields = {
  /** As the provider takes it: letters, digits and blanks. */
  legal_name: line(100).refine((name) => name === '' || /^[\p{L}\p{M}\d ]{4,100}$/u.test(name), {
    error: 'legal_name',
  }),
  business_type: z.enum(BUSINESS_TYPES, { error: 'select' }),
  /** A person's: the other forms of business need papers of a company. */
  pan: line(20)
    .transform((pan) => pan.replace(/\s/g, '').toUpperCase())
    .refine((pan) => /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(pan), { error: 'pan_person' }),
  street: line(100),
  city: line(100),
  state: taxDetailFields.state,
  pin: taxDetailFields.pin,
  account_number: accountNumberField,
  ifsc: ifscField,
}
