import type { FastifyInstance } from 'fastify'
import * as complaintLink from '#core/contract/complaint-link.ts'
import * as contract from '#core/contract/deals.ts'
import { claimPayment as claimEndpoint } from '#core/contract/payment-claim.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { actAndShow } from '#server/services/deals/act.ts'
import { complainByLink, readComplaintLink } from '#server/services/deals/complain-by-link.ts'
import { rateDeal } from '#server/services/deals/rate.ts'
import { listMyDeals, readDeal, readHeld, showDeal } from '#server/services/deals/read.ts'
import { claimPayment } from '#server/services/money/claim-payment.ts'
import { openPayment } from '#server/services/money/open-pay-in.ts'

export function dealRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listDeals, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listMyDeals(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.readHeld, ({ ctx }) => readHeld(ctx))
  registerEndpoint(app, deps, contract.getDeal, ({ ctx, params }) => readDeal(ctx, params.form_pk))
  registerEndpoint(app, deps, contract.rateDeal, async ({ ctx, params, body }) =>
    showDeal(ctx, await rateDeal(ctx, params.form_pk, body.again)),
  )
  registerEndpoint(app, deps, contract.payDeal, ({ ctx, params }) =>
    openPayment(ctx, deps.rails, params.form_pk),
  )
  registerEndpoint(app, deps, claimEndpoint, ({ ctx, params, body }) =>
    claimPayment(ctx, params.form_pk, { utr: body.utr, amountPaise: body.amount_paise ?? null }),
  )
  registerEndpoint(app, deps, contract.actOnDeal, ({ ctx, params, body }) => {
    const { form_pk: dealId, action } = params
    return actAndShow(ctx, { dealId, action, body: body ?? {}, limitFactor: deps.rateLimitFactor })
  })
  registerEndpoint(app, deps, complaintLink.readComplaintLink, ({ ctx, body }) =>
    readComplaintLink(ctx, body.token),
  )
  registerEndpoint(app, deps, complaintLink.complainByLink, ({ ctx, body }) => complainByLink(ctx, body))
}
