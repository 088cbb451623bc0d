/** My account: profile, devices, a copy of my data, and its end. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/account.ts'
import { invalid } from '../../../core/errors.ts'
import { toIso } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { isPassword } from '../../passwords.ts'
import { findUser } from '../../repositories/users.ts'
import { deleteAccount } from '../../services/account/delete.ts'
import { exportMine } from '../../services/account/export.ts'
import { updateProfile } from '../../services/account/profile.ts'
import { endMySession, endOtherSessions, listMySessions } from '../../services/account/sessions.ts'
import type { Deps } from '../deps.ts'
import { mount, mountOpen, tokenOf } from '../mount.ts'
import { localeOf } from '../plugins/errors.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.updateProfile, ({ ctx, body }) => updateProfile(ctx, body))

  mount(app, deps, contract.listSessions, ({ ctx, request }) => listMySessions(ctx, tokenOf(request) ?? ''))
  mount(app, deps, contract.endMySession, async ({ ctx, params }) => {
    await endMySession(ctx, params.id)
    return undefined
  })
  mount(app, deps, contract.endOtherSessions, async ({ ctx, request }) => {
    await endOtherSessions(ctx, tokenOf(request) ?? '')
    return undefined
  })

  mountOpen(app, deps, contract.exportMine, async ({ transact, request, reply }) => {
    const mine = await exportMine(transact, tokenOf(request) ?? '')
    reply.header('content-disposition', `attachment; filename="my-data-${mine.made_at.slice(0, 10)}.json"`)
    return mine
  })

  mountOpen(app, deps, contract.deleteAccount, async ({ transact, body, request }) => {
    const user = await transact((ctx) => findUser(ctx.tx, ctx.user.id))
    if (!(await isPassword(user?.password_hash ?? null, body.password)))
      throw invalid({ password: ['wrong_password'] })
    const { keptUntil } = await transact(deleteAccount)
    const message = m.account_delete_done({}, { locale: localeOf(request) })
    return { deleted: true as const, kept: [...contract.KEPT], kept_until: toIso(keptUntil), message }
  })
}
