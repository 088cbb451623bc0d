/** The team's second factor: set up, shown, used once, limited, and what a session without it may do. */
import { describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { PASSWORD, type Person, person, teammate } from '#test/support/people.ts'
import { codeAt, confirmCode, earlier, enrol, SECOND_FACTOR } from '#test/support/second-factor.ts'

const demanded = { ...testSettings, secondFactor: 'demanded' as const }
const app = useApp({ settings: demanded, rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] }, 'test')

const from = (address: string) => ({ 'x-forwarded-for': address })
const HOME = from('203.0.113.1')

async function signIn({ phone }: Person, headers = HOME) {
  const { status, body } = await app.call('POST', '/api/auth/login', {
    body: { phone_number: phone, password: PASSWORD },
    headers,
  })
  expect(status).toBe(200)
  return body
}
const audit = async (who: Person) =>
  (
    await app.db.pool.query('select action from audit_event where actor_id = $1 order by id', [who.id])
  ).rows.map(({ action }) => action)

describe('where the second factor is demanded', () => {
  it('a sign-in without one says that it is to be set up, and nothing else works until then', async () => {
    const admin = await teammate(app, 'Admin')
    const { token, second_factor } = await signIn(admin)
    expect(second_factor).toBe('enrol')
    for (const [method, url] of [
      ['GET', '/api/admin/overview'],
      ['GET', '/api/auth/user'],
      ['GET', '/api/deals'],
      ['GET', '/api/account/sessions'],
      ['POST', `${SECOND_FACTOR}/recovery-codes`],
    ] as const) {
      const { status, body } = await app.call(method, url, { token })
      expect([url, status, body.code, body.second_factor]).toEqual([url, 403, 'second_factor', 'enrol'])
      expect(body.message).toMatch(/authenticator app/)
    }
    const { recoveryCodes } = await enrol(app, token)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await app.call('GET', '/api/admin/overview', { token })).status).toBe(200)
    expect(await audit(admin)).toContain('second_factor_enrolled')
  })

  it('the next sign-in asks for a code, and the password alone cannot set up another app', async () => {
    const admin = await teammate(app, 'Admin')
    const enrolled = await enrol(app, (await signIn(admin)).token)
    const { token, second_factor } = await signIn(admin)
    expect(second_factor).toBe('confirm')
    for (const url of [`${SECOND_FACTOR}/totp`, `${SECOND_FACTOR}/totp/confirm`])
      expect((await app.call('POST', url, { token, body: { code: '123456' } })).status).toBe(403)
    expect((await confirmCode(app, token, codeAt(enrolled.key))).body).toMatchObject({
      passed: true,
      recovery_codes_left: 10,
    })
    expect((await app.call('GET', '/api/admin/overview', { token })).status).toBe(200)
    expect(await audit(admin)).toContain('second_factor_passed')
  })

  it('its key and the recovery codes are nowhere to be read, whatever idempotency key was sent', async () => {
    const { token } = await signIn(await teammate(app, 'Admin'))
    const call = (path: string, key: string, body: unknown = {}) =>
      app.call('POST', `${SECOND_FACTOR}/${path}`, { token, body, headers: { 'idempotency-key': key } })
    const { key } = (await call('totp', 'begin')).body
    const { recovery_codes: first } = (await call('totp/confirm', 'confirm', { code: codeAt(key) })).body
    const { recovery_codes: second } = (await call('recovery-codes', 'renew')).body
    expect([key, ...first, ...second].every((secret) => secret.length > 8)).toBe(true)
    const { rows } = await app.db.ownerPool.query('select body from idempotency')
    const stored = JSON.stringify(rows)
    expect([key, ...first, ...second].filter((secret) => stored.includes(secret))).toEqual([])
  })

  it('signing out works without it', async () => {
    const { token } = await signIn(await teammate(app))
    expect((await app.call('POST', '/api/auth/logout', { token })).status).toBe(204)
    expect((await app.call('GET', SECOND_FACTOR, { token })).status).toBe(401)
  })

  it('nobody but the team is asked', async () => {
    const buyer = await person(app, 'Buyer')
    const { token, second_factor } = await signIn(buyer)
    expect(second_factor).toBeUndefined()
    expect((await app.call('GET', '/api/deals', { token })).status).toBe(200)
    expect((await app.call('POST', `${SECOND_FACTOR}/totp`, { token })).status).toBe(403)
  })

  it('an app that was never confirmed counts for nothing', async () => {
    const admin = await teammate(app, 'Admin')
    const { token } = await signIn(admin)
    const { body } = await app.call('POST', `${SECOND_FACTOR}/totp`, { token })
    const wrong = await app.call('POST', `${SECOND_FACTOR}/totp/confirm`, { token, body: { code: '000000' } })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['code']])
    expect((await signIn(admin)).second_factor).toBe('enrol')
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Amanat:/)
    expect(body.qr).toMatch(/<svg/)
  })
})

