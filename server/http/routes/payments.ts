/** What providers report, and the QR of a pay-in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import QRCode from 'qrcode'
import { Refusal } from '../../../core/errors.ts'
import { findPayIn } from '../../repositories/payments.ts'
import { presentPayIn } from '../../services/payments/present.ts'
import { recordPayment } from '../../services/payments/record.ts'
import type { Deps } from '../deps.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  // the signature is over the raw bytes, so this scope keeps them as they came
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/api/payments/webhooks/:provider',
      async (request: FastifyRequest<{ Params: { provider: string } }>) => {
        const rail = deps.rails.get(request.params.provider)
        if (!rail) throw new Refusal('not_found')
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const report = rail.readWebhook(raw, request.headers)
        if (!report) throw new Refusal('forbidden')
        await deps.transact((tx, now) => recordPayment({ tx, now, house: deps.house }, report))
        return { received: true }
      },
    )
  })

  // whoever has a pay-in's 144-bit id was shown it by us; an image element cannot send a token
  app.get('/api/payments/:id/qr.svg', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const row = await deps.transact((tx) => findPayIn(tx, request.params.id))
    if (!row) throw new Refusal('not_found')
    const svg = await QRCode.toString(presentPayIn(deps.house, row).upi_url, {
      type: 'svg',
      errorCorrectionLevel: 'M',
      margin: 4,
    })
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(svg)
  })
}
