/** Who asked to be called, for Admins. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/leads.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { deleteLead, listLeads, recordLeadCall } from '#server/services/admin/leads.ts'

export function leadRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listLeads, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listLeads(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.recordLeadCall, ({ ctx, params, body }) =>
    recordLeadCall(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.deleteLead, async ({ ctx, params, request }) => {
    await deleteLead(ctx, params.id)
    return { message: m.lead_deleted({}, { locale: localeOf(request) }) }
  })
}
