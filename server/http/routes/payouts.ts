/** Payouts for the team; and the sandbox's bank that sends one back. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/payouts.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { listTeamPayouts } from '#server/services/admin/payouts.ts'
import { liftFreeze } from '#server/services/money/freeze-payouts.ts'
import { confirmOutcome, rejectOutcome, stateOutcome } from '#server/services/money/payout-outcomes.ts'
import { releaseHold, resendPayout, returnSandboxPayout } from '#server/services/money/resume-payouts.ts'
import { confirmTarget, proposeTarget, withdrawTarget } from '#server/services/money/target-proposals.ts'

export function payoutRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listPayouts, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listTeamPayouts(ctx, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.resendPayout, async ({ ctx, params }) => {
    const { id, status } = await resendPayout(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.releaseHold, async ({ ctx, params }) => {
    const { id, status } = await releaseHold(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.stateOutcome, async ({ ctx, params, body }) => {
    const { id } = await stateOutcome(ctx, params.id, body)
    return { id, state: 'stated' as const }
  })
  registerEndpoint(app, deps, contract.confirmOutcome, async ({ ctx, params }) => {
    const { id, status } = await confirmOutcome(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.rejectOutcome, async ({ ctx, params }) => {
    const { id, status } = await rejectOutcome(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.proposeTarget, async ({ ctx, params, body }) => {
    const { id } = await proposeTarget(ctx, params.id, body)
    return { id, state: 'proposed' as const }
  })
  registerEndpoint(app, deps, contract.confirmTarget, async ({ ctx, params }) => {
    const { id, status } = await confirmTarget(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.withdrawTarget, async ({ ctx, params }) => {
    const { id, status } = await withdrawTarget(ctx, params.id)
    return { id, status }
  })
  registerEndpoint(app, deps, contract.liftFreeze, async ({ ctx, params }) => {
    await liftFreeze(ctx, params.id)
    return undefined
  })
}

export function sandboxPayoutRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.sandboxReturn, async ({ ctx, params }) => {
    await returnSandboxPayout(ctx, params.id)
    return { id: params.id, status: 'returned' as const }
  })
}
