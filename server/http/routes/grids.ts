/** The team's grids of people and of deals, and files of them. */
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { exportPeople, gridUsers } from '#core/contract/admin.ts'
import * as contract from '#core/contract/deal-grid.ts'

import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { exportFile } from '#server/services/admin/export-file.ts'
import { dealSource, peopleSource } from '#server/services/admin/export-sources.ts'
import { listGridTransactions, listGridUsers } from '#server/services/admin/grids.ts'

const sendFile = (
  reply: FastifyReply,
  { total, name, stream }: Awaited<ReturnType<typeof exportFile>>,
): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('x-total-count', String(total))
    .header('content-disposition', create(name))
    .type('application/octet-stream')
    .send(stream)

export function gridRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, gridUsers, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listGridUsers(ctx, deps.reads, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.gridTransactions, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listGridTransactions(ctx, deps.reads, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerUnscopedEndpoint(app, deps, contract.exportTransactions, async ({ body, reply, inTransaction }) => {
    const { format, ...selection } = body
    return sendFile(reply, await exportFile(inTransaction, dealSource(selection), format))
  })
  registerUnscopedEndpoint(app, deps, exportPeople, async ({ body, reply, inTransaction }) => {
    const { format, ...selection } = body
    return sendFile(reply, await exportFile(inTransaction, peopleSource(selection), format))
  })
}
