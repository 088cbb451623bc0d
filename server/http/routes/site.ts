/** The calls of the public pages, and the health checks. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/site.ts'
import { shareLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { matcher } from '#server/http/plugins/allowed-methods.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { fromCurrentPages } from '#server/http/site/open-site.ts'
import { createLead } from '#server/services/admin/leads.ts'
import { mayMoveMoney } from '#server/services/circuit-breaker.ts'
import { trackOfLink, welcomeToOffer } from '#server/services/deals/welcome.ts'
import { checkLink } from '#server/services/links/check-link.ts'

export function siteRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.policy, async ({ ctx }) => ctx.settings.policy)

  registerEndpoint(app, deps, contract.createLead, async ({ ctx, body, request }) => {
    await createLead(ctx, body)
    return { message: m.lead_added({}, { locale: localeOf(request) }) }
  })

  const sources = { reads: deps.reads, isPage: pagesOf(deps.site) }
  registerEndpoint(app, deps, contract.verifyLink, ({ ctx, query }) => checkLink(ctx, sources, query.code))

  registerEndpoint(app, deps, contract.welcomeToOffer, ({ ctx, query, reply }) => {
    reply.header('cache-control', 'no-store')
    return welcomeToOffer(ctx, query.form_pk)
  })

  registerUnscopedEndpoint(app, deps, contract.openShortLink, async ({ params, reply, inTransaction }) => {
    const formPk = encodeURIComponent(params.form_pk)
    const track = await inTransaction((ctx) => trackOfLink(ctx, params.form_pk))
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    return reply.redirect(shareLink('', track, formPk), 302)
  })
}

/** Where this server has no pages, somebody else serves them at the same host, and every path may be one. */
function pagesOf(site: AppDependencies['site']): (path: string) => boolean {
  const currentPaths =
    site && fromCurrentPages(site, ({ publicPaths, appPaths }) => [...publicPaths, ...appPaths].map(matcher))
  return (path) =>
    currentPaths === null || currentPaths().some((pattern) => pattern.test(path.replaceAll('%20', ' ')))
}

/** The whole of what a process for jobs alone answers, beside /metrics. */
export function probeRoutes(app: FastifyInstance, deps: Pick<AppDependencies, 'isReady'>): void {
  const probe = { schema: { hide: true }, config: { isProbe: true } }
  app.get('/healthz', probe, async () => ({ status: 'alive' }))
  app.get('/readyz', probe, async (_request, reply) => {
    // A balancer sends payments elsewhere while this process refuses them, as before its first audit.
    const isReady = deps.isReady() && mayMoveMoney() && !app.isClosing()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
