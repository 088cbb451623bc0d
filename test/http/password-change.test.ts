/** A new password while signed in: with the old one, told by mail, and everybody else is out. */
import { describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { PASSWORD, type Person, person, teammate } from '#test/support/people.ts'
import { earlier, enrol, isRefused, showSecondFactor } from '#test/support/second-factor.ts'

const app = useApp()
const FRESH = 'Fresh@2027'

const change = (token: string, password: string, next = FRESH) =>
  app.call('POST', '/api/account/password', { token, body: { password, new_password: next } })
const signIn = ({ phone }: Person, password: string) =>
  app.call('POST', '/api/auth/login', { body: { phone_number: phone, password } })
const isSignedIn = async (token: string): Promise<boolean> =>
  (await app.call('GET', '/api/auth/user', { token })).status === 200

describe('a password that its owner changes', () => {
  it('takes the old one, signs every other device out, and a mail says so', async () => {
    const owner = await person(app, 'Buyer')
    const { token: other } = (await signIn(owner, PASSWORD)).body
    expect((await change(owner.token, PASSWORD)).status).toBe(204)
    expect([await isSignedIn(owner.token), await isSignedIn(other)]).toEqual([true, false])
    expect((await signIn(owner, PASSWORD)).status).toBe(401)
    expect((await signIn(owner, FRESH)).status).toBe(200)
    const mail = await new Mailbox(app).last(owner)
    expect(mail.subject).toBe('Your password was changed')
    expect(mail.text).not.toContain(FRESH)
    const { rows } = await app.db.ownerPool.query(
      `select after from audit_event where action = 'password_changed' and actor_id = $1`,
      [owner.id],
    )
    expect(rows).toEqual([{ after: { how: 'signed in' } }])
  })

  it('stays as it is when the old one is wrong or the new one is none', async () => {
    const owner = await person(app, 'Seller')
    const wrong = await change(owner.token, 'Wrong@2026')
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['password']])
    const weak = await change(owner.token, PASSWORD, 'short')
    expect([weak.status, Object.keys(weak.body)]).toEqual([400, ['new_password']])
    expect((await signIn(owner, PASSWORD)).status).toBe(200)
  })

  it('voids the links that were mailed before', async () => {
    const owner = await person(app, 'Client')
    await app.call('POST', '/auth/users/reset_password/', { body: { email: owner.email } })
    await app.call('POST', '/api/auth/sign-in-link', { body: { email: owner.email } })
    await change(owner.token, PASSWORD)
    const { rows } = await app.db.ownerPool.query(
      `select 1 from password_reset where user_id = $1 and used_at is null
       union all select 1 from sign_in_link where user_id = $1 and used_at is null`,
      [owner.id],
    )
    expect(rows).toEqual([])
  })

  it('is one of two that come at the same moment', async () => {
    const owner = await person(app, 'Buyer')
    const passwords = ['First@2027', 'Second@2027']
    const replies = await Promise.all(passwords.map((next) => change(owner.token, PASSWORD, next)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
    const winner = passwords[replies.findIndex(({ status }) => status === 204)] ?? ''
    expect((await signIn(owner, winner)).status).toBe(200)
  })
})

describe('a password of the team', () => {
  it('asks for the second factor of the last minutes', async () => {
    const admin = await teammate(app, 'Admin')
    const enrolled = await enrol(app, admin.token)
    await earlier(app, admin, 'second_factor_at', '16 minutes')
    expect(isRefused(await change(admin.token, PASSWORD))).toBe(true)
    await showSecondFactor(app, admin, enrolled)
    expect((await change(admin.token, PASSWORD)).status).toBe(204)
  })
})

describe('where common passwords are refused', () => {
  const strict = useApp({ settings: { ...testSettings, passwords: 'uncommon' } })
  it('a change to one is too', async () => {
    const owner = await person(strict, 'Buyer', { password: 'Zx7!qLmw93' })
    const reply = await strict.call('POST', '/api/account/password', {
      token: owner.token,
      body: { password: 'Zx7!qLmw93', new_password: 'Password1!' },
    })
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['new_password']])
  })
})
