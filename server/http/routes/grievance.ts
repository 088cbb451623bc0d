/** Grievances, for who complains and for the team; and the team's list of people to call. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/grievance.ts'
import { Refusal } from '../../../core/errors.ts'
import { toIso } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { listGrievances } from '../../repositories/grievances.ts'
import { deleteLead, listLeads } from '../../repositories/leads.ts'
import { fileGrievance } from '../../services/grievance/file.ts'
import { acknowledge, resolve } from '../../services/grievance/handle.ts'
import { presentGrievance, presentStage, stageOf } from '../../services/grievance/present.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount } from '../mount.ts'
import { localeOf } from '../plugins/errors.ts'

export function grievanceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.fileGrievance, async ({ ctx, body, request }) => {
    const row = await fileGrievance(ctx, { ...body, locale: localeOf(request) })
    const { ticket, acknowledge_by, resolve_by } = presentStage(row)
    return { ticket, acknowledge_by, resolve_by }
  })
  mount(app, deps, contract.grievanceStatus, async ({ ctx, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return stageOf(ctx, body)
  })
  mount(app, deps, contract.listGrievances, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listGrievances(ctx.tx, query)
    pageHeaders(request, reply, query, total)
    return rows.map((row) => presentGrievance(row, ctx.now))
  })
  mount(app, deps, contract.acknowledgeGrievance, async ({ ctx, params }) =>
    presentGrievance(await acknowledge(ctx, params.ticket), ctx.now),
  )
  mount(app, deps, contract.resolveGrievance, async ({ ctx, params, body }) =>
    presentGrievance(await resolve(ctx, params.ticket, body.answer), ctx.now),
  )
  leadRoutes(app, deps)
}

function leadRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.listLeads, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listLeads(ctx.tx, query)
    pageHeaders(request, reply, query, total)
    return rows.map((row) => ({ ...row, created_at: toIso(row.created_at.getTime()) }))
  })
  mount(app, deps, contract.deleteLead, async ({ ctx, params, request }) => {
    if (!(await deleteLead(ctx.tx, params.id))) throw new Refusal('not_found')
    return { message: m.lead_deleted({}, { locale: localeOf(request) }) }
  })
}
