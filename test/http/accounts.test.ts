/** Accounts: sign up, sign in, sign out, reset; what each refuses, and in which words (spec §5, §7). */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { PASSWORD, person, teammate } from '#test/support/people.ts'

const app = useApp()

const form = {
  phone_number: '+91 98111-00001',
  email: 'New@Example.com',
  first_name: 'आशा',
  last_name: 'Rao',
  user_type: ['Buyer'],
  password: PASSWORD,
}
const register = (over: Record<string, unknown> = {}) =>
  app.call('POST', '/api/auth/register', { body: { ...form, ...over } })
const login = (phone_number: unknown, password: unknown, more = {}) =>
  app.call('POST', '/api/auth/login', { body: { phone_number, password, ...more } })

describe('register', () => {
  it.each([
    ['first_name', 'R2', 'This field accept text only.'],
    ['first_name', 'Abcdefghijk', 'Maximum length of 10 exceeded!'],
    ['last_name', '', 'Please fill this in.'],
    ['email', 'not-an-email', 'Please enter a valid email'],
    ['phone_number', '12345', 'Please enter a valid phone number. i.e: xxxxx-xxxxx'],
    ['user_type', ['Admin'], 'Please select a value'],
    ['user_type', [], 'Please select a value'],
    ['password', 'short', /^Enter Valid Password - Atleast one upper character/],
  ])('%s %j is refused beside its field', async (field, value, message) => {
    const { status, body } = await register({ [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual([field])
    expect(body[field][0]).toMatch(message)
  })
  it.each([
    ['hi', 'hi'],
    ['en', 'en'],
    ['fr', 'en'],
  ])('on a page in %s, the mails come in %s', async (page, locale) => {
    const body = {
      ...form,
      phone_number: `98111002${page.length}${page.charCodeAt(0) % 10}`,
      email: `${page}@example.com`,
    }
    const reply = await app.call('POST', '/api/auth/register', { body, headers: { 'accept-language': page } })
    expect(reply.status).toBe(201)
    const [row] = await app.query('select locale from app_user where id = $1', [reply.body.user.id])
    expect(row.locale).toBe(locale)
  })
  it('asks a Seller for business name and payment number', async () => {
    const { status, body } = await register({ user_type: ['Seller'] })
    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual(['business_name', 'payment_number'])
  })
  it('opens an account, normalised, and never shows a secret', async () => {
    const { status, body } = await register({ is_admin: true, id: 7 })
    expect(status).toBe(201)
    expect(body.user).toEqual({
      id: expect.any(Number),
      first_name: 'आशा',
      last_name: 'Rao',
      email: 'new@example.com',
      phone_number: '9811100001',
      payment_number: null,
      business_name: null,
      user_type: ['Buyer'],
      phone_verified: false,
      email_verified: false,
    })
    const me = await app.call('GET', '/api/auth/user', { token: body.token })
    expect(me.body).toEqual(body.user)
    const { rows } = await app.db.ownerPool.query('select password_hash from app_user where id = $1', [
      body.user.id,
    ])
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
  it('phone and email are each taken once, also in a race', async () => {
    const { body } = await register({ email: 'other@example.com' })
    expect(Object.keys(body)).toEqual(['phone_number'])
    const both = await Promise.all(
      Array.from({ length: 8 }, () => register({ phone_number: '9811100009', email: 'race@example.com' })),
    )
    expect(both.filter((item) => item.status === 201)).toHaveLength(1)
    expect(both.filter((item) => item.status === 400)).toHaveLength(7)
  })
  it('answers in Hindi when asked to', async () => {
    const { body } = await app.call('POST', '/api/auth/register', {
      body: { ...form, email: 'x' },
      headers: { 'accept-language': 'hi-IN,hi;q=0.9' },
    })
    expect(body.email[0]).toMatch(/[\u0900-\u097f]/)
  })
})

describe('sign in and out', () => {
  it('the same words for an unknown phone as for a wrong password', async () => {
    const user = await person(app, 'Buyer')
    const wrong = await login(user.phone, 'Wrong@2026')
    const unknown = await login('9899999999', PASSWORD)
    const garbage = await login('hello', PASSWORD)
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ non_field_errors: ['The phone number or the password is wrong.'] })
    for (const other of [unknown, garbage])
      expect([other.status, other.body]).toEqual([wrong.status, wrong.body])
  })
  it('the token is dead after logout, and only its hash was ever stored', async () => {
    const user = await person(app, 'Client')
    const { body } = await login(`+91 ${user.phone}`, PASSWORD)
    const { rows } = await app.db.ownerPool.query("select encode(token_hash, 'hex') as hash from session")
    expect(rows.some((row) => row.hash.includes(body.token))).toBe(false)
    expect((await app.call('POST', '/api/auth/logout/', { token: body.token })).status).toBe(204)
    expect((await app.call('GET', '/api/auth/user', { token: body.token })).status).toBe(401)
    expect((await app.call('GET', '/api/auth/user', { token: user.token })).status).toBe(200)
  })
  it('12 hours, or 30 days when remembered', async () => {
    const user = await person(app, 'Buyer')
    await login(user.phone, PASSWORD, { remember_me: true })
    const { rows } = await app.db.ownerPool.query(
      `select remember, round(extract(epoch from expires_at - created_at) / 3600)::int as hours
         from session where user_id = $1 order by hours`,
      [user.id],
    )
    expect(rows).toEqual([
      { remember: false, hours: 12 },
      { remember: true, hours: 720 },
    ])
  })
  it.each(['', 'Token', 'Token nonsense', 'Basic abc', 'Token '.padEnd(200, 'x')])(
    'refuses %j',
    async (authorization) => {
      const { status, body } = await app.call('GET', '/api/auth/user', { headers: { authorization } })
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    },
  )
})

describe('password reset', () => {
  const ask = (email: string) => app.call('POST', '/auth/users/reset_password/', { body: { email } })
  const confirm = (body: unknown) => app.call('POST', '/auth/users/reset_password_confirm/', { body })
  const linkFor = async (email: string) => {
    const { body } = await app.call('GET', `/api/sandbox/mail?search=${email}`)
    return /\/password\/reset\/confirm\/([\w-]+)\/([\w-]+)/.exec(body[0].text)
  }
  const next = { new_password: 'Fresh@2027', re_new_password: 'Fresh@2027' }

  it('tells nobody whether an account exists', async () => {
    expect((await ask('nobody@example.com')).status).toBe(204)
    expect((await ask('nonsense')).status).toBe(400)
  })
  it('works once and ends every session', async () => {
    const user = await person(app, 'Buyer')
    expect((await ask(user.email.toUpperCase())).status).toBe(204)
    const [, uid, token] = (await linkFor(user.email)) ?? []
    const differ = await confirm({ uid, token, ...next, re_new_password: 'x' })
    expect(differ.body).toEqual({ re_new_password: ['Passwords do not match'] })
    expect((await confirm({ uid, token, ...next })).status).toBe(204)
    expect((await app.call('GET', '/api/auth/user', { token: user.token })).status).toBe(401)
    expect((await login(user.phone, PASSWORD)).status).toBe(401)
    expect((await login(user.phone, 'Fresh@2027')).status).toBe(200)
    expect(Object.keys((await confirm({ uid, token, ...next })).body)).toEqual(['token'])
  })
  it('is no use with another’s id or after an hour', async () => {
    const [first, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    await ask(first.email)
    await ask(second.email)
    const [, , token] = (await linkFor(first.email)) ?? []
    const [, otherUid, otherToken] = (await linkFor(second.email)) ?? []
    expect((await confirm({ uid: otherUid, token, ...next })).status).toBe(400)
    await app.db.ownerPool.query("update password_reset set expires_at = now() - interval '1 second'")
    expect((await confirm({ uid: otherUid, token: otherToken, ...next })).status).toBe(400)
  })
})

describe('lists', () => {
  it('sellers are found by name, by signed-in people alone', async () => {
    const seller = await person(app, 'Seller', { business_name: 'Zari House' })
    const buyer = await person(app, 'Buyer')
    expect((await app.call('GET', '/api/auth/sellers/')).status).toBe(401)
    const { body, headers } = await app.call('GET', '/api/auth/sellers/?search=zari', { token: buyer.token })
    expect(body).toEqual([{ phone_number: seller.phone, business_name: 'Zari House' }])
    expect(headers['x-total-count']).toBe('1')
  })
  it('their numbers are for buyers: others see the end', async () => {
    const seller = await person(app, 'Seller', { business_name: 'Zardozi House' })
    for (const role of ['Seller', 'Client', 'Service_Provider'] as const) {
      const { token } = await person(app, role)
      const { status, body } = await app.call('GET', '/api/auth/sellers/?search=zardozi', { token })
      expect([status, body]).toEqual([
        200,
        [{ phone_number: `••••${seller.phone.slice(-4)}`, business_name: 'Zardozi House' }],
      ])
    }
  })
  it('the grids are the team’s', async () => {
    const team = await teammate(app, 'Admin')
    const buyer = await person(app, 'Buyer')
    for (const path of ['users', 'transactions']) {
      const url = `/api/auth/thirdview/${path}/?page_size=2`
      expect((await app.call('GET', url)).status).toBe(401)
      expect((await app.call('GET', url, { token: buyer.token })).status).toBe(403)
      expect((await app.call('GET', url, { token: team.token })).status).toBe(200)
    }
    const { body, headers } = await app.call('GET', '/api/auth/thirdview/users/?page_size=2', {
      token: team.token,
    })
    expect(body).toHaveLength(2)
    expect(Object.keys(body[0])).not.toContain('password_hash')
    expect(String(headers.link)).toContain('rel="next"')
  })
})
