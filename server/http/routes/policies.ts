/** Versions of the policy. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/policies.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { sampleDeals } from '#server/services/deals/sample-deals.ts'
import { changedAgreementRules } from '#server/services/documents/policy-changes.ts'
import { changedDealMessages } from '#server/services/notifications/policy-changes.ts'
import {
  approvePolicy,
  presentPolicies,
  previewedPolicies,
  proposePolicy,
  rejectPolicy,
} from '#server/services/policies/proposals.ts'

export function policyRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listPolicies, ({ ctx }) => presentPolicies(ctx))
  registerUnscopedEndpoint(app, deps, contract.previewPolicy, async ({ body, inTransaction }) => {
    const { before, after, now } = await inTransaction((ctx) => previewedPolicies(ctx, body.figures))
    // all pages are rendered for it: no transaction waits for that
    const deals = { before: sampleDeals(before, now), after: sampleDeals(after, now) }
    const pages = (await deps.site?.changesUnder({ before, after, now, deals })) ?? []
    return {
      sentences: [
        ...pages,
        ...changedAgreementRules(before, after),
        ...changedDealMessages(before, after, now),
      ],
    }
  })
  registerEndpoint(app, deps, contract.proposePolicy, ({ ctx, body }) => proposePolicy(ctx, body))
  registerEndpoint(app, deps, contract.approvePolicy, ({ ctx, params }) => approvePolicy(ctx, params.id))
  registerEndpoint(app, deps, contract.rejectPolicy, ({ ctx, params }) => rejectPolicy(ctx, params.id))
}
