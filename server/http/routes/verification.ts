/** Codes, changes of number and address, and what mailed links do. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/verification.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { listSandboxCodes } from '#server/services/demo/sandbox.ts'
import { changeContact, releasePhone } from '#server/services/verification/change-contact.ts'
import { confirmCode } from '#server/services/verification/confirm-code.ts'
import { followLink } from '#server/services/verification/links.ts'
import { keepPhone } from '#server/services/verification/refuse-claim.ts'
import { requestCode } from '#server/services/verification/request-code.ts'
import type { VerificationDependencies } from '#server/services/verification/send-code.ts'
import { verificationState } from '#server/services/verification/state.ts'

export function verificationRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { codeSenders, rateLimitFactor } = deps
  const using = ({ log }: FastifyRequest): VerificationDependencies => ({
    codeSenders,
    rateLimitFactor,
    warn: (words, detail) => log.warn({ detail }, words),
  })

  registerEndpoint(app, deps, contract.getVerification, ({ ctx }) => verificationState(ctx))
  registerUnscopedEndpoint(app, deps, contract.requestCode, ({ inTransaction, body, request }) =>
    requestCode(inTransaction, using(request), { kind: body.kind, purpose: 'prove' }),
  )
  registerUnscopedEndpoint(app, deps, contract.confirmCode, ({ inTransaction, body, request }) =>
    confirmCode(inTransaction, using(request), body),
  )
  registerUnscopedEndpoint(app, deps, contract.changePhone, async ({ inTransaction, body, request }) => {
    const { phone_number: value, password, old_number_lost: oldNumberLost } = body
    await changeContact(inTransaction, using(request), { kind: 'phone', value, password, oldNumberLost })
    return inTransaction(verificationState)
  })
  registerUnscopedEndpoint(app, deps, contract.releasePhone, async ({ inTransaction, body, request }) => {
    await releasePhone(inTransaction, using(request), body.code)
    return inTransaction(verificationState)
  })
  registerUnscopedEndpoint(app, deps, contract.keepPhone, async ({ inTransaction, body }) => {
    await keepPhone(inTransaction, { password: body.password, limitFactor: rateLimitFactor })
    return inTransaction(verificationState)
  })
  registerUnscopedEndpoint(app, deps, contract.changeEmail, async ({ inTransaction, body, request }) => {
    const { email: value, password } = body
    await changeContact(inTransaction, using(request), {
      kind: 'email',
      value,
      password,
      oldNumberLost: false,
    })
    return inTransaction(verificationState)
  })
  registerEndpoint(app, deps, contract.followLink, async ({ ctx, body }) => {
    await followLink(ctx, body)
    return { done: body.action }
  })
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** A proxy on this machine that nobody has named speaks for whoever is behind it. */
const isLocal = ({ ip, headers }: FastifyRequest, { trustedProxies }: AppDependencies): boolean =>
  LOOPBACK.test(ip) &&
  (trustedProxies.length > 0 || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined)

/** With the sandbox alone. */
export function sandboxCodeRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.sandboxCodes, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listSandboxCodes(ctx, query, { isLocal: isLocal(request, deps) })
    pageHeaders(request, reply, query, total)
    return rows
  })
}
