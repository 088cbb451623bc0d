/** The team's desk of disputes, and a deal as the team sees it. */
import type { FastifyInstance } from 'fastify'
import { readTeamDeal } from '#core/contract/deal-desk.ts'
import * as contract from '#core/contract/dispute-desk.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import * as dealDesk from '#server/services/admin/deal-desk.ts'
import { listDisputes, noteCase, ownCase, readCase } from '#server/services/admin/dispute-desk.ts'
import { confirmDecision, decideCase, dropDecision } from '#server/services/deals/team-decision.ts'

export function disputeDeskRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listDisputes, ({ ctx }) => listDisputes(ctx))
  registerEndpoint(app, deps, contract.readDispute, ({ ctx, params }) => readCase(ctx, params.form_pk))
  registerEndpoint(app, deps, contract.ownDispute, ({ ctx, params, body }) =>
    ownCase(ctx, params.form_pk, body.mine),
  )
  registerEndpoint(app, deps, contract.noteDispute, ({ ctx, params, body }) =>
    noteCase(ctx, params.form_pk, body.text),
  )
  registerEndpoint(app, deps, readTeamDeal, ({ ctx, params }) => dealDesk.readTeamDeal(ctx, params.form_pk))
  registerEndpoint(app, deps, contract.decideDispute, ({ ctx, params, body }) =>
    decideCase(ctx, params.form_pk, body),
  )
  registerEndpoint(app, deps, contract.confirmDecision, ({ ctx, params }) => confirmDecision(ctx, params.id))
  registerEndpoint(app, deps, contract.dropDecision, ({ ctx, params }) => dropDecision(ctx, params.id))
}
