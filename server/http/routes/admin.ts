import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/admin.ts'
import { invalid } from '../../../core/errors.ts'
import { insertCoupon, listCoupons } from '../../repositories/coupons.ts'
import { listUsers } from '../../repositories/users.ts'
import { presentUser } from '../../services/accounts/session.ts'
import { listGrid } from '../../services/admin/grid.ts'
import { overview } from '../../services/admin/overview.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount } from '../mount.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.gridUsers, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listUsers(ctx.tx, query)
    pageHeaders(request, reply, query, total)
    return rows.map(presentUser)
  })
  mount(app, deps, contract.gridTransactions, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listGrid(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  mount(app, deps, contract.listCoupons, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listCoupons(ctx.tx, query)
    pageHeaders(request, reply, query, total)
    return rows.map((row) => ({ id: String(row.id), code: row.code }))
  })
  mount(app, deps, contract.createCoupon, async ({ ctx, body }) => {
    const row = await insertCoupon(ctx.tx, { code: body.code, created_by: ctx.user.id })
    if (!row) throw invalid({ code: ['coupon_taken'] })
    return { id: String(row.id), code: row.code }
  })
  mount(app, deps, contract.attention, ({ ctx }) => overview(ctx))
}
