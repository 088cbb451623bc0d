/** The account that a payee needs at the payment provider where that holds the money of deals. */
import { z } from 'zod'
import { accountNumberField, ifscField } from './payout-targets.ts'
import { taxDetailFields } from './tax/paper-party.ts'
import { DAY_MS } from './time.ts'

/** Of those that the provider knows, the ones that need no papers of a company. */
export const BUSINESS_TYPES = ['individual', 'proprietorship', 'not_yet_registered'] as const

/** `submitted`: not all of it is at the provider yet. */
export const ACCOUNT_STATES = [
  'submitted',
  'under_review',
  'needs_clarification',
  'activated',
  'refused',
] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Why a deal cannot be paid yet: of its payee. */
export const PAYEE_WAITS = [
  'missing',
  'submitted',
  'under_review',
  'needs_clarification',
  'cooling',
  'refused',
] as const
export type PayeeWait = (typeof PAYEE_WAITS)[number]

/** Nothing is transferred to an account in its first day. */
export const ACCOUNT_COOLING_MS = DAY_MS

export interface AccountFacts {
  readonly state: AccountState
  readonly activatedAt: number | null
}

/** Null: the payee can be paid. */
export function payeeWait(account: AccountFacts | null, now: number): PayeeWait | null {
  if (account === null) return 'missing'
  if (account.state !== 'activated') return account.state
  return account.activatedAt === null || account.activatedAt + ACCOUNT_COOLING_MS > now ? 'cooling' : null
}

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
