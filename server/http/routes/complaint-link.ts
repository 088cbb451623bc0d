import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/complaint-link.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { complainByLink, readComplaintLink } from '#server/services/deals/complain-by-link.ts'

export function complaintLinkRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.readComplaintLink, ({ ctx, body }) =>
    readComplaintLink(ctx, body.token),
  )
  registerEndpoint(app, deps, contract.complainByLink, ({ ctx, body }) => complainByLink(ctx, body))
}
