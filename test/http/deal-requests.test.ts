/** A seller asks for a deal: nobody is bound, strangers learn nothing, and the buyer sends it as their own offer by one tap. */
import { beforeAll, describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { look, PASSWORD, type Person, person, take } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

type App = ReturnType<typeof useApp>
let count = 0
function newNumber(): string {
  count += 1
  return String(9_710_000_000 + count)
}
// as people write it
const FORM = { service_details: 'Old camera', amount: '4,500', details: 'Lens with a scratch' }

const call = (app: App, who: Person, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who.token, body })
const ask = (app: App, seller: Person, phone: string, over = {}) =>
  call(app, seller, 'POST', '/api/requests/', { ...FORM, cpty_phone: phone, ...over })
const listOf = async (app: App, who: Person) => (await call(app, who, 'GET', '/api/requests/')).body
const confirm = (app: App, who: Person, id: string) =>
  call(app, who, 'POST', `/api/requests/${id}/confirm/`, {})
const end = (app: App, who: Person, id: string) => call(app, who, 'DELETE', `/api/requests/${id}/`)
const noticesOf = async (app: App, who: Person, wanted: string): Promise<string[]> =>
  (await call(app, who, 'GET', '/api/notices/')).body
    .filter(({ kind }: { kind: string }) => kind === wanted)
    .map(({ title }: { title: string }) => title)

