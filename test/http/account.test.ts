/** My account, as its owner and as anybody else may use it. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { bringTo, look, offerShopping, PASSWORD, person, take, teammate } from '#test/support/people.ts'

const app = useApp()
const mailbox = new Mailbox(app)

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'
const profile = (token: string, body: unknown) => app.call('POST', '/api/account/profile/', { token, body })
const signIn = async (phone: string) =>
  (
    await app.call('POST', '/api/auth/login/', {
      body: { phone_number: phone, password: PASSWORD },
      headers: { 'user-agent': PHONE },
    })
  ).body.token
const end = (token: string, password = PASSWORD) =>
  app.call('POST', '/api/account/delete/', { token, body: { password } })

describe('the profile', () => {
  it('changes what is sent and nothing else', async () => {
    const { token, phone, email } = await person(app, 'Client')
    const { status, body } = await profile(token, {
      first_name: 'आशा',
      locale: 'hi',
      user_type: 'Admin',
      email: 'x@y.z',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      first_name: 'आशा',
      last_name: 'Rao',
      phone_number: phone,
      email,
      user_type: ['Client'],
    })
    expect((await app.call('GET', '/api/auth/user', { token })).body.first_name).toBe('आशा')
  })

  it.each([
    [{ first_name: 'A1' }, 'first_name'],
    [{ last_name: '' }, 'last_name'],
    [{ payment_number: '123' }, 'payment_number'],
    [{ payment_number: '' }, 'payment_number'],
    [{ business_name: 'x' }, 'business_name'],
    [{ locale: 'fr' }, 'locale'],
  ])('of a seller refuses %j', async (body, field) => {
    const { token } = await person(app, 'Seller')
    const reply = await profile(token, body)
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]])
  })

  it('tells a new payment number by mail, with the deals that are open', async () => {
    const { payee } = await offerShopping(app)
    await profile(payee.token, { payment_number: payee.phone })
    expect((await mailbox.all(payee.email)).map((mail) => mail.subject)).not.toContain(
      'Your payment number was changed',
    )
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
    const change = { payment_number: '98765 43210' }
    expect((await profile(pair.payee.token, change)).body).toEqual({ password: [expect.any(String)] })
    const wrong = await profile(pair.payee.token, { ...change, password: 'Wrong@2026' })
    expect([wrong.status, wrong.body]).toEqual([400, { password: ['This is not your password.'] }])
    await profile(pair.payee.token, { ...change, password: PASSWORD })
    const mails = await mailbox.all(pair.payee.email)
    const text = mails.find(({ subject }) => subject === 'Your payment number was changed')?.text
    expect(text).toContain(' ••••3210')
    expect(text).not.toContain('9876543210')
    expect(text).toContain('your open deals: 1')
  })

  it('lets a buyer go back to their contact number', async () => {
    const { token } = await person(app, 'Buyer')
    expect((await profile(token, { payment_number: '', password: PASSWORD })).body.payment_number).toBe(null)
  })
})

describe('sessions', () => {
  it('are listed with their device, and end one by one or all but this', async () => {
    const me = await person(app, 'Buyer')
    const [second, third] = [await signIn(me.phone), await signIn(me.phone)]
    const list = async (token: string) =>
      (await app.call('GET', '/api/account/sessions/', { token })).body as {
        id: string
        device: string
        current: boolean
      }[]
    const all = await list(third)
    expect(all.map((item) => item.current)).toEqual([true, false, false])
    expect(all[0]?.device).toBe('Chrome, Android')
    expect(JSON.stringify(all)).not.toContain(third)

    const url = `/api/account/sessions/${all[1]?.id}`
    expect((await app.call('DELETE', url, { token: third })).status).toBe(204)
    expect((await app.call('DELETE', url, { token: third })).status).toBe(404)
    expect((await app.call('GET', '/api/auth/user', { token: second })).status).toBe(401)

    expect((await app.call('DELETE', '/api/account/sessions', { token: third })).status).toBe(204)
    expect((await list(third)).length).toBe(1)
    expect((await app.call('GET', '/api/auth/user', { token: me.token })).status).toBe(401)
  })

  it('say when they were last used, which is written once an hour', async () => {
    const me = await person(app, 'Buyer')
    const other = await signIn(me.phone)
    const set = (ago: string) =>
      app.db.ownerPool.query(
        `update session set used_at = clock_timestamp() - $2::interval where user_id = $1`,
        [me.id, ago],
      )
    const agesMs = async (token: string) => {
      const { body } = await app.call('GET', '/api/account/sessions', { token })
      return body.map((row: { last_used_at: string }) => Date.now() - Date.parse(row.last_used_at))
    }
    await set('2 hours')
    await app.call('GET', '/api/auth/user', { token: me.token })
    const [newest, oldest] = await agesMs(me.token)
    expect(newest).toBeGreaterThan(7_190_000)
    expect(oldest).toBeLessThan(60_000)
    await set('50 minutes')
    await app.call('GET', '/api/auth/user', { token: other })
    expect(Math.min(...(await agesMs(me.token)))).toBeGreaterThan(2_990_000)
  })

  it('of somebody else cannot be ended', async () => {
    const [me, other] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const [session] = (await app.call('GET', '/api/account/sessions', { token: other.token })).body
    expect(
      (await app.call('DELETE', `/api/account/sessions/${session.id}`, { token: me.token })).status,
    ).toBe(404)
  })
})

describe('the export', () => {
  it('holds my profile, deals, messages, payments and notices, and no secret of anybody', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await app.call('POST', `/api/deals/${pair.formPk}/messages`, {
      token: pair.payer.token,
      body: { text: 'It came' },
    })
    await app.runJobs()
    const { body, headers } = await app.call('GET', '/api/account/export/', { token: pair.payer.token })
    expect(headers['content-disposition']).toMatch(/^attachment; filename=my-data-[\d-]+\.json$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.profile.phone_number).toBe(pair.payer.phone)
    expect(body.deals).toHaveLength(1)
    expect(body.deals[0]).toMatchObject({ form_pk: pair.formPk, me: 'payer', status: 'delivered' })
    expect(body.deals[0].events.length).toBeGreaterThan(3)
    expect(body.deals[0].messages[0].text).toBe('It came')
    expect(body.payments[0]).toMatchObject({ form_pk: pair.formPk, status: 'paid', amount_paise: 150_000 })
    expect(body.notices.length).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/)
  })
})

describe('deleting the account', () => {
  it('needs the password', async () => {
    const { token } = await person(app, 'Buyer')
    const { status, body } = await end(token, 'Wrong@2026')
    expect([status, body]).toEqual([400, { password: ['This is not your password.'] }])
  })

  it('waits for open deals and for money on its way', async () => {
    const pair = await offerShopping(app)
    expect((await end(pair.payer.token)).body.code).toBe('deals_open')
    await bringTo(app, pair, 'delivered')
    expect((await end(pair.payee.token)).body.code).toBe('deals_open')
    await take(app, pair.payer, pair.formPk, 'release')
    const owed = await end(pair.payee.token)
    expect([owed.status, owed.body.code]).toEqual([409, 'money_owed'])
  })

  it('takes the person out, and keeps the deal and the books', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await app.runJobs()
    const { status, body } = await end(pair.payee.token)
    expect([status, body.kept]).toEqual([200, ['deals', 'ledger', 'invoices', 'disputes']])
    expect((await app.call('GET', '/api/auth/user', { token: pair.payee.token })).status).toBe(401)
    expect(await signIn(pair.payee.phone)).toBeUndefined()

    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.status).toBe('released')
    expect(deal.parties.payee).toMatchObject({ name: 'Deleted account', phone_number: null })
    expect(deal.money.payee_paise).toBe(150_000)
    expect(await app.verify()).toEqual([])
    const { rows } = await app.db.ownerPool.query(
      'select row_to_json(u)::text as text from app_user u where id = $1',
      [pair.payee.id],
    )
    for (const trace of [pair.payee.phone, pair.payee.email, 'Asha'])
      expect(rows[0].text).not.toContain(trace)
    expect((await mailbox.all(pair.payee.email)).at(-1)?.subject).toBe('Your account was deleted')
  })

  it('frees the phone and the e-mail for a new account', async () => {
    const me = await person(app, 'Seller')
    expect((await end(me.token)).status).toBe(200)
    const again = await person(app, 'Buyer', { phone_number: me.phone, email: me.email })
    expect(again.id).not.toBe(me.id)
  })

  it('leaves its deals closed to whoever registers the same phone and role next', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await app.runJobs()
    expect((await end(pair.payee.token)).status).toBe(200)
    const successor = await person(app, 'Seller', { phone_number: pair.payee.phone })
    const { token } = successor
    expect((await app.call('GET', `/api/deals/${pair.formPk}`, { token })).status).toBe(404)
    expect((await app.call('GET', `/api/deals/${pair.formPk}/stream`, { token })).status).toBe(404)
    expect((await app.call('GET', '/api/deals', { token })).body).toEqual([])
  })

  it('is not for the team, which its operator manages', async () => {
    const admin = await teammate(app, 'Admin')
    expect((await end(admin.token)).status).toBe(403)
  })
})

it('is closed to strangers', async () => {
  for (const [method, url] of [
    ['POST', '/api/account/profile'],
    ['GET', '/api/account/sessions'],
    ['DELETE', '/api/account/sessions'],
    ['DELETE', '/api/account/sessions/abc'],
    ['GET', '/api/account/export'],
    ['POST', '/api/account/delete'],
  ] as const)
    expect((await app.call(method, url, { body: method === 'POST' ? {} : undefined })).status).toBe(401)
})

describe('a payout that the bank refused for its payment number', () => {
  it('goes again by itself, once, when its owner corrects the number', async () => {
    const pair = await offerShopping(app)
    const set = (payment_number: string) => profile(pair.payee.token, { payment_number, password: PASSWORD })
    expect((await set('9111110000')).status).toBe(200)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await app.runJobs()
    const payouts = async () =>
      (
        await app.db.ownerPool.query(
          'select status, generation, destination from payout where deal_id = $1',
          [pair.formPk],
        )
      ).rows
    expect(await payouts()).toMatchObject([{ status: 'review', generation: 1 }])
    expect((await profile(pair.payee.token, { first_name: 'Usha' })).status).toBe(200)
    expect(await payouts(), 'another change is none').toMatchObject([{ status: 'review' }])
    expect((await set('9111112222')).status).toBe(200)
    await app.runJobs()
    const [payout, ...more] = await payouts()
    expect([payout.status, payout.generation, more]).toEqual(['paid', 2, []])
    expect(payout.destination).toMatch(/2222@sandbox$/)
    expect(await app.verify()).toEqual([])
  })
})
