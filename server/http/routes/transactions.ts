/** The spec's transaction calls. The two previews share their address with a page: see plugins/site.ts. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/transactions.ts'
import { m } from '../../../messages/compiled/messages.js'
import { findCouponByCode, listCoupons } from '../../repositories/coupons.ts'
import { createServices, createShopping } from '../../services/deals/create.ts'
import { presentPreview, previewDeal } from '../../services/deals/preview.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../mount.ts'
import { localeOf } from '../plugins/errors.ts'

type Shopping = typeof contract.shoppingTransaction._output
type Services = typeof contract.servicesTransaction._output

export function transactionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.createShopping, async ({ ctx, body }) => {
    const deal = await createShopping(ctx, body)
    return (await presentPreview(ctx, deal)) as Shopping
  })
  mount(app, deps, contract.createServices, async ({ ctx, body }) => {
    const deal = await createServices(ctx, body)
    return (await presentPreview(ctx, deal)) as Services
  })
  mount(app, deps, contract.previewShopping, ({ ctx, query }) => previewDeal(ctx, 'shopping', query.form_pk))
  mount(app, deps, contract.previewServices, ({ ctx, query }) => previewDeal(ctx, 'services', query.form_pk))

  mount(app, deps, contract.coupons, async ({ ctx }) => {
    const { rows } = await listCoupons(ctx.tx, { page: 1, page_size: 100 })
    return rows.map((row) => ({ id: String(row.id), code: row.code }))
  })
  mount(app, deps, contract.useCoupon, async ({ ctx, query, request, reply }) => {
    const coupon = await findCouponByCode(ctx.tx, query.coupon_code.trim().toUpperCase())
    const locale = localeOf(request)
    const said = coupon ? m.coupon_applied({}, { locale }) : m.coupon_refused({}, { locale })
    // A bare string would go out as plain text: the wire has a JSON string here.
    reply.type('application/json; charset=utf-8')
    return JSON.stringify(said)
  })
}