describe('a code', () => {
  it('works once, also when it comes 8 times at once', async () => {
    const admin = await teammate(app, 'Admin')
    const { key } = await enrol(app, (await signIn(admin)).token)
    const { token } = await signIn(admin)
    const code = codeAt(key)
    const replies = await Promise.all(Array.from({ length: 8 }, () => confirmCode(app, token, code, HOME)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await confirmCode(app, (await signIn(admin)).token, code, HOME)).status).not.toBe(200)
  })

  it('of the next step is taken, of the one after it and of a used earlier one is not', async () => {
    const admin = await teammate(app, 'Admin')
    const { key } = await enrol(app, (await signIn(admin)).token)
    const { token } = await signIn(admin)
    expect((await confirmCode(app, token, codeAt(key, 3))).status).toBe(400)
    expect((await confirmCode(app, token, codeAt(key, 1))).status).toBe(200)
    expect((await confirmCode(app, token, codeAt(key))).status).toBe(400)
  })

  it('for recovery works once, however it is typed, and is stored as a hash', async () => {
    const admin = await teammate(app, 'Admin')
    const { recoveryCodes } = await enrol(app, (await signIn(admin)).token)
    const code = recoveryCodes[3] ?? ''
    const { rows } = await app.db.ownerPool.query('select row_to_json(r)::text as text from recovery_code r')
    expect(rows.map(({ text }) => text).join()).not.toContain(code.replaceAll('-', ''))
    const { token } = await signIn(admin)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await confirmCode(app, token, typed)).body.recovery_codes_left).toBe(9)
    expect((await confirmCode(app, (await signIn(admin)).token, code)).status).toBe(400)
  })

  it('of a colleague is of no use', async () => {
    const [admin, mediator] = [await teammate(app, 'Admin'), await teammate(app)]
    const { key, recoveryCodes } = await enrol(app, (await signIn(admin)).token)
    await enrol(app, (await signIn(mediator)).token)
    const { token } = await signIn(mediator)
    expect((await confirmCode(app, token, codeAt(key))).status).toBe(400)
    expect((await confirmCode(app, token, recoveryCodes[0] ?? '')).status).toBe(400)
  })

  it('for recovery is void once there are new ones', async () => {
    const admin = await teammate(app, 'Admin')
    const { token } = await signIn(admin)
    const { recoveryCodes } = await enrol(app, token)
    const renewed = await app.call('POST', `${SECOND_FACTOR}/recovery-codes`, { token })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const next = (await signIn(admin)).token
    expect((await confirmCode(app, next, recoveryCodes[0] ?? '')).status).toBe(400)
    expect((await confirmCode(app, next, renewed.body.recovery_codes[0])).status).toBe(200)
  })
})

describe('somebody who knows the password', () => {
  const guess = (token: string, address: string, code = '000000') =>
    confirmCode(app, token, code, from(address))

  it('gets five guesses, then waits; the owner from a known place does not', async () => {
    const admin = await teammate(app, 'Admin')
    const own = await signIn(admin)
    const enrolment = await app.call('POST', `${SECOND_FACTOR}/totp`, { token: own.token, headers: HOME })
    await app.call('POST', `${SECOND_FACTOR}/totp/confirm`, {
      token: own.token,
      body: { code: codeAt(enrolment.body.key, -1) },
      headers: HOME,
    })
    const { token } = await signIn(admin, from('198.51.100.9'))
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1) statuses.push((await guess(token, '198.51.100.9')).status)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.slice(5)).toEqual([429, 429, 429])
    expect(await audit(admin)).toContain('second_factor_failed')

    // many addresses: those who are unknown wait for one another, the owner does not
    const others: number[] = []
    for (let n = 10; n < 40; n += 1) others.push((await guess(token, `198.51.100.${n}`)).status)
    expect(others.at(-1)).toBe(429)
    expect((await guess((await signIn(admin)).token, '203.0.113.1', codeAt(enrolment.body.key))).status).toBe(
      200,
    )
  })

  it('is told how long to wait', async () => {
    const admin = await teammate(app, 'Admin')
    await enrol(app, (await signIn(admin)).token)
    const { token } = await signIn(admin, from('198.51.100.9'))
    let last = await guess(token, '198.51.100.9')
    for (let n = 0; n < 6; n += 1) last = await guess(token, '198.51.100.9')
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('a session of the team', () => {
  const isOpen = async (token: string, headers = {}) =>
    (await app.call('GET', SECOND_FACTOR, { token, headers })).status === 200

  it('ends 15 minutes after its last call, and any call begins them anew', async () => {
    const admin = await teammate(app, 'Admin')
    const { token } = await signIn(admin)
    await earlier(app, admin, 'used_at', '14 minutes')
    expect(await isOpen(token)).toBe(true)
    await earlier(app, admin, 'used_at', '14 minutes')
    expect(await isOpen(token)).toBe(true)
    await earlier(app, admin, 'used_at', '15 minutes 1 second')
    expect(await isOpen(token)).toBe(false)
  })

  it('goes on towards its end while a page asks by itself', async () => {
    const admin = await teammate(app, 'Admin')
    const { token } = await signIn(admin)
    await earlier(app, admin, 'used_at', '14 minutes')
    expect(await isOpen(token, { 'x-background': '1' })).toBe(true)
    await earlier(app, admin, 'used_at', '2 minutes')
    expect(await isOpen(token)).toBe(false)
  })

  it('ends after 8 hours, remembered or not', async () => {
    const admin = await teammate(app, 'Admin')
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { phone_number: admin.phone, password: PASSWORD, remember_me: true },
    })
    const { rows } = await app.db.pool.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from session where user_id = $1 order by created_at desc limit 1`,
      [admin.id],
    )
    expect(rows[0].seconds).toBe(8 * 3600)
    await earlier(app, admin, 'created_at', '7 hours 59 minutes')
    expect(await isOpen(body.token)).toBe(true)
    await earlier(app, admin, 'created_at', '2 minutes')
    expect(await isOpen(body.token)).toBe(false)
  })

  it('of everybody else does neither', async () => {
    const buyer = await person(app, 'Buyer')
    await earlier(app, buyer, 'used_at', '9 hours')
    await earlier(app, buyer, 'created_at', '9 hours')
    expect((await app.call('GET', '/api/auth/user', { token: buyer.token })).status).toBe(200)
  })
})
