/** The account: profile, sessions, data export, deletion. */
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/account.ts'
import { getPayeeAccount, submitPayeeAccount } from '#core/contract/payee-account.ts'
import { getPayoutTarget, setPayoutTarget } from '#core/contract/payout-target.ts'
import { toIso } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { tokenOf } from '#server/http/credentials.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { changePassword } from '#server/services/account/change-password.ts'
import { updateProfile } from '#server/services/account/profile.ts'
import { addRole, switchRole } from '#server/services/account/roles.ts'
import { endMySession, endOtherSessions, listMySessions } from '#server/services/account/sessions.ts'
import { payeeAccountState } from '#server/services/deal/payee-account.ts'
import { resumeAfterNumber } from '#server/services/money/resume-payouts.ts'
import { submitAccount } from '#server/services/payee-accounts/submit.ts'
import { setTarget } from '#server/services/payout-targets/set-target.ts'
import { payoutTargetState } from '#server/services/payout-targets/state.ts'
import { deleteAccount } from '#server/services/privacy/delete-account.ts'
import { exportMyData } from '#server/services/privacy/export-my-data.ts'

export function accountRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const limitFactor = deps.rateLimitFactor
  const profile = { limitFactor, onNumberChanged: resumeAfterNumber }
  registerUnscopedEndpoint(app, deps, contract.updateProfile, ({ inTransaction, body }) =>
    updateProfile(inTransaction, body, profile),
  )
  registerUnscopedEndpoint(app, deps, contract.changePassword, async ({ inTransaction, body }) => {
    const { password, new_password: newPassword } = body
    await changePassword(inTransaction, { password, newPassword, limitFactor })
    return undefined
  })
  registerUnscopedEndpoint(app, deps, contract.addRole, ({ inTransaction, body }) =>
    addRole(inTransaction, body, profile),
  )
  registerEndpoint(app, deps, contract.switchRole, ({ ctx, body }) => switchRole(ctx, body.user_type[0]))
  registerEndpoint(app, deps, getPayoutTarget, ({ ctx }) => payoutTargetState(ctx))
  registerUnscopedEndpoint(app, deps, setPayoutTarget, ({ inTransaction, body }) =>
    setTarget(inTransaction, { rail: deps.rails.get(deps.settings.provider), limitFactor }, body),
  )

  const accepted = deps.rails.get(deps.settings.provider)?.holds?.accounts.businessTypes ?? []
  registerEndpoint(app, deps, getPayeeAccount, ({ ctx }) => payeeAccountState(ctx, accepted))
  registerUnscopedEndpoint(app, deps, submitPayeeAccount, ({ inTransaction, body }) =>
    submitAccount(inTransaction, { limitFactor, accepted }, body),
  )

  registerEndpoint(app, deps, contract.listSessions, ({ ctx, request }) =>
    listMySessions(ctx, tokenOf(request) ?? ''),
  )
  registerEndpoint(app, deps, contract.endMySession, async ({ ctx, params }) => {
    await endMySession(ctx, params.id)
    return undefined
  })
  registerEndpoint(app, deps, contract.endOtherSessions, async ({ ctx, request }) => {
    await endOtherSessions(ctx, tokenOf(request) ?? '')
    return undefined
  })

  registerUnscopedEndpoint(app, deps, contract.exportMyData, async ({ inTransaction, request, reply }) => {
    const data = await exportMyData(inTransaction, tokenOf(request) ?? '')
    reply.header('content-disposition', create(`my-data-${data.made_at.slice(0, 10)}.json`))
    return data
  })

  registerUnscopedEndpoint(app, deps, contract.deleteAccount, async ({ inTransaction, body, request }) => {
    const keptUntil = await deleteAccount(inTransaction, { password: body.password, limitFactor })
    const message = m.account_delete_done({}, { locale: localeOf(request) })
    return {
      deleted: true as const,
      kept: [...contract.RETAINED_RECORDS],
      kept_until: toIso(keptUntil),
      message,
    }
  })
}
