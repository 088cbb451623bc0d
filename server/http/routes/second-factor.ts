/** The team's second factor: setting it up, and showing it. */
import type { FastifyInstance } from 'fastify'
import * as passkeyContract from '#core/contract/passkeys.ts'
import * as contract from '#core/contract/second-factor.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { confirmSecondFactor } from '#server/services/second-factor/confirm.ts'
import {
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  secondFactorState,
} from '#server/services/second-factor/enrol.ts'
import * as passkeys from '#server/services/second-factor/passkeys.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.getSecondFactor, ({ ctx }) => secondFactorState(ctx))
  registerEndpoint(app, deps, contract.beginTotp, ({ ctx }) => beginTotp(ctx))
  registerEndpoint(app, deps, contract.confirmTotp, ({ ctx, body }) => confirmTotp(ctx, body.code))
  registerEndpoint(app, deps, contract.confirmSecondFactor, ({ ctx, body }) =>
    confirmSecondFactor(ctx, body.code, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.newRecoveryCodes, ({ ctx }) => renewRecoveryCodes(ctx))
}

export function passkeyRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, passkeyContract.listPasskeys, ({ ctx }) => passkeys.listPasskeys(ctx))
  registerEndpoint(app, deps, passkeyContract.beginPasskey, ({ ctx }) => passkeys.beginPasskey(ctx))
  registerEndpoint(app, deps, passkeyContract.addPasskey, ({ ctx, body }) => passkeys.addPasskey(ctx, body))
  registerEndpoint(app, deps, passkeyContract.removePasskey, async ({ ctx, params }) => {
    await passkeys.removePasskey(ctx, params.id)
    return undefined
  })
  registerEndpoint(app, deps, passkeyContract.beginPasskeyConfirm, ({ ctx }) =>
    passkeys.beginPasskeyConfirm(ctx),
  )
  registerEndpoint(app, deps, passkeyContract.confirmPasskey, ({ ctx, body }) =>
    passkeys.confirmPasskey(ctx, body, deps.rateLimitFactor),
  )
}
