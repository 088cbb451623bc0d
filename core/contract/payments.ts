/** A pay-in as its payer sees it, what payment providers report of it, and its QR code. */
import { z } from 'zod'
import { endpoint, fieldErrors, problem } from './endpoint.ts'

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

/** The body is the provider's own and signed by it; each rail reads it in its way. */
export const reportPayment = endpoint({
  method: 'POST',
  path: '/api/payments/webhooks/:provider',
  access: 'public',
  summary: 'A payment provider reports what became of a payment',
  params: z.object({ provider: z.string().max(40) }),
  body: z.unknown(),
  responses: {
    200: z.object({ received: z.literal(true) }),
    /** It is stored, and worked on later. */
    202: z.object({ received: z.literal(true) }),
    401: problem,
    404: problem,
  },
})

export const payInCode = endpoint({
  method: 'GET',
  path: '/api/payments/:id/qr.svg',
  access: 'public',
  summary: 'The QR code of a pay-in, while it waits to be paid',
  params: z.object({ id: z.string().max(64) }),
  bytes: 'image/svg+xml',
  responses: { 404: problem },
})

/** The page on which a provider's script takes the payment; it leads on to the deal when there is nothing to pay. */
export const checkoutPage = endpoint({
  method: 'GET',
  path: '/api/payments/:id/checkout',
  access: 'public',
  summary: 'The page of the provider’s checkout, for a pay-in that names it as its checkout_url',
  params: z.object({ id: z.string().max(64) }),
  query: z.object({ locale: z.string().max(10).optional() }),
  bytes: 'text/html',
  responses: { 404: problem, 409: problem, 503: problem },
})

export const returnFromCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/:id/return',
  access: 'public',
  summary: 'A payer comes back from the provider’s checkout: the provider is asked at once what became of it',
  params: z.object({ id: z.string().max(64) }),
  /** What the provider hands over, with its signature. */
  body: z.object({ payment_id: z.string().min(1).max(100), signature: z.string().min(1).max(200) }),
  responses: { 200: z.object({ received: z.literal(true) }), 400: fieldErrors, 401: problem, 404: problem },
})
