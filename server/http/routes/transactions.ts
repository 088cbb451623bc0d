/** The spec's transaction calls. The two previews share their address with a page: see plugins/site.ts. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/transactions.ts'
import { m } from '#messages/compiled/messages.js'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { isUsableCoupon, listMyCoupons } from '#server/services/admin/coupons.ts'
import { createServices, createShopping } from '#server/services/deals/create.ts'
import { limitOffers } from '#server/services/deals/offer-limits.ts'
import { previewDeal, showPreview } from '#server/services/deals/preview.ts'

type Shopping = typeof contract.shoppingTransaction._output
type Services = typeof contract.servicesTransaction._output

export function transactionRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.createShopping, async ({ ctx, body }) => {
    const limit = limitOffers(ctx, body.cpty_phone, deps.rateLimitFactor)
    const [deal] = await Promise.all([createShopping(ctx, body), limit])
    return (await showPreview(ctx, deal)) as Shopping
  })
  registerEndpoint(app, deps, contract.createServices, async ({ ctx, body }) => {
    const limit = limitOffers(ctx, body.cpty_phone, deps.rateLimitFactor)
    const [deal] = await Promise.all([createServices(ctx, body), limit])
    return (await showPreview(ctx, deal)) as Services
  })
  registerEndpoint(app, deps, contract.previewShopping, ({ ctx, query }) =>
    previewDeal(ctx, 'shopping', query.form_pk),
  )
  registerEndpoint(app, deps, contract.previewServices, ({ ctx, query }) =>
    previewDeal(ctx, 'services', query.form_pk),
  )

  registerEndpoint(app, deps, contract.coupons, ({ ctx, query }) => listMyCoupons(ctx, query.coupon_code))
  registerEndpoint(app, deps, contract.useCoupon, async ({ ctx, query, request, reply }) => {
    const isValid = await isUsableCoupon(ctx, query.coupon_code)
    const message = isValid ? contract.COUPON_APPLIED : m.coupon_refused({}, { locale: localeOf(request) })
    // the wire has a JSON string here; Fastify would send a bare string as text/plain
    reply.type('application/json; charset=utf-8')
    return JSON.stringify(message)
  })
}
