/** Grievances, for the complainant and for the team. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/grievance.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { fileGrievance } from '#server/services/grievance/file.ts'
import { acknowledge, listAllGrievances, resolve } from '#server/services/grievance/handle.ts'
import { presentGrievance, presentStage, stageOf } from '#server/services/grievance/present.ts'

export function grievanceRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.fileGrievance, async ({ ctx, body, request }) => {
    const row = await fileGrievance(ctx, { ...body, locale: localeOf(request) })
    const { ticket, acknowledge_by, resolve_by } = presentStage(row)
    return { ticket, acknowledge_by, resolve_by }
  })
  registerEndpoint(app, deps, contract.grievanceStatus, async ({ ctx, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return stageOf(ctx, body)
  })
  registerEndpoint(app, deps, contract.listGrievances, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listAllGrievances(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.acknowledgeGrievance, async ({ ctx, params }) =>
    presentGrievance(ctx, await acknowledge(ctx, params.ticket)),
  )
  registerEndpoint(app, deps, contract.resolveGrievance, async ({ ctx, params, body }) =>
    presentGrievance(ctx, await resolve(ctx, params.ticket, body.answer)),
  )
}
