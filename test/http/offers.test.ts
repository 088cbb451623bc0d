/** Offers: both forms, both previews, coupons, and to whom an acceptance is bound. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  inDays,
  look,
  offerServices,
  offerShopping,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()

const post = (path: string, who: Person, body: unknown, headers = {}) =>
  app.call('POST', path, { token: who.token, body, headers })
const preview = (track: string, formPk: string, who?: Person, headers = {}) =>
  app.call('GET', `/api/transactions/${track}/?form_pk=${formPk}`, { token: who?.token, headers })

describe('the buyer’s form', () => {
  it.each([
    [{ amount: 100_000 }, 'amount', 'Maximum length of 5 exceeded!'],
    [{ amount: '12a' }, 'amount', 'This field accept numbers only.'],
    [{ amount: 0 }, 'amount', 'The amount must be at least Rs 1.'],
    [{ service_details: 'x' }, 'service_details', 'Minimum 2 characters is required.'],
    [{ service_details: 'Phone 12' }, 'service_details', 'This field accept text only.'],
    [{ cpty_company: 'Nobody' }, 'cpty_company', 'Please choose a registered seller from the list.'],
  ])('%j', async (over, field, message) => {
    const [buyer, seller] = [await person(app, 'Buyer'), await person(app, 'Seller')]
    const body = {
      service_details: 'Phone',
      amount: '1500',
      cpty_phone: seller.phone,
      cpty_company: seller.business,
    }
    const reply = await post('/api/transactions/shopping/', buyer, { ...body, ...over })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ [field]: [message] })
  })
  it('takes names and rules from our own record, whatever is sent', async () => {
    const pair = await offerShopping(app, {
      main_user_fname: 'Somebody',
      main_user_phone: '9999999999',
      form_pk: 'mine',
      status: 'released',
      commission: 0,
      user_type: ['Admin'],
    })
    const { body } = await preview('shopping', pair.formPk, pair.payer)
    expect(body).toMatchObject({
      main_user_fname: 'Asha',
      main_user_phone: pair.payer.phone,
      status: 'proposed',
    })
    expect(body.user_type).toEqual(['Buyer'])
    expect(body.form_pk).toMatch(/^[\w-]{24}$/)
    expect(body.link).toBe(`http://amanat.test/api/transactions/shopping/?form_pk=${pair.formPk}`)
  })
  it('is for Buyers alone', async () => {
    for (const role of ['Seller', 'Client', 'Service_Provider'] as const)
      expect((await post('/api/transactions/shopping/', await person(app, role), {})).status).toBe(403)
  })
})

describe('the freelancer’s form', () => {
  it('computes the commission, with a coupon by its stored row', async () => {
    const team = await teammate(app, 'Admin')
    const coupon = await post('/api/admin/coupons/', team, { code: 'Save30' })
    expect(coupon.status).toBe(201)
    const plain = await offerServices(app, { commission: 0, amount: '20000' })
    const cheap = await offerServices(app, { coupon_code: coupon.body.id, commission: 1 })
    expect((await preview('services', plain.formPk, plain.payee)).body).toMatchObject({ commission: 1000 })
    expect((await preview('services', cheap.formPk, cheap.payee)).body).toMatchObject({ commission: 600 })
    expect((await look(app, cheap.payee, cheap.formPk)).money.release_payee_paise).toBe(1_940_000)
  })
  it.each([
    [
      { date_of_completion: '2020/01/01 10:00' },
      'date_of_completion',
      'Please choose a time that is still to come.',
    ],
    [{ date_of_completion: inDays(740) }, 'date_of_completion', 'Please choose a time within two years.'],
    [{ date_of_completion: '2027/02/30 10:00' }, 'date_of_completion', 'Please choose a date and time.'],
    [{ payment_mode: 'Milestone' }, 'payment_mode', 'Only Full Payment can be chosen for now.'],
    [{ cancellation_fee: 101 }, 'cancellation_fee', 'A percent is between 0 and 100.'],
    [{ coupon_code: 'SAVE30' }, 'coupon_code', 'This is not a coupon code.'],
    [{ cpty_email: 'x' }, 'cpty_email', 'Please enter a valid email'],
    [{ deliverables: '' }, 'deliverables', 'Please fill this in.'],
  ])('%j', async (over, field, message) => {
    const freelancer = await person(app, 'Service_Provider')
    const reply = await post('/api/transactions/services/', freelancer, {
      cpty_full_name: 'A Client',
      cpty_phone: '9812312312',
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
      date_of_completion: inDays(5),
      other_info: 'None at all',
      cancellation_fee: '10',
      amount: 5000,
      coupon_code: null,
      ...over,
    })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ [field]: [message] })
  })
  it('nobody is on both sides of a deal', async () => {
    const freelancer = await person(app, 'Service_Provider')
    const reply = await app.call('POST', '/api/transactions/services/', {
      token: freelancer.token,
      body: {
        cpty_full_name: 'Myself',
        cpty_phone: freelancer.phone,
        deliverables: 'A logo',
        payment_mode: 'Full Payment',
        date_of_completion: inDays(5),
        other_info: 'None at all',
        cancellation_fee: 0,
        amount: 500,
        coupon_code: null,
      },
    })
    expect(Object.keys(reply.body)).toEqual(['cpty_phone'])
  })
})

describe('coupons', () => {
  it.each([
    ['SAVE30', 201],
    ['AB00', 201],
    ['50', 201],
    ['SAVE51', 400],
    ['SAVE', 400],
    ['3', 400],
    ['ABCDEFGHI30', 400],
    ['A-30', 400],
    ['', 400],
  ])('the team adds %j: %i', async (code, status) => {
    const team = await teammate(app, 'Admin')
    const reply = await post('/api/admin/coupons/', team, { code })
    if (status === 201) expect([201, 400]).toContain(reply.status)
    else expect(reply.status).toBe(status)
  })
  it('are listed and tried by freelancers', async () => {
    const team = await teammate(app, 'Admin')
    await post('/api/admin/coupons/', team, { code: 'TRY20' })
    const freelancer = await person(app, 'Service_Provider')
    const get = (path: string, who: Person) =>
      app.call('GET', `/api/transactions/${path}`, { token: who.token })
    const list = await get('coupons/', freelancer)
    expect(list.body).toContainEqual({ id: expect.any(String), code: 'TRY20' })
    expect((await get('use-coupon?coupon_code=try20', freelancer)).body).toBe('Coupon applied successfully!')
    expect((await get('use-coupon?coupon_code=NOPE99', freelancer)).body).toBe(
      'This coupon code is not valid.',
    )
    expect((await get('coupons/', await person(app, 'Buyer'))).status).toBe(403)
    const hindi = await app.call('GET', '/api/transactions/use-coupon?coupon_code=TRY20', {
      token: freelancer.token,
      headers: { 'accept-language': 'hi' },
    })
    // programs know the yes by its text
    expect(hindi.body).toBe('Coupon applied successfully!')
    expect((await post('/api/admin/coupons/', freelancer, { code: 'MINE00' })).status).toBe(403)
  })
})

describe('who may see an offer', () => {
  it('its creator, the one it names, the team; nobody else', async () => {
    const pair = await offerShopping(app)
    const other = await person(app, 'Seller')
    const wrongRole = await person(app, 'Client', { phone_number: '9700000001' })
    const statusFor = async (who?: Person) => (await preview('shopping', pair.formPk, who)).status
    expect(await statusFor(pair.payer)).toBe(200)
    expect(await statusFor(pair.payee)).toBe(200)
    expect(await statusFor(await teammate(app))).toBe(200)
    expect(await statusFor(other)).toBe(404)
    expect(await statusFor(wrongRole)).toBe(404)
    expect(await statusFor()).toBe(401)
    expect((await preview('services', pair.formPk, pair.payer)).status).toBe(404)
    expect((await preview('shopping', 'x', pair.payer)).status).toBe(404)
    expect((await app.call('GET', `/api/deals/${pair.formPk}`, { token: other.token })).status).toBe(404)
    const can = async (who: Person) => (await preview('shopping', pair.formPk, who)).body.can_accept
    expect([await can(pair.payer), await can(pair.payee)]).toEqual([false, true])
  })
  it('a phone that the creator named, in another role, is a stranger', async () => {
    const freelancer = await person(app, 'Service_Provider')
    const buyer = await person(app, 'Buyer')
    const body = {
      cpty_full_name: 'A Client',
      cpty_phone: buyer.phone,
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
      date_of_completion: inDays(5),
      other_info: 'None at all',
      cancellation_fee: 0,
      amount: 500,
      coupon_code: null,
    }
    const { body: deal } = await post('/api/transactions/services/', freelancer, body)
    expect((await preview('services', deal.form_pk, buyer)).status).toBe(404)
    const accept = { terms_version: 1, rules_accepted: true }
    expect((await post(`/api/deals/${deal.form_pk}/accept`, buyer, accept)).status).toBe(404)
  })
  it('never keeps an answer in a cache', async () => {
    const pair = await offerShopping(app)
    const { headers } = await preview('shopping', pair.formPk, pair.payer)
    expect(headers['cache-control']).toBe('no-store')
    expect(String(headers.vary).toLowerCase()).toContain('accept, authorization')
  })
})

describe('acceptance', () => {
  it('needs the rules and the terms that were seen', async () => {
    const pair = await offerShopping(app)
    const accept = (body: unknown) => post(`/api/deals/${pair.formPk}/accept`, pair.payee, body)
    expect((await accept({ terms_version: 1 })).body).toEqual({ rules_accepted: ['Please select a value'] })
    expect((await accept({ rules_accepted: true })).body).toEqual({ terms_version: ['Please fill this in.'] })
    await take(app, pair.payer, pair.formPk, 'edit', { amount: 1600 })
    const stale = await accept({ terms_version: 1, rules_accepted: true })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_terms'])
    const fresh = await accept({ terms_version: 2, rules_accepted: true })
    expect(fresh.body).toMatchObject({ status: 'agreed', terms_version: 2, money: { amount_paise: 160_000 } })
  })
  it('an edit is judged like the form', async () => {
    const pair = await offerShopping(app)
    const reply = await post(`/api/deals/${pair.formPk}/edit`, pair.payer, { amount: 'x' })
    expect(reply.body).toEqual({ amount: ['This field accept numbers only.'] })
    expect((await look(app, pair.payer, pair.formPk)).terms_version).toBe(1)
  })
  it('an offer ends by itself', async () => {
    const pair = await offerShopping(app)
    await app.advance('P6DT23H')
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('proposed')
    await app.advance('PT1H')
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('expired')
    const late = await post(`/api/deals/${pair.formPk}/accept`, pair.payee, {
      terms_version: 1,
      rules_accepted: true,
    })
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  })
  it('lists the deals of each side, and what is offered to me', async () => {
    const pair = await offerServices(app)
    const dealsOf = async (who: Person) => (await app.call('GET', '/api/deals/', { token: who.token })).body
    expect(await dealsOf(pair.payee)).toMatchObject([
      { form_pk: pair.formPk, me: 'payee', other_party: 'Client Person' },
    ])
    expect(await dealsOf(pair.payer)).toMatchObject([
      { form_pk: pair.formPk, me: 'payer', other_party: 'Asha Rao' },
    ])
    expect(await dealsOf(await person(app, 'Client'))).toEqual([])
  })
})
