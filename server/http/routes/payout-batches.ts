/** Paying out by hand: files for the bank, and UPI ids paid one by one. */
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/payout-batches.ts'
import { Refusal } from '#core/errors.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import {
  approvePayoutBatch,
  cancelPayoutBatch,
  downloadPayoutBatch,
  payByHand,
} from '#server/services/payout-batches/hand-over.ts'
import { makePayoutBatch } from '#server/services/payout-batches/make.ts'
import { presentBatches, readBatchFile } from '#server/services/payout-batches/present.ts'
import { reportPayoutBatch } from '#server/services/payout-batches/report.ts'
import { choosePayoutFile } from '#server/services/payout-batches/settings.ts'
import { listHandPayouts } from '#server/services/payout-batches/waiting.ts'
import { receiveSheet, SHEET_LIMITS } from './receive-sheet.ts'

export function payoutBatchRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listHandPayouts, ({ ctx }) => listHandPayouts(ctx))
  registerEndpoint(app, deps, contract.payByHand, ({ ctx, params }) => payByHand(ctx, params.id))
  registerEndpoint(app, deps, contract.listPayoutBatches, ({ ctx }) => presentBatches(ctx))
  registerEndpoint(app, deps, contract.getPayoutBatch, ({ ctx, params }) => readBatchFile(ctx, params.id))
  registerEndpoint(app, deps, contract.makePayoutBatch, ({ ctx, body }) =>
    makePayoutBatch(ctx, { accountId: body.bank_account, format: body.format, payoutIds: body.payouts }),
  )
  registerEndpoint(app, deps, contract.approvePayoutBatch, ({ ctx, params }) =>
    approvePayoutBatch(ctx, params.id),
  )
  registerEndpoint(app, deps, contract.cancelPayoutBatch, ({ ctx, params }) =>
    cancelPayoutBatch(ctx, params.id),
  )
  registerUnscopedEndpoint(
    app,
    deps,
    contract.downloadPayoutBatch,
    async ({ params, body, reply, inTransaction }) => {
      // committed before a byte leaves: who has the file may have it paid
      const file = await inTransaction((ctx) =>
        downloadPayoutBatch(ctx, { id: params.id, reason: body.reason }),
      )
      if (file instanceof Refusal) throw file
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', create(file.name))
        .type('application/octet-stream')
        .send(file.bytes)
    },
  )
  // only this scope reads multipart; everywhere else it is refused as before
  app.register(async (scope) => {
    await scope.register(multipart, SHEET_LIMITS)
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.reportPayoutBatch,
      async ({ params, request, inTransaction }) => {
        const { bytes } = await receiveSheet(request)
        return reportPayoutBatch(inTransaction, { id: params.id, bytes })
      },
    )
  })
  registerEndpoint(app, deps, contract.setPayoutFile, ({ ctx, params, body }) =>
    choosePayoutFile(ctx, params.id, body),
  )
}
