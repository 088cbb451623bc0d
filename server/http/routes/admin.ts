/** The team's grids, coupons, overview and home. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/admin.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { changeCoupon, createCoupon, listAllCoupons } from '#server/services/admin/coupons.ts'
import { overview } from '#server/services/admin/overview.ts'
import { changeRole } from '#server/services/team/change-role.ts'
import { disputeDeskRoutes } from './dispute-desk.ts'
import { gridRoutes } from './grids.ts'
import { homeRoutes } from './home.ts'
import { ledgerRoutes } from './ledger.ts'
import { peopleRoutes } from './people.ts'

export function adminRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.changeRole, ({ ctx, params, body }) =>
    changeRole(ctx, { id: params.id, role: body.role }),
  )
  registerEndpoint(app, deps, contract.listCoupons, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listAllCoupons(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.createCoupon, ({ ctx, body }) => createCoupon(ctx, body))
  registerEndpoint(app, deps, contract.changeCoupon, ({ ctx, params, body }) =>
    changeCoupon(ctx, params.id, body.off),
  )
  registerEndpoint(app, deps, contract.attention, ({ ctx }) => overview(ctx))
  homeRoutes(app, deps)
  gridRoutes(app, deps)
  disputeDeskRoutes(app, deps)
  peopleRoutes(app, deps)
  ledgerRoutes(app, deps)
}
