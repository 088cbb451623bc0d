/** A pay-in as its payer sees it, and "I have paid": what they say of one that no provider reports, which moves no money. */
import { z } from 'zod'
import { cleanUtr, utrProblems } from '#core/upi.ts'
import { endpoint, fieldErrors, formPkParams, iso, problem } from './endpoint.ts'

export const payment = z.object({
  id: z.string(),
  purpose: z.enum(['amount', 'fee']),
  amount_paise: z.int(),
  status: z.enum(['open', 'paid', 'failed', 'closed']),
  reference: z.string(),
  /** Null where it is paid in the provider's checkout. */
  payee_vpa: z.string().nullable(),
  payee_name: z.string(),
  upi_url: z.string().nullable(),
  qr_url: z.string().nullable(),
  checkout_url: z.string().optional(),
  /** Whether the link may open an app: to a personal UPI id apps decline it. */
  opens_app: z.boolean(),
  /** Nobody reports such a payment: its payer says when they have made it. */
  takes_claims: z.boolean(),
})
export type Payment = z.output<typeof payment>

export const paymentClaim = z.object({
  /** `found`: the bank's statement has shown it. */
  state: z.enum(['checking', 'not_found', 'found']),
  /** As the payer typed it; the other side is not told. */
  utr: z.string().nullable(),
  at: iso,
  /** Until when the bank's statements are looked through. */
  look_until: iso.nullable(),
})
export type PaymentClaim = z.output<typeof paymentClaim>

export const claimPayment = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/claim',
  access: 'user',
  summary: 'The payer of an open UPI pay-in says that they have paid; nothing moves before the bank says so',
  params: formPkParams,
  body: z.object({
    utr: z
      .string({ error: 'required' })
      .overwrite(cleanUtr)
      .superRefine((utr, { addIssue }) => {
        for (const message of utrProblems(utr)) addIssue({ code: 'custom', message })
      }),
    amount_paise: z.int().positive().optional(),
  }),
  responses: { 200: paymentClaim, 400: fieldErrors, 409: problem },
})
