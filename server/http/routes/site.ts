/** The public pages' calls, health, and the documents of the API itself. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/site.ts'
import { readShareLink } from '../../../core/ids.ts'
import { m } from '../../../messages/compiled/messages.js'
import { findDeal } from '../../repositories/deals.ts'
import { insertLead } from '../../repositories/leads.ts'
import { stageOf } from '../../services/site/verify.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../mount.ts'
import { localeOf } from '../plugins/errors.ts'

export function siteRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.policy, async ({ ctx }) => ctx.house.policy)

  mount(app, deps, contract.createLead, async ({ ctx, body, request }) => {
    await insertLead(ctx.tx, { ...body, message: body.message ?? null })
    return { message: m.lead_added({}, { locale: localeOf(request) }) }
  })

  mount(app, deps, contract.verifyLink, async ({ ctx, query }) => {
    const read = readShareLink(query.code, new URL(ctx.house.publicUrl).host)
    const loaded = read ? await findDeal(ctx.tx, read.formPk) : null
    const isOurs = loaded && (read?.track === null || read?.track === loaded.deal.track)
    return isOurs ? stageOf(loaded.deal) : { genuine: false }
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = deps.isReady() && !app.isClosing()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
