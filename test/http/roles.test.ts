/** One person in several roles: they buy, sell and work under one number, and are never both sides of a deal. */
import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { inDays, PASSWORD, type Person, person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let buyer: Person
let seller: Person
let count = 0
function shopName(): string {
  count += 1
  return `Roles ${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

beforeEach(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
})

const post = (who: Person, path: string, body: unknown) => app.call('POST', path, { token: who.token, body })
const add = (who: Person, role: string, fields: Record<string, unknown> = {}) =>
  post(who, '/api/account/roles/', { user_type: [role], ...fields })
const use = (who: Person, role: string) => post(who, '/api/account/role/', { user_type: [role] })
const rolesOf = async (who: Person): Promise<string[]> =>
  (await app.call('GET', '/api/auth/user', { token: who.token })).body.user_type

const offer = (from: Person, to: { phone: string; business: string }) =>
  post(from, '/api/transactions/shopping/', {
    ...{ service_details: 'Lamp', amount: 900, cpty_phone: to.phone, cpty_company: to.business },
  })
const work = (from: Person, to: Person) =>
  post(from, '/api/transactions/services/', {
    ...{ cpty_full_name: 'Asha Rao', cpty_phone: to.phone, deliverables: 'A logo', other_info: 'Two drafts' },
    ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), cancellation_fee: 10, amount: 900 },
    coupon_code: null,
  })
const keysOf = async (who: Person): Promise<string[]> => {
  const { body, headers } = await app.call('GET', '/api/deals/', { token: who.token })
  expect(headers['x-total-count']).toBe(String(body.length))
  return body.map(({ form_pk }: { form_pk: string }) => form_pk)
}

describe('one more role', () => {
  it('is in use at once, and the others stay, in the order of their use', async () => {
    expect(await rolesOf(buyer)).toEqual(['Buyer'])
    const added = await add(buyer, 'Client')
    expect([added.status, added.body.user_type]).toEqual([201, ['Client', 'Buyer']])
    await add(buyer, 'Service_Provider')
    expect(await rolesOf(buyer)).toEqual(['Service_Provider', 'Client', 'Buyer'])
    expect((await use(buyer, 'Buyer')).body.user_type).toEqual(['Buyer', 'Service_Provider', 'Client'])
  })

  it.each([
    ['a role of the team', { user_type: ['Admin'] }, 400],
    ['two at once', { user_type: ['Client', 'Seller'] }, 400],
    ['none', {}, 400],
    ['the one in use', { user_type: ['Buyer'] }, 409],
  ])('is not %s', async (_, body, status) => {
    expect((await post(buyer, '/api/account/roles/', body)).status).toBe(status)
    expect(await rolesOf(buyer)).toEqual(['Buyer'])
  })

  it('of the team is none of these', async () => {
    const mediator = await teammate(app)
    expect((await add(mediator, 'Client')).status).toBe(403)
    expect((await use(mediator, 'Buyer')).status).toBe(403)
    await expect(
      app.db.ownerPool.query(`update app_user set other_roles = '{Client}' where id = $1`, [mediator.id]),
    ).rejects.toThrow('app_user_other_roles_check')
  })

  it('comes once, whoever asks how often at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(buyer, 'Client')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await rolesOf(buyer)).toEqual(['Client', 'Buyer'])
  })

  it('that nobody gave is not used', async () => {
    expect((await use(buyer, 'Seller')).status).toBe(403)
    expect(await rolesOf(buyer)).toEqual(['Buyer'])
  })
})

describe('to sell', () => {
  it('takes a business name that no other business has', async () => {
    expect((await add(buyer, 'Seller')).body).toHaveProperty('business_name')
    const copy = await add(buyer, 'Seller', { business_name: seller.business })
    expect([copy.status, Object.keys(copy.body)]).toEqual([400, ['business_name']])
    expect(await rolesOf(buyer)).toEqual(['Buyer'])
  })

  it('takes a payment number where there is none, and the password with it', async () => {
    const bare = await person(app, 'Buyer', { payment_number: undefined })
    const business_name = shopName()
    const fields = { business_name, payment_number: bare.phone }
    expect((await add(bare, 'Seller', { business_name })).body).toHaveProperty('payment_number')
    expect((await add(bare, 'Seller', fields)).body).toHaveProperty('password')
    expect((await add(bare, 'Seller', { ...fields, password: `${PASSWORD}x` })).body).toHaveProperty(
      'password',
    )
    expect(await rolesOf(bare)).toEqual(['Buyer'])
    const { status, body } = await add(bare, 'Seller', { ...fields, password: PASSWORD })
    expect([status, body.user_type, body.payment_number]).toEqual([201, ['Seller', 'Buyer'], bare.phone])
    expect((await post(bare, '/api/account/profile/', { payment_number: '' })).status).toBe(400)
  })

  it('goes on while another role is in use: buyers find the shop and make offers to it', async () => {
    const business = shopName()
    await add(buyer, 'Seller', { business_name: business })
    await use(buyer, 'Buyer')
    const other = await person(app, 'Buyer')
    const listed = await app.call('GET', `/api/auth/sellers/?search=${encodeURIComponent(business)}`, {
      token: other.token,
    })
    expect(listed.body).toEqual([{ phone_number: buyer.phone, business_name: business }])
    expect((await offer(other, { phone: buyer.phone, business })).status).toBe(201)
  })
})

describe('nobody is on both sides', () => {
  it('of a purchase, an offer of work or an offer link of their own', async () => {
    const business = shopName()
    await add(buyer, 'Seller', { business_name: business })
    const link = await post(buyer, '/api/links/', { track: 'shopping', title: 'Lamp', amount: 900 })
    expect(link.status).toBe(201)
    await add(buyer, 'Client')
    await use(buyer, 'Buyer')
    const listed = await app.call('GET', `/api/auth/sellers/?search=${encodeURIComponent(business)}`, {
      token: buyer.token,
    })
    expect(listed.body).toEqual([])
    expect((await offer(buyer, { phone: buyer.phone, business })).body).toHaveProperty('cpty_phone')
    expect((await post(buyer, `/api/links/${link.body.id}/take/`, {})).status).toBe(400)
    await add(buyer, 'Service_Provider')
    expect((await work(buyer, buyer)).body).toHaveProperty('cpty_phone')
    expect(await keysOf(buyer)).toEqual([])
  })

  it('by a number that changed hands: whoever made the offer stays its maker', async () => {
    const freelancer = await person(app, 'Service_Provider')
    const { body } = await work(freelancer, { ...buyer, phone: '9123456780' })
    await add(freelancer, 'Client')
    await app.db.ownerPool.query(`update app_user set phone_number = '9123456780' where id = $1`, [
      freelancer.id,
    ])
    const { status } = await post(freelancer, `/api/deals/${body.form_pk}/accept/`, {
      ...{ terms_version: 1, rules_accepted: true },
    })
    expect(status).toBe(403)
  })
})

describe('the role in use', () => {
  it('decides what the spec’s calls answer', async () => {
    const { form_pk } = (await offer(buyer, seller)).body
    const preview = () =>
      app.call('GET', `/api/transactions/shopping/?form_pk=${form_pk}`, { token: seller.token })
    expect((await preview()).body.can_accept).toBe(true)
    await add(seller, 'Buyer')
    expect((await preview()).status).toBe(404)
    expect((await offer(seller, await person(app, 'Seller'))).status).toBe(201)
    await use(seller, 'Seller')
    expect((await preview()).body.can_accept).toBe(true)
    expect((await offer(seller, await person(app, 'Seller'))).status).toBe(403)
  })

  it('does not hide one’s other deals: those of every role are in one list', async () => {
    const bought = (await offer(buyer, seller)).body.form_pk
    await add(buyer, 'Seller', { business_name: shopName() })
    await add(buyer, 'Client')
    const ordered = (await work(await person(app, 'Service_Provider'), buyer)).body.form_pk
    await add(buyer, 'Service_Provider')
    const worked = (await work(buyer, await person(app, 'Client'))).body.form_pk
    const all = [worked, ordered, bought]
    for (const role of ['Buyer', 'Seller', 'Client', 'Service_Provider']) {
      await use(buyer, role)
      expect([role, await keysOf(buyer)]).toEqual([role, all])
    }
    expect((await app.call('GET', `/api/deals/${ordered}/`, { token: buyer.token })).body.me).toBe('payer')
  })

  it('is no way to what is offered to a role that the person has not', async () => {
    const { form_pk } = (await work(await person(app, 'Service_Provider'), seller)).body
    expect(await keysOf(seller)).toEqual([])
    expect((await app.call('GET', `/api/deals/${form_pk}/`, { token: seller.token })).status).toBe(404)
    await add(seller, 'Client')
    expect(await keysOf(seller)).toEqual([form_pk])
    await use(seller, 'Seller')
    await take(app, seller, form_pk, 'accept', { terms_version: 1, rules_accepted: true })
  })

  it('of a person is not that of their program, which goes on in every role', async () => {
    const { key } = await appKey(app, seller, ['deals:write', 'deals:read', 'links:write'])
    await add(seller, 'Buyer')
    const other = await person(app, 'Seller')
    const program = { ...seller, token: key }
    expect((await offer(program, other)).status).toBe(201)
    await use(seller, 'Seller')
    expect((await offer(program, other)).status).toBe(201)
    expect((await add(program, 'Client')).status).toBe(403)
  })
})
