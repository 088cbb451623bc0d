import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/invites.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { createInvite, listInvites, sendInvite, withdrawInvite } from '#server/services/deals/invites.ts'

export function inviteRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.createInvite, ({ ctx, body }) => createInvite(ctx, body))
  registerEndpoint(app, deps, contract.listInvites, ({ ctx }) => listInvites(ctx))
  registerEndpoint(app, deps, contract.sendInvite, ({ ctx, params }) =>
    sendInvite(ctx, params.id, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.withdrawInvite, async ({ ctx, params }) => {
    await withdrawInvite(ctx, params.id)
    return undefined
  })
}
