/** The calls of the public pages, and the health checks. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/site.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { createLead } from '#server/services/admin/leads.ts'
import { mayMoveMoney } from '#server/services/circuit-breaker.ts'
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
    // A balancer sends payments elsewhere while this process refuses them, as before its first audit.
    const isReady = deps.isReady() && mayMoveMoney() && !app.isClosing()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
