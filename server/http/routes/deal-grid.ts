/** The team's grid of deals, and a file of it. */
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/deal-grid.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { exportDeals } from '#server/services/admin/export-deals.ts'
import { listGridTransactions } from '#server/services/admin/grids.ts'

export function dealGridRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.gridTransactions, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listGridTransactions(ctx, deps.reads, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerUnscopedEndpoint(app, deps, contract.exportTransactions, async ({ body, reply, inTransaction }) => {
    const { format, ...selection } = body
    const { total, name, stream } = await exportDeals(inTransaction, selection, format)
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-total-count', String(total))
      .header('content-disposition', create(name))
      .type('application/octet-stream')
      .send(stream)
  })
}
