/** What providers settle, and what of it does not agree. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/settlements.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import {
  bookDiscrepancy,
  closeDiscrepancy,
  presentSettlements,
} from '#server/services/settlements/discrepancies.ts'

export function settlementRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listSettlements, ({ ctx }) => presentSettlements(ctx))
  registerEndpoint(app, deps, contract.closeDiscrepancy, ({ ctx, params, body }) =>
    closeDiscrepancy(ctx, params.id, body.note),
  )
  registerEndpoint(app, deps, contract.bookDiscrepancy, ({ ctx, params, body }) =>
    bookDiscrepancy(ctx, params.id, body.note),
  )
}
