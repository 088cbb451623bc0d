import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/auth.ts'
import { Refusal } from '../../../core/errors.ts'
import { normalisePhone } from '../../../core/fields.ts'
import { MINUTE_MS } from '../../../core/time.ts'
import { hashPassword, isPassword } from '../../passwords.ts'
import { countHit } from '../../repositories/rate-limits.ts'
import { findUserByPhone, listSellers } from '../../repositories/users.ts'
import { deviceOf } from '../../services/account/device.ts'
import { register } from '../../services/accounts/register.ts'
import { confirmReset, requestReset } from '../../services/accounts/reset.ts'
import { endSession, openSession, presentSessionUser, presentUser } from '../../services/accounts/session.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount, mountOpen, tokenOf } from '../mount.ts'

/** Tries a minute for one phone, from wherever they come: passwords are not guessed from many addresses either. */
const LOGINS_PER_PHONE = 10

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  mountOpen(app, deps, contract.register, async ({ body, transact, request }) => {
    const device = deviceOf(request.headers['user-agent'])
    const { password, ...fields } = body
    const password_hash = await hashPassword(password)
    return transact(async (ctx) => {
      const user = await register(ctx, { ...fields, password_hash })
      return { token: await openSession(ctx, user.id, { remember: false, device }), user: presentUser(user) }
    })
  })

  mountOpen(app, deps, contract.login, async ({ body, transact, request, reply }) => {
    const device = deviceOf(request.headers['user-agent'])
    const phone = normalisePhone(body.phone_number)
    const tries = await transact((ctx) => countHit(ctx.tx, `login ${phone}`, MINUTE_MS))
    if (tries.current > LOGINS_PER_PHONE * deps.rateLimitFactor) {
      reply.header('retry-after', String(Math.ceil(tries.ttl / 1_000)))
      throw new Refusal('rate_limited')
    }
    const user = await transact((ctx) =>
      phone === null ? Promise.resolve(undefined) : findUserByPhone(ctx.tx, phone),
    )
    const isRight = await isPassword(user?.password_hash ?? null, body.password)
    if (!user || !isRight) throw new Refusal('bad_credentials')
    const token = await transact((ctx) =>
      openSession(ctx, user.id, { remember: body.remember_me ?? false, device }),
    )
    return { token, user: presentUser(user) }
  })

  mount(app, deps, contract.logout, async ({ ctx, request }) => {
    await endSession(ctx, tokenOf(request) ?? '')
    return undefined
  })

  mount(app, deps, contract.currentUser, async ({ ctx }) => presentSessionUser(ctx.user))

  mount(app, deps, contract.sellers, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listSellers(ctx.tx, query)
    pageHeaders(request, reply, query, total)
    return rows.map((row) => ({ phone_number: row.phone_number, business_name: row.business_name ?? '' }))
  })

  mount(app, deps, contract.requestReset, async ({ ctx, body }) => {
    await requestReset(ctx, body.email)
    return undefined
  })

  mountOpen(app, deps, contract.confirmReset, async ({ body, transact }) => {
    const passwordHash = await hashPassword(body.new_password)
    await transact((ctx) => confirmReset(ctx, { uid: body.uid, token: body.token, passwordHash }))
    return undefined
  })
}
