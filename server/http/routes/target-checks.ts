/** Targets that no name speaks for. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/target-checks.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import {
  approveTarget,
  listTargetChecks,
  refuseTarget,
} from '#server/services/payout-targets/check-target.ts'

export function targetCheckRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listTargetChecks, ({ ctx }) => listTargetChecks(ctx))
  registerEndpoint(app, deps, contract.approveTarget, ({ ctx, params, body }) =>
    approveTarget(ctx, params.id, body.note),
  )
  registerEndpoint(app, deps, contract.refuseTarget, ({ ctx, params, body }) =>
    refuseTarget(ctx, params.id, body.note),
  )
}
