/** The calls of the public pages, and the health checks. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/site.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { createLead } from '#server/services/admin/leads.ts'
import { checkLink } from '#server/services/deals/read.ts'

export function siteRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.policy, async ({ ctx }) => ctx.settings.policy)

  registerEndpoint(app, deps, contract.createLead, async ({ ctx, body, request }) => {
    await createLead(ctx, body)
    return { message: m.lead_added({}, { locale: localeOf(request) }) }
  })

  registerEndpoint(app, deps, contract.verifyLink, ({ ctx, query }) => checkLink(ctx, query.code))

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = deps.isReady() && !app.isClosing()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
