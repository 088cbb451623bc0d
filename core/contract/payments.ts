/** What payment providers report, and the QR code of a pay-in. */
import { z } from 'zod'
import { endpoint, problem } from './endpoint.ts'

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
