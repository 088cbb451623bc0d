/** "I have paid": what a payer says of a transfer that no provider reports. It moves no money. */
import { z } from 'zod'
import { cleanUtr, utrProblems } from '#core/upi.ts'
import { endpoint, fieldErrors, formPkParams, iso, problem } from './endpoint.ts'

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
