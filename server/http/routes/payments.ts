/** Webhooks of payment providers, and the QR code of a pay-in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/payments.ts'
import { Refusal } from '#core/errors.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { qrCode } from '#server/lib/qr-code.ts'
import { payInUrl } from '#server/services/money/present-pay-in.ts'
import { takeReport } from '#server/services/money/take-report.ts'

type PaymentDependencies = Pick<AppDependencies, 'runInTransaction' | 'settings' | 'rails'>

export function paymentRoutes(
  app: FastifyInstance,
  { runInTransaction, settings, rails }: PaymentDependencies,
): void {
  // signatures cover the raw bytes, so this scope does not parse bodies
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      contract.reportPayment.path,
      async (request: FastifyRequest<{ Params: { provider: string } }>) => {
        const rail = rails.get(request.params.provider)
        if (!rail) throw new Refusal('not_found')
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const reading = rail.readWebhook(raw, request.headers)
        if (reading.is === 'forged') throw new Refusal('unauthenticated')
        await runInTransaction((tx, now) => takeReport({ tx, now, settings }, rail.name, { reading, raw }))
        return { received: true }
      },
    )
  })

  app.get(contract.payInCode.path, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const url = await runInTransaction((tx) => payInUrl({ tx }, request.params.id))
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'no-store')
      .send(await qrCode(url))
  })
}