describe('a deal that a seller asks for', () => {
  const app = useApp()
  const mailbox = new Mailbox(app)
  let seller: Person
  let buyer: Person
  beforeAll(async () => {
    seller = await person(app, 'Seller')
    buyer = await person(app, 'Buyer')
  })

  it('is the buyer’s own offer once they send it, and binds nobody before', async () => {
    const { status, body } = await ask(app, seller, buyer.phone)
    expect([status, body.is_mine, body.business_name]).toEqual([201, true, null])
    const dealsOf = async (who: Person) => (await call(app, who, 'GET', '/api/deals/')).body
    expect([await dealsOf(seller), await dealsOf(buyer)]).toEqual([[], []])
    const headline = `${seller.business} (Asha Rao) asks you for a deal: Old camera, ₹4,500`
    expect(await noticesOf(app, buyer, 'request')).toEqual([headline])
    expect((await mailbox.last(buyer)).subject).toBe(headline)
    expect(await listOf(app, buyer)).toMatchObject([
      {
        id: body.id,
        is_mine: false,
        title: 'Old camera',
        amount_paise: 450_000,
        details: 'Lens with a scratch',
        business_name: seller.business,
        phone_number: seller.phone,
      },
    ])
    const sent = await confirm(app, buyer, body.id)
    expect(sent.status).toBe(200)
    const deal = await look(app, seller, sent.body.form_pk)
    expect(deal).toMatchObject({ status: 'proposed', me: 'payee', creator: 'payer' })
    expect(deal.money.amount_paise).toBe(450_000)
    expect(deal.terms).toMatchObject({ details: 'Lens with a scratch', cpty_company: seller.business })
    expect([await listOf(app, buyer), await listOf(app, seller)]).toEqual([[], []])
    await take(app, seller, sent.body.form_pk, 'accept', { terms_version: 1, rules_accepted: true })
    expect((await look(app, buyer, sent.body.form_pk)).status).toBe('agreed')
  })

  it('is sent once, whoever taps how often', async () => {
    const { id } = (await ask(app, seller, buyer.phone)).body
    const answers = await Promise.all([1, 2, 3].map(() => confirm(app, buyer, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await end(app, buyer, id)).status).toBe(404)
    expect((await end(app, seller, id)).status).toBe(404)
  })

  it('is declined by the buyer, of which the seller is told, or taken back', async () => {
    const { id } = (await ask(app, seller, buyer.phone)).body
    expect((await end(app, buyer, id)).status).toBe(204)
    expect(await noticesOf(app, seller, 'request_declined')).toEqual([
      'The buyer said no to your deal: Old camera',
    ])
    expect((await confirm(app, buyer, id)).status).toBe(404)
    const second = (await ask(app, seller, buyer.phone)).body.id
    expect((await end(app, seller, second)).status).toBe(204)
    expect(await listOf(app, buyer)).toEqual([])
  })

  it('is sent to the shop as it is called now', async () => {
    const other = await person(app, 'Seller')
    const { id } = (await ask(app, other, buyer.phone)).body
    await call(app, other, 'POST', '/api/account/profile/', { business_name: 'Camera corner' })
    const sent = await confirm(app, buyer, id)
    expect((await look(app, other, sent.body.form_pk)).terms.cpty_company).toBe('Camera corner')
  })
})

describe('a stranger', () => {
  const app = useApp()
  let seller: Person
  beforeAll(async () => {
    seller = await person(app, 'Seller')
  })

  it('learns nothing of who has a number', async () => {
    const stripped = ({ body }: { body: Record<string, unknown> }) => ({
      ...body,
      ...{ id: '', phone_number: '', created_at: '', expires_at: '' },
    })
    const buyer = await person(app, 'Buyer')
    const client = await person(app, 'Client')
    const answers = [buyer.phone, client.phone, newNumber()].map((phone) => ask(app, seller, phone))
    const [known, other, nobody] = (await Promise.all(answers)).map(stripped)
    expect([known, other]).toEqual([nobody, nobody])
    expect(await noticesOf(app, client, 'request')).toEqual([])
    expect(await listOf(app, client)).toEqual([])
  })

  it('cannot see, send or end what somebody else is asked for', async () => {
    const buyer = await person(app, 'Buyer')
    const { id } = (await ask(app, seller, buyer.phone)).body
    for (const other of [await person(app, 'Buyer'), await person(app, 'Seller')]) {
      expect(await listOf(app, other)).toEqual([])
      expect((await end(app, other, id)).status).toBe(404)
    }
    expect((await confirm(app, await person(app, 'Buyer'), id)).status).toBe(404)
    expect((await confirm(app, seller, id)).status).toBe(403)
    expect((await confirm(app, buyer, id)).status).toBe(200)
  })

  it('who has the number later does not get what its holder was asked for', async () => {
    const buyer = await person(app, 'Buyer')
    const { id } = (await ask(app, seller, buyer.phone)).body
    await app.db.ownerPool.query(`update app_user set phone_number = $2 where id = $1`, [
      buyer.id,
      newNumber(),
    ])
    const next = await person(app, 'Buyer', { phone_number: buyer.phone })
    expect(await listOf(app, next)).toEqual([])
    expect((await confirm(app, next, id)).status).toBe(404)
    expect((await confirm(app, buyer, id)).status).toBe(200)
  })

  it('is asked no more than five times by one seller, twenty in all, and nobody asks themselves', async () => {
    const busy = await person(app, 'Seller')
    const phone = newNumber()
    for (let sent = 0; sent < 5; sent += 1) expect((await ask(app, busy, phone)).status).toBe(201)
    expect((await ask(app, busy, phone)).body.code).toBe('offers_open')
    for (let sent = 5; sent < 20; sent += 1) await ask(app, busy, newNumber())
    expect((await ask(app, busy, newNumber())).body.code).toBe('limit_reached')
    expect((await ask(app, seller, seller.phone)).body).toHaveProperty('cpty_phone')
    expect((await ask(app, await person(app, 'Buyer'), newNumber())).status).toBe(403)
    expect((await ask(app, seller, newNumber(), { amount: 0 })).status).toBe(400)
  })

  it('finds nothing of an account that is gone', async () => {
    const leaver = await person(app, 'Seller')
    const buyer = await person(app, 'Buyer')
    await ask(app, leaver, buyer.phone)
    const { body } = await call(app, leaver, 'GET', '/api/account/export/')
    expect(body.deal_requests).toMatchObject([{ fields: { service_details: 'Old camera' } }])
    for (const gone of [leaver, buyer]) {
      if (gone === buyer) await ask(app, seller, buyer.phone)
      const answer = await call(app, gone, 'POST', '/api/account/delete/', { password: PASSWORD })
      expect(answer.status).toBe(200)
    }
    const { rows } = await app.db.ownerPool.query(
      'select id from deal_request where seller_id = $1 or buyer_id = $2 or phone_number = $3',
      [leaver.id, buyer.id, buyer.phone],
    )
    expect(rows).toEqual([])
  })
})

describe('where numbers are checked', () => {
  const sender = new FakeSender()
  const app = useVerifyingApp([sender], { settings: { ...testSettings, verification: 'on' } })

  it('it is for whoever has proved the number, asked by a seller who has', async () => {
    const seller = await person(app, 'Seller')
    expect((await ask(app, seller, newNumber())).status).toBe(403)
    await verifyPhone(app, sender, seller)
    const phone = newNumber()
    const { id } = (await ask(app, seller, phone)).body
    const typed = await person(app, 'Buyer', { phone_number: phone })
    expect(await listOf(app, typed)).toEqual([])
    expect((await confirm(app, typed, id)).status).toBe(404)
    await verifyPhone(app, sender, typed)
    expect(await listOf(app, typed)).toMatchObject([{ id, is_mine: false }])
    expect((await confirm(app, typed, id)).status).toBe(200)
  })
})
