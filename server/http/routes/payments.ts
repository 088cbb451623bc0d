/** Webhooks of payment providers, and the QR code of a pay-in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/payments.ts'
import { Refusal } from '#core/errors.ts'
import { beginWith } from '#server/db/transaction.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { qrCode } from '#server/lib/qr-code.ts'
import { applyReport, lockReport, postponeReport, storeReport } from '#server/services/money/inbox.ts'
import { payInUrl } from '#server/services/money/present-pay-in.ts'

type PaymentDependencies = Pick<AppDependencies, 'runInTransaction' | 'settings' | 'rails' | 'log'>

/** A provider that is refused stops reporting; none documents a larger event. */
const MAX_REPORT = 256 * 1024

export function paymentRoutes(
  app: FastifyInstance,
  { runInTransaction, settings, rails, log }: PaymentDependencies,
): void {
  /** False when the job has to do it: a provider is not told of our faults, it would give up on us. */
  const apply = async (id: number): Promise<boolean> => {
    try {
      await runInTransaction(
        (tx, now, { first }) => applyReport({ tx, now, settings }, first),
        beginWith((tx) => lockReport(tx, id)),
      )
      return true
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ id, reason }, 'report of a provider is stored, and could not be applied yet')
      await runInTransaction((tx) => postponeReport({ tx }, { id, tries: 0 }, error as Error))
      return false
    }
  }
  // signatures cover the raw bytes, so this scope does not parse bodies
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      contract.reportPayment.path,
      { bodyLimit: MAX_REPORT },
      async (request: FastifyRequest<{ Params: { provider: string } }>, reply) => {
        const rail = rails.get(request.params.provider)
        if (!rail) throw new Refusal('not_found')
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const reading = rail.readWebhook(raw, request.headers)
        if (reading.is === 'forged') throw new Refusal('unauthenticated')
        const id = await storeReport(runInTransaction, rail.name, { reading, raw })
        if (id !== null && !(await apply(id))) reply.code(202)
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
