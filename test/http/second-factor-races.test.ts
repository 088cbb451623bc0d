/** Two sessions of one person change the second factor at the same moment. */
import { describe, expect, it } from 'vitest'
import { Refusal } from '#core/errors.ts'
import type { UserCtx } from '#server/services/context.ts'
import { beginTotp, confirmTotp } from '#server/services/second-factor/enrol.ts'
import * as passkeys from '#server/services/second-factor/passkeys.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { atTheSameMoment, sessionCtx } from '#test/support/held-transaction.ts'
import {
  Authenticator,
  addPasskey,
  adminWithPasskey,
  beginPasskey,
  listPasskeys,
  showPasskey,
  signInWithPassword,
} from '#test/support/passkeys.ts'
import { teammate } from '#test/support/people.ts'
import { codeAt, SECOND_FACTOR } from '#test/support/second-factor.ts'

const settings = { ...testSettings, secondFactor: 'demanded' as const }
const app = useApp({ settings })

/** The work of a call of this session. */
const by =
  <T>(token: string, work: (ctx: UserCtx) => Promise<T>) =>
  async (tx: UserCtx['tx'], now: number): Promise<T> =>
    work(await sessionCtx({ tx, now, settings }, token))

const reasonOf = (result: PromiseSettledResult<unknown>): unknown => {
  const outcome = result.status === 'rejected' ? result.reason : result.value
  return outcome instanceof Refusal ? outcome.code : outcome
}

describe('at the same moment', () => {
  it('of two passkeys that are the only ones, one is removed', async () => {
    const { first, id } = await adminWithPasskey(app)
    const other = await addPasskey(app, first)
    const results = await atTheSameMoment(
      app,
      by(first, (ctx) => passkeys.removePasskey(ctx, id)),
      by(first, (ctx) => passkeys.removePasskey(ctx, other.id)),
    )
    expect(results.map(reasonOf)).toEqual([undefined, 'last_second_factor'])
    expect((await listPasskeys(app, first)).body).toHaveLength(1)
  })

  it('of two that take the tenth place, one has it, and the other is told that there is none', async () => {
    const { admin, first, authenticator } = await adminWithPasskey(app)
    for (let n = 1; n < 9; n += 1) await addPasskey(app, first)
    const { token: second } = await signInWithPassword(app, admin)
    await showPasskey(app, second, authenticator)
    const answerOf = async (token: string) =>
      new Authenticator().create((await beginPasskey(app, token)).body)
    const [answer, otherAnswer] = [await answerOf(first), await answerOf(second)]
    const results = await atTheSameMoment(
      app,
      by(first, (ctx) => passkeys.addPasskey(ctx, answer)),
      by(second, (ctx) => passkeys.addPasskey(ctx, otherAnswer)),
    )
    expect(reasonOf(results[1])).toBe('limit_reached')
    expect((await listPasskeys(app, first)).body).toHaveLength(10)
  })

  it('whoever knows the password alone cannot set up an app beside the first one', async () => {
    const admin = await teammate(app, 'Admin')
    const { token: owner } = await signInWithPassword(app, admin)
    const { token: thief } = await signInWithPassword(app, admin)
    const { body } = await app.call('POST', `${SECOND_FACTOR}/totp`, { token: owner })
    const code = codeAt(body.key)
    const results = await atTheSameMoment(
      app,
      by(owner, (ctx) => confirmTotp(ctx, code)),
      by(thief, beginTotp),
    )
    expect([results[0].status, reasonOf(results[1])]).toEqual(['fulfilled', 'second_factor'])
    const { rows } = await app.db.ownerPool.query('select pending_secret from totp where user_id = $1', [
      admin.id,
    ])
    expect(rows).toEqual([{ pending_secret: null }])
  })

  it('whoever knows the password alone cannot add a passkey beside the first app', async () => {
    const admin = await teammate(app, 'Admin')
    const { token: owner } = await signInWithPassword(app, admin)
    const { token: thief } = await signInWithPassword(app, admin)
    const { body } = await app.call('POST', `${SECOND_FACTOR}/totp`, { token: owner })
    const answer = new Authenticator().create((await beginPasskey(app, thief)).body)
    const code = codeAt(body.key)
    const results = await atTheSameMoment(
      app,
      by(owner, (ctx) => confirmTotp(ctx, code)),
      by(thief, (ctx) => passkeys.addPasskey(ctx, answer)),
    )
    expect([results[0].status, reasonOf(results[1])]).toEqual(['fulfilled', 'second_factor'])
    expect((await listPasskeys(app, owner)).body).toEqual([])
  })
})
