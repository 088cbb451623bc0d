/** One key and one body get one answer: per user, per key, for a day, and never for two calls at once. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { CONTENT, upload } from '#test/support/files.ts'
import { type Person, person } from '#test/support/people.ts'

const app = useApp()

const offer = (buyer: Person, seller: Person, key: string, amount = 900) =>
  app.call('POST', '/api/transactions/shopping/', {
    token: buyer.token,
    body: { service_details: 'Fan', amount, cpty_phone: seller.phone, cpty_company: seller.business },
    headers: { 'idempotency-key': key },
  })
const dealsOf = async (who: Person) =>
  (await app.call('GET', '/api/deals/', { token: who.token })).body as unknown[]

describe('a call with a key', () => {
  let seller: Person
  beforeAll(async () => {
    seller = await person(app, 'Seller')
  })

  it('gets the first answer again', async () => {
    const buyer = await person(app, 'Buyer')
    const first = await offer(buyer, seller, 'first')
    const again = await offer(buyer, seller, 'first')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true'])
    expect(await dealsOf(buyer)).toHaveLength(1)
  })

  it('is refused with another body, and changes nothing', async () => {
    const buyer = await person(app, 'Buyer')
    await offer(buyer, seller, 'body')
    const { status, headers } = await offer(buyer, seller, 'body', 901)
    expect([status, headers['idempotency-replayed']]).toEqual([422, undefined])
    expect(await dealsOf(buyer)).toHaveLength(1)
  })

  it('is its own call under another key', async () => {
    const buyer = await person(app, 'Buyer')
    const first = await offer(buyer, seller, 'one')
    const second = await offer(buyer, seller, 'two')
    expect(second.body.form_pk).not.toBe(first.body.form_pk)
    expect(await dealsOf(buyer)).toHaveLength(2)
  })

  it('never gets the answer of another user who chose the same key', async () => {
    const [buyer, otherBuyer] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const first = await offer(buyer, seller, 'shared')
    const second = await offer(otherBuyer, seller, 'shared')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.form_pk).not.toBe(first.body.form_pk)
  })

  it('of more than 255 characters is refused as such, and so is that of an upload', async () => {
    const buyer = await person(app, 'Buyer')
    const { status, body } = await offer(buyer, seller, 'k'.repeat(256))
    expect([status, Object.keys(body)]).toEqual([400, ['Idempotency-Key']])
    const { body: deal } = await offer(buyer, seller, 'k'.repeat(255))
    const files = [{ name: 'note.txt', content: CONTENT.txt }]
    expect((await upload(app, buyer, deal.form_pk, { files, key: 'k'.repeat(256) })).status).toBe(400)
  })

  it('is a new call after a day', async () => {
    const buyer = await person(app, 'Buyer')
    const first = await offer(buyer, seller, 'old')
    await app.db.ownerPool.query(
      `update idempotency set created_at = now() - interval '25 hours' where key = 'old'`,
    )
    const second = await offer(buyer, seller, 'old')
    expect(second.status).toBe(201)
    expect(second.body.form_pk).not.toBe(first.body.form_pk)
  })

  it('waits for nobody: while the first runs, the second is told so', async () => {
    const buyer = await person(app, 'Buyer')
    const holder = await app.db.ownerPool.connect()
    try {
      await holder.query('begin')
      await holder.query(`select * from claim_key(${buyer.id}, null, 'running')`)
      expect((await offer(buyer, seller, 'running')).status).toBe(409)
      const otherBuyer = await person(app, 'Buyer')
      expect((await offer(otherBuyer, seller, 'running')).status).toBe(201)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await offer(buyer, seller, 'running')).status).toBe(201)
  })
})
