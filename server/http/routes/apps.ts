import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/apps.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { createApiKey, createApp, listApps, revokeApiKey, revokeApp } from '#server/services/apps/apps.ts'

export function appRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listApps, ({ ctx }) => listApps(ctx))
  registerEndpoint(app, deps, contract.createApp, ({ ctx, body }) => createApp(ctx, body.name))
  registerEndpoint(app, deps, contract.revokeApp, async ({ ctx, params }) => {
    await revokeApp(ctx, params.id)
    return undefined
  })
  registerEndpoint(app, deps, contract.createApiKey, ({ ctx, params, body }) =>
    createApiKey(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.revokeApiKey, async ({ ctx, params }) => {
    await revokeApiKey(ctx, params.id, params.key_id)
    return undefined
  })
}
