/** My account at the payment provider, where that holds the money of deals in my name. */
import { z } from 'zod'
import { payeeAccountFields } from '#core/payee-account-fields.ts'
import { ACCOUNT_STATES, BUSINESS_TYPES, PAYEE_WAITS } from '#core/payee-accounts.ts'
import { ROLES } from '#core/roles.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'
import { passwordNow } from './verification.ts'

const accountState = z.object({
  /** The provider holds the money of deals: without an account nobody can pay me. */
  needed: z.boolean(),
  /** What the operator's contract takes. */
  business_types: z.array(z.enum(BUSINESS_TYPES)),
  /** Null: I have sent nothing yet. */
  account: z
    .object({
      state: z.enum(ACCOUNT_STATES),
      /** The bank account, shortened. */
      bank: z.string(),
      /** What the provider asks about, in its own names of the fields. */
      wanted: z.array(z.string()),
      /** Its owner said that it is a thief's, or reset the password: nothing counts that was sent until then. */
      taken_out: z.boolean(),
      submitted_at: iso,
      /** From when I can be paid; null while it is not activated. */
      usable_from: iso.nullable(),
    })
    .nullable(),
  /** Why nobody can pay me yet; null when they can. */
  waits: z.enum(PAYEE_WAITS).nullable(),
  now: iso,
})
export type PayeeAccountState = z.output<typeof accountState>

export const getPayeeAccount = endpoint({
  method: 'GET',
  path: '/api/account/payee-account',
  access: 'user',
  roles: ROLES,
  summary: 'My account at the payment provider, and whether I can be paid',
  responses: { 200: accountState },
})

export const submitPayeeAccount = endpoint({
  method: 'POST',
  path: '/api/account/payee-account',
  access: 'user',
  ignoresKey: true,
  roles: ROLES,
  summary: 'Send what the payment provider has to know of me, or correct it when it asks',
  body: z.object({
    ...payeeAccountFields,
    terms_accepted: z.literal(true, { error: 'select' }),
    password: passwordNow,
  }),
  responses: { 200: accountState, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 10,
})
