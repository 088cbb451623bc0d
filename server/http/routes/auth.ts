import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/auth.ts'
import { tokenOf } from '#server/http/credentials.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { logIn } from '#server/services/account/log-in.ts'
import { register } from '#server/services/account/register.ts'
import { confirmReset, requestReset } from '#server/services/account/reset-password.ts'
import { listSellersToChoose } from '#server/services/account/sellers.ts'
import { endSession, presentSessionUser } from '#server/services/account/session.ts'
import { confirmSignInLink, requestSignInLink } from '#server/services/account/sign-in-link.ts'
import { takeOutAccount } from '#server/services/money/take-out-account.ts'

export function authRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerUnscopedEndpoint(app, deps, contract.register, ({ body, inTransaction, request }) =>
    register(inTransaction, body, localeOf(request)),
  )
  registerUnscopedEndpoint(app, deps, contract.login, ({ body, inTransaction }) => {
    const { phone_number: phone, password, remember_me: remember = false } = body
    return logIn(inTransaction, { phone, password, remember }, deps.rateLimitFactor)
  })
  registerEndpoint(app, deps, contract.requestSignInLink, async ({ ctx, body }) => {
    await requestSignInLink(ctx, body, deps.rateLimitFactor)
    return undefined
  })
  registerEndpoint(app, deps, contract.confirmSignInLink, ({ ctx, body }) =>
    confirmSignInLink(ctx, body.token),
  )
  registerEndpoint(app, deps, contract.logout, async ({ ctx, request }) => {
    await endSession(ctx, tokenOf(request) ?? '')
    return undefined
  })
  registerEndpoint(app, deps, contract.currentUser, async ({ ctx }) => presentSessionUser(ctx.user))

  registerEndpoint(app, deps, contract.sellers, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listSellersToChoose(ctx, deps.reads, query)
    pageHeaders(request, reply, query, total)
    return rows
  })
  registerEndpoint(app, deps, contract.requestReset, async ({ ctx, body }) => {
    await requestReset(ctx, body.email, deps.rateLimitFactor)
    return undefined
  })
  registerUnscopedEndpoint(app, deps, contract.confirmReset, async ({ body, inTransaction }) => {
    const { uid, token, new_password: password } = body
    await confirmReset(inTransaction, {
      ...{ uid, token, password, limitFactor: deps.rateLimitFactor },
      takeOutAccount: (ctx, userId) => takeOutAccount(ctx, userId, 'reset'),
    })
    return undefined
  })
}
