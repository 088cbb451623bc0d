/** A passkey beside an authenticator app, the list of them, and what is removed. */
import { describe, expect, it } from 'vitest'
import { resetSecondFactor } from '#server/services/team/manage.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import {
  Authenticator,
  addPasskey,
  adminWithPasskey,
  auditedAfter,
  beginConfirm,
  beginPasskey,
  listPasskeys,
  removePasskey,
  sendPasskey,
  showPasskey,
  signInWithPassword,
} from '#test/support/passkeys.ts'
import { type Person, teammate } from '#test/support/people.ts'
import {
  codeAt,
  confirmCode,
  earlier,
  enrol,
  isRefused,
  SECOND_FACTOR,
  showSecondFactor,
} from '#test/support/second-factor.ts'

const settings = { ...testSettings, secondFactor: 'demanded' as const }
const app = useApp({ settings })

const signIn = (who: Person) => signInWithPassword(app, who)
const withPasskey = () => adminWithPasskey(app)
const audit = (who: Person, action: string) => auditedAfter(app, who, action)

describe('beside an authenticator app', () => {
  it('a passkey is added by a session that has shown a second factor lately, never by the password alone', async () => {
    const admin = await teammate(app, 'Admin')
    const { token: first } = await signIn(admin)
    const enrolled = await enrol(app, first)
    const { body: options } = await beginPasskey(app, first)
    const answer = new Authenticator().create(options)
    await earlier(app, admin, 'second_factor_at', '16 minutes')
    expect(isRefused(await beginPasskey(app, first))).toBe(true)
    expect(isRefused(await sendPasskey(app, first, answer))).toBe(true)
    const { token } = await signIn(admin)
    expect(isRefused(await beginPasskey(app, token))).toBe(true)
    await showSecondFactor(app, { ...admin, token: first }, enrolled)
    const { recoveryCodes, authenticator } = await addPasskey(app, first)
    expect(recoveryCodes).toEqual([])
    expect((await showPasskey(app, token, authenticator)).body).toMatchObject({
      totp: true,
      passkeys: 1,
      recovery_codes_left: 10,
    })
  })

  it('both open a session', async () => {
    const admin = await teammate(app, 'Admin')
    const { token: first } = await signIn(admin)
    const { key } = await enrol(app, first)
    const { authenticator } = await addPasskey(app, first)
    expect((await confirmCode(app, (await signIn(admin)).token, codeAt(key))).status).toBe(200)
    expect((await showPasskey(app, (await signIn(admin)).token, authenticator)).status).toBe(200)
  })

  it('an app cannot be set up with the password alone where there is a passkey', async () => {
    const { token } = await withPasskey()
    expect(isRefused(await app.call('POST', `${SECOND_FACTOR}/totp`, { token }))).toBe(true)
  })
})

describe('a list of passkeys', () => {
  it('shows when each was added and used, and no key', async () => {
    const { admin, first, id, authenticator } = await withPasskey()
    await showPasskey(app, first, authenticator)
    const { body } = await listPasskeys(app, first)
    expect(body).toEqual([{ id, device: null, created_at: expect.any(String), used_at: expect.any(String) }])
    expect(isRefused(await listPasskeys(app, (await signIn(admin)).token))).toBe(true)
  })

  it('has ten places', async () => {
    const { first } = await withPasskey()
    for (let n = 1; n < 10; n += 1) await addPasskey(app, first)
    expect((await listPasskeys(app, first)).body).toHaveLength(10)
    const { status, body } = await beginPasskey(app, first)
    expect([status, body.code]).toEqual([409, 'limit_reached'])
  })

  it('has ten places also for those who began before the tenth was added', async () => {
    const { admin, first, authenticator } = await withPasskey()
    for (let n = 1; n < 9; n += 1) await addPasskey(app, first)
    const tokens = [first]
    for (let n = 0; n < 2; n += 1) {
      const { token } = await signIn(admin)
      await showPasskey(app, token, authenticator)
      tokens.push(token)
    }
    const answers: [string, unknown][] = []
    for (const token of tokens)
      answers.push([token, new Authenticator().create((await beginPasskey(app, token)).body)])
    const replies = await Promise.all(answers.map(([token, answer]) => sendPasskey(app, token, answer)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a passkey that is removed', () => {
  it('opens nothing any more; the removal asks for the second factor again and is audited', async () => {
    const { admin, first, id, authenticator } = await withPasskey()
    const other = await addPasskey(app, first)
    await earlier(app, admin, 'second_factor_at', '16 minutes')
    expect(isRefused(await removePasskey(app, first, id))).toBe(true)
    expect((await showPasskey(app, first, other.authenticator)).status).toBe(200)
    expect((await removePasskey(app, first, id)).status).toBe(204)
    expect((await removePasskey(app, first, id)).status).toBe(404)
    const { token } = await signIn(admin)
    expect((await showPasskey(app, token, authenticator)).status).toBe(400)
    expect(await audit(admin, 'passkey_removed')).toHaveLength(1)
  })

  it('is not the last second factor', async () => {
    const { first, id } = await withPasskey()
    const { status, body } = await removePasskey(app, first, id)
    expect([status, body.code]).toEqual([409, 'last_second_factor'])
    const { id: second } = await addPasskey(app, first)
    const replies = await Promise.all([id, second].map((each) => removePasskey(app, first, each)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    await enrol(app, first)
    const { body: left } = await listPasskeys(app, first)
    expect((await removePasskey(app, first, left[0].id)).status).toBe(204)
  })

  it('is not a colleague’s', async () => {
    const { id } = await withPasskey()
    const { first } = await withPasskey()
    expect((await removePasskey(app, first, id)).status).toBe(404)
  })

  it('is gone when an operator resets the second factor', async () => {
    const { admin, authenticator } = await withPasskey()
    await app.db.runInTransaction((tx, now) => resetSecondFactor({ tx, now, settings }, admin.phone))
    const { token, second_factor } = await signIn(admin)
    expect([second_factor, (await beginConfirm(app, token)).status]).toEqual(['enrol', 409])
    const { body: options } = await beginPasskey(app, token)
    expect((await sendPasskey(app, token, authenticator.create(options))).status).toBe(201)
  })
})
