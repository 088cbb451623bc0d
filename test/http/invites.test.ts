/** An offer whose seller is not here yet: it waits, its buyer is told, and one tap sends it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { look, PASSWORD, type Person, person } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

type App = ReturnType<typeof useApp>
let count = 0
function newNumber(): string {
  count += 1
  return String(9_700_000_000 + count)
}
// as people write it
const FORM = { service_details: 'Old camera', amount: '4,500', details: 'Lens with a scratch' }

const call = (app: App, who: Person, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who.token, body })
const invite = (app: App, who: Person, phone: string, over = {}) =>
  call(app, who, 'POST', '/api/invites/', { ...FORM, cpty_phone: phone, ...over })
const listOf = async (app: App, who: Person) => (await call(app, who, 'GET', '/api/invites/')).body
const send = (app: App, who: Person, id: string) => call(app, who, 'POST', `/api/invites/${id}/send/`, {})
const noticesOf = async (app: App, who: Person): Promise<string[]> =>
  (await call(app, who, 'GET', '/api/notices/')).body
    .filter(({ kind }: { kind: string }) => kind === 'invite_joined')
    .map(({ title }: { title: string }) => title)

describe('an invitation', () => {
  const app = useApp()
  let buyer: Person
  beforeAll(async () => {
    buyer = await person(app, 'Buyer')
  })

  it('waits, and is sent as the offer that was filled in when the seller has joined', async () => {
    const phone = newNumber()
    const { status, body } = await invite(app, buyer, phone)
    expect([status, body.business_name, body.form_pk]).toEqual([201, null, null])
    expect(body).toMatchObject({ title: 'Old camera', amount_paise: 450_000, phone_number: phone })
    expect(body.link).toBe('http://amanat.test/register?invited=Seller')
    expect((await send(app, buyer, body.id)).status).toBe(409)
    const seller = await person(app, 'Seller', { phone_number: phone })
    expect(await noticesOf(app, buyer)).toEqual([
      `${seller.business} has joined. Send them your offer: Old camera`,
    ])
    expect((await listOf(app, buyer))[0]).toMatchObject({ id: body.id, business_name: seller.business })
    const sent = await send(app, buyer, body.id)
    expect(sent.status).toBe(200)
    const deal = await look(app, seller, sent.body.form_pk)
    expect(deal).toMatchObject({ status: 'proposed', me: 'payee', money: { amount_paise: 450_000 } })
    expect(deal.terms).toMatchObject({ details: 'Lens with a scratch', cpty_company: seller.business })
    expect(await listOf(app, buyer)).toEqual([])
  })

  it('is sent once, whoever taps how often', async () => {
    const phone = newNumber()
    const { id } = (await invite(app, buyer, phone)).body
    await person(app, 'Seller', { phone_number: phone })
    const answers = await Promise.all([1, 2, 3].map(() => send(app, buyer, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await call(app, buyer, 'DELETE', `/api/invites/${id}/`)).status).toBe(404)
  })

  it('tells nothing of an account that the search of sellers does not show', async () => {
    const known = await person(app, 'Client')
    const stripped = (row: Record<string, unknown>) => ({
      ...row,
      id: '',
      phone_number: '',
      created_at: '',
      expires_at: '',
    })
    const ofKnown = (await invite(app, buyer, known.phone)).body
    const ofNobody = (await invite(app, buyer, newNumber())).body
    expect(stripped(ofKnown)).toEqual(stripped(ofNobody))
    expect((await send(app, buyer, ofKnown.id)).status).toBe(409)
    expect(await noticesOf(app, known)).toEqual([])
    await call(app, known, 'POST', '/api/account/roles/', {
      ...{
        user_type: ['Seller'],
        business_name: 'Late joiner',
        payment_number: known.phone,
        password: PASSWORD,
      },
    })
    expect(await noticesOf(app, buyer)).toContain('Late joiner has joined. Send them your offer: Old camera')
  })
})

describe('an invitation of one buyer', () => {
  const app = useApp()
  let buyer: Person
  beforeAll(async () => {
    buyer = await person(app, 'Buyer')
  })

  it('is nobody else’s to see, send or end', async () => {
    const { id } = (await invite(app, buyer, newNumber())).body
    const other = await person(app, 'Buyer')
    expect(await listOf(app, other)).toEqual([])
    expect((await send(app, other, id)).status).toBe(404)
    expect((await call(app, other, 'DELETE', `/api/invites/${id}/`)).status).toBe(404)
    expect((await call(app, buyer, 'DELETE', `/api/invites/${id}/`)).status).toBe(204)
    expect((await listOf(app, buyer)).some((row: { id: string }) => row.id === id)).toBe(false)
  })

  it.each([
    ['no number', { cpty_phone: '12' }, 400],
    ['a title that the form refuses', { service_details: 'x' }, 400],
    ['an amount that the form refuses', { amount: 0 }, 400],
  ])('with %s is refused as the form refuses it', async (_, over, status) => {
    expect((await invite(app, buyer, newNumber(), over)).status).toBe(status)
  })

  it('is not to oneself, not of another role, and not the twenty-first', async () => {
    expect((await invite(app, buyer, buyer.phone)).body).toEqual({
      cpty_phone: ['This is your own number. Enter the other person’s.'],
    })
    expect((await invite(app, await person(app, 'Seller'), newNumber())).status).toBe(403)
    const busy = await person(app, 'Buyer')
    for (let sent = 0; sent < 20; sent += 1) await invite(app, busy, newNumber())
    const more = await invite(app, busy, newNumber())
    expect([more.status, more.body.code]).toEqual([409, 'limit_reached'])
  })

  it('is in the copy of one’s data, and goes with the account', async () => {
    const leaver = await person(app, 'Buyer')
    await invite(app, leaver, newNumber())
    const { body } = await call(app, leaver, 'GET', '/api/account/export/')
    expect(body.invites).toMatchObject([{ fields: { service_details: 'Old camera' } }])
    const gone = await call(app, leaver, 'POST', '/api/account/delete/', { password: PASSWORD })
    expect(gone.status).toBe(200)
    const { rows } = await app.db.ownerPool.query('select id from invite where buyer_id = $1', [leaver.id])
    expect(rows).toEqual([])
  })
})

describe('where numbers are checked', () => {
  const sender = new FakeSender()
  const app = useVerifyingApp([sender], { settings: { ...testSettings, verification: 'on' } })

  it('somebody has joined when the number is proved, not when it is typed', async () => {
    const buyer = await person(app, 'Buyer')
    expect((await invite(app, buyer, newNumber())).status).toBe(403)
    await verifyPhone(app, sender, buyer)
    const phone = newNumber()
    const { id } = (await invite(app, buyer, phone)).body
    const seller = await person(app, 'Seller', { phone_number: phone })
    expect([(await listOf(app, buyer))[0].business_name, await noticesOf(app, buyer)]).toEqual([null, []])
    expect((await send(app, buyer, id)).status).toBe(409)
    await verifyPhone(app, sender, seller)
    expect(await noticesOf(app, buyer)).toHaveLength(1)
    expect((await send(app, buyer, id)).status).toBe(200)
  })
})
