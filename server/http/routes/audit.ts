/** The audit log of the team. */
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/audit.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { exportAuditEvents, searchAuditEvents } from '#server/services/audit/search.ts'

export function auditRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.searchAudit, ({ ctx, query }) => searchAuditEvents(ctx, query))
  registerEndpoint(app, deps, contract.exportAudit, async ({ ctx, query, reply }) => {
    await recordAudit(ctx, {
      action: 'data_exported',
      actor: ctx.user,
      subject: { type: 'audit', id: 'csv' },
    })
    const parts: string[] = []
    for await (const part of exportAuditEvents(ctx, query)) parts.push(part)
    reply.type('text/csv; charset=utf-8').header('content-disposition', create('audit.csv'))
    return parts.join('')
  })
}
