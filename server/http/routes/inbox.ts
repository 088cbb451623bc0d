/** Reports of payment providers, for the team. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/inbox.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { listInbox, replayReport } from '#server/services/money/inbox.ts'

export function inboxRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listInbox, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listInbox(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.replayReport, ({ ctx, params }) => replayReport(ctx, params.id))
}
