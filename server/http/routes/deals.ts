import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/deals.ts'
import { Refusal } from '../../../core/errors.ts'
import { act } from '../../services/deals/act.ts'
import { listMyDeals, readDeal, showDeal } from '../../services/deals/read.ts'
import { openPayment } from '../../services/payments/open.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount } from '../mount.ts'

export function dealRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.listDeals, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listMyDeals(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  mount(app, deps, contract.getDeal, ({ ctx, params }) => readDeal(ctx, params.form_pk))
  mount(app, deps, contract.payDeal, ({ ctx, params }) => openPayment(ctx, params.form_pk))
  mount(app, deps, contract.actOnDeal, async ({ ctx, params, body }) => {
    const moved = await act(ctx, { dealId: params.form_pk, action: params.action, body: body ?? {} })
    return moved instanceof Refusal ? moved : showDeal(ctx, moved)
  })
}
