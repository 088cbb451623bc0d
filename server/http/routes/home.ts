/** The team's home. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/home.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { presentFigures } from '#server/services/admin/figures.ts'
import { booksState, desksOf, presentHome, presentMovements } from '#server/services/admin/home.ts'
import { auditBooks } from '#server/services/money/audit-books.ts'

export function homeRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.teamHome, ({ ctx }) => presentHome(ctx))
  registerEndpoint(app, deps, contract.teamDesks, async ({ ctx }) => ({ desks: await desksOf(ctx) }))
  registerEndpoint(app, deps, contract.teamFigures, ({ ctx, query }) => presentFigures(ctx, query.days))
  registerEndpoint(app, deps, contract.teamMovements, ({ ctx, query }) => presentMovements(ctx, query))
  registerUnscopedEndpoint(app, deps, contract.checkBooks, async () => {
    await auditBooks(deps)
    return booksState()
  })
}
