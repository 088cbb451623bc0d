/** Offer links: one item, many buyers; stock, versions, pause, limits, and what comes back when nobody pays. */
import { beforeAll, describe, expect, it } from 'vitest'
import { newToken, tokenHash } from '#server/lib/tokens.ts'
import { useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { look, PASSWORD, type Person, pay, person, take } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

const app = useApp()
let seller: Person
beforeAll(async () => {
  seller = await person(app, 'Seller')
})

const KURTA = {
  track: 'shopping',
  title: 'Cotton kurta, size M (blue)',
  amount: 900,
  stock: 3,
  per_buyer: 1,
  details: 'Hand-made. Sent within two days.',
}
const create = async (over: Record<string, unknown> = {}, who = seller) =>
  app.call('POST', '/api/links', { token: who.token, body: { ...KURTA, ...over } })
const linkId = async (over: Record<string, unknown> = {}): Promise<string> => (await create(over)).body.id
const change = (id: string, body: unknown, who = seller) =>
  app.call('PATCH', `/api/links/${id}`, { token: who.token, body })
const buy = (id: string, buyer: Person, body?: unknown) =>
  app.call('POST', `/api/links/${id}/take`, { token: buyer.token, body })
const read = (id: string) => app.call('GET', `/api/links/${id}`)
const stockOf = async (id: string) => {
  const { rows } = await app.db.ownerPool.query('select stock from offer_link where id = $1', [id])
  return rows[0].stock
}

describe('a link', () => {
  it('is made by a Seller, and shown to anybody without a name beyond the shop', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toMatchObject({ version: 1, amount: 900, amount_paise: 90_000, stock: 3, paused: false })
    expect(body.link).toBe(`http://amanat.test/o/${body.id}`)
    const shown = await read(body.id)
    expect([shown.status, shown.body.shop, shown.body.available]).toEqual([200, seller.business, true])
    const text = JSON.stringify(shown.body)
    for (const secret of [seller.phone, seller.email, 'Asha', 'Rao']) expect(text).not.toContain(secret)
  })

  it.each([
    ['track', 'services'],
    ['title', ''],
    ['title', 'x'.repeat(61)],
    ['amount', 0],
    ['amount', 100_000],
    ['amount', 1.5],
    ['stock', -1],
    ['stock', 12_345],
    ['per_buyer', 0],
    ['details', 'x'.repeat(501)],
  ])('is not made with %s %j', async (field, value) => {
    const { status, body } = await create({ [field]: value })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('is no Buyer’s to make, and its owner’s alone to change', async () => {
    const buyer = await person(app, 'Buyer')
    expect((await create({}, buyer)).status).toBe(403)
    const id = await linkId()
    const other = await person(app, 'Seller')
    expect((await change(id, { paused: true }, other)).status).toBe(404)
    expect((await change(id, {})).status).toBe(400)
    expect((await change(id, { details: '' })).body).toMatchObject({ details: '', version: 2 })
    expect((await read('nothing-here')).status).toBe(404)
  })

  it('is listed to its owner, newest first', async () => {
    const owner = await person(app, 'Seller')
    for (const title of ['First', 'Second']) await create({ title }, owner)
    const { body, headers } = await app.call('GET', '/api/links', { token: owner.token })
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Second', 'First'])
    expect(headers['x-total-count']).toBe('2')
  })

  it('can be made and changed by a key, and taken by none', async () => {
    const { key } = await appKey(app, seller, ['links:write'])
    const headers = { authorization: `Bearer ${key}` }
    const { status, body } = await app.call('POST', '/api/links', { headers, body: KURTA })
    expect(status).toBe(201)
    const paused = await app.call('PATCH', `/api/links/${body.id}`, { headers, body: { paused: true } })
    expect([paused.status, paused.body.version]).toEqual([200, 2])
    const buyer = await person(app, 'Buyer')
    const own = await appKey(app, buyer, ['links:write', 'deals:write'])
    const taken = await app.call('POST', `/api/links/${body.id}/take`, {
      headers: { authorization: `Bearer ${own.key}` },
    })
    expect([taken.status, taken.body.code]).toEqual([403, 'key_scope'])
  })
})

describe('taking', () => {
  it.each([
    ['en', 'took the offer by its link'],
    ['hi', 'ने लिंक से यह प्रस्ताव लिया'],
  ])('is told to the shop as what the buyer did, in %s', async (locale, words) => {
    const [shop, buyer] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    await app.query('update app_user set locale = $2 where id = $1', [shop.id, locale])
    const { body } = await create({}, shop)
    expect((await buy(body.id, buyer)).status).toBe(201)
    const mail = (await new Mailbox(app).all(shop.email)).find(({ subject }) => subject.includes(words))
    expect(mail?.text).toContain(words)
    expect(mail?.text).not.toContain('accepted')
    const own = (await new Mailbox(app).all(buyer.email)).map(({ text }) => text).join()
    expect(own).toContain('You took the offer by its link')
  })
  it('makes a deal that both have agreed to, and that goes to its end', async () => {
    const id = await linkId()
    const buyer = await person(app, 'Buyer')
    const { status, body } = await buy(id, buyer, { version: 1 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'agreed', version: 1, amount: 900 })
    const deal = await look(app, buyer, body.form_pk)
    expect([deal.me, deal.status, deal.to_pay]).toEqual([
      'payer',
      'agreed',
      { purpose: 'amount', amount_paise: 90_000 },
    ])
    expect(deal.terms).toMatchObject({
      service_details: KURTA.title,
      details: KURTA.details,
      offer_link: id,
      offer_link_version: 1,
    })
    expect(deal.events.map(({ name, by }) => [name, by])).toEqual([
      ['create', 'payer'],
      ['accept', 'payee'],
    ])
    await pay(app, buyer, body.form_pk)
    await take(app, seller, body.form_pk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, buyer, body.form_pk, 'release')
    expect((await read(id)).body.deals_released).toBeGreaterThan(0)
    expect(await app.verify()).toEqual([])
  })
  it('is no deal that went well when its complaint ended for want of the fee', async () => {
    const [shop, buyer] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    const { body: link } = await create({}, shop)
    const { body } = await buy(link.id, buyer)
    await pay(app, buyer, body.form_pk)
    await take(app, shop, body.form_pk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, buyer, body.form_pk, 'complain', {
      ...{ reason: 'not_received', statement: 'It has not come.', wanted: 'full_refund' },
    })
    await app.advance('P3D')
    await app.runJobs()
    expect((await look(app, buyer, body.form_pk)).status).toBe('released')
    expect((await read(link.id)).body.deals_released).toBe(0)
  })

  it('tells both once, and the seller of no offer to be answered', async () => {
    const id = await linkId()
    const buyer = await person(app, 'Buyer')
    const { body } = await buy(id, buyer)
    const { rows } = await app.db.ownerPool.query(
      'select user_id, kind from notification where deal_id = $1 order by user_id',
      [body.form_pk],
    )
    expect(rows).toEqual(
      [seller.id, buyer.id].sort((a, b) => a - b).map((user_id) => ({ user_id, kind: 'accept' })),
    )
  })

  it('is for Buyers who are signed in', async () => {
    const id = await linkId()
    expect((await app.call('POST', `/api/links/${id}/take`)).status).toBe(401)
    expect((await buy(id, seller)).status).toBe(403)
    expect((await buy(id, await person(app, 'Client'))).status).toBe(403)
    expect(await stockOf(id)).toBe(3)
  })
})

describe('how many are taken', () => {
  it('is limited for one buyer, and a repeated request takes one', async () => {
    const id = await linkId({ per_buyer: 2, stock: null })
    const buyer = await person(app, 'Buyer')
    const once = () =>
      app.call('POST', `/api/links/${id}/take`, { token: buyer.token, headers: { 'idempotency-key': 'one' } })
    expect((await once()).body.form_pk).toBe((await once()).body.form_pk)
    expect((await buy(id, buyer)).status).toBe(201)
    const third = await buy(id, buyer)
    expect([third.status, third.body.code]).toEqual([409, 'limit_reached'])
    expect((await buy(id, await person(app, 'Buyer'))).status).toBe(201)
  })

  it('is refused when the stock is gone, and when it is paused', async () => {
    const id = await linkId({ stock: 1 })
    expect((await buy(id, await person(app, 'Buyer'))).status).toBe(201)
    const buyer = await person(app, 'Buyer')
    const late = await buy(id, buyer)
    expect([late.status, late.body.code, (await read(id)).body.available]).toEqual([409, 'sold_out', false])
    await change(id, { stock: 5, paused: true })
    const paused = await buy(id, buyer)
    expect([paused.status, paused.body.code]).toEqual([409, 'link_paused'])
    await change(id, { paused: false })
    expect((await buy(id, buyer)).status).toBe(201)
    expect(await stockOf(id)).toBe(4)
  })

  it('under a changed price is another version, and touches no deal that was made', async () => {
    const id = await linkId()
    const [first, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const before = (await buy(id, first)).body
    const changed = await change(id, { amount: 1200 })
    expect([changed.body.version, changed.body.amount]).toEqual([2, 1200])
    const stale = await buy(id, second, { version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_terms'])
    const after = (await buy(id, second, { version: 2 })).body
    expect([before.amount, after.amount]).toEqual([900, 1200])
    expect((await look(app, first, before.form_pk)).money.amount_paise).toBe(90_000)
    const { rows } = await app.db.ownerPool.query(
      'select version, amount_paise from offer_link_version where link_id = $1 order by version',
      [id],
    )
    expect(rows).toEqual([
      { version: 1, amount_paise: 90_000 },
      { version: 2, amount_paise: 120_000 },
    ])
  })
})

/** Copies of one Buyer, each with a session: registering as many takes minutes of hashing passwords. */
async function signedInBuyers(count: number): Promise<string[]> {
  const { id } = await person(app, 'Buyer')
  const tokens = Array.from({ length: count }, newToken)
  const { rows } = await app.db.ownerPool.query(
    `insert into app_user (first_name, last_name, email, phone_number, user_type, password_hash)
     select first_name, last_name, 'race' || n || '@example.com', (8000000000 + n)::text, user_type, password_hash
       from app_user, generate_series(1, $2) n where id = $1 returning id`,
    [id, count],
  )
  await app.db.ownerPool.query(
    `insert into session (token_hash, user_id, remember, expires_at)
     select hash, id, false, clock_timestamp() + interval '1 hour' from unnest($1::bytea[], $2::bigint[]) s (hash, id)`,
    [tokens.map(tokenHash), rows.map((row) => row.id)],
  )
  return tokens
}

describe('the stock', () => {
  it('comes back once when a deal ends unpaid, whoever ends it', async () => {
    const id = await linkId({ stock: 2 })
    const [first, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const withdrawn = (await buy(id, first)).body.form_pk
    await buy(id, second)
    expect(await stockOf(id)).toBe(0)
    await take(app, first, withdrawn, 'withdraw')
    expect(await stockOf(id)).toBe(1)
    await app.advance('P30D')
    expect(await stockOf(id)).toBe(2)
    // and the buyer may take again
    expect((await buy(id, first)).status).toBe(201)
  })

  it('stays as its owner set it since, and a piece that was taken after that comes back', async () => {
    const id = await linkId({ stock: 2 })
    const [first, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const before = (await buy(id, first)).body.form_pk
    expect((await change(id, { stock: 0 })).body.stock).toBe(0)
    await take(app, first, before, 'withdraw')
    expect([await stockOf(id), (await read(id)).body.available]).toEqual([0, false])
    await change(id, { stock: 1 })
    const after = (await buy(id, first)).body.form_pk
    expect((await buy(id, second)).body.code).toBe('sold_out')
    await change(id, { title: 'Cotton kurta, size L' })
    await take(app, first, after, 'withdraw')
    expect(await stockOf(id)).toBe(1)
  })

  it('stays gone when the money came and went back', async () => {
    const id = await linkId({ stock: 1 })
    const buyer = await person(app, 'Buyer')
    const { form_pk } = (await buy(id, buyer)).body
    await pay(app, buyer, form_pk)
    await take(app, buyer, form_pk, 'cancel', { reason: 'Not needed' })
    expect(await stockOf(id)).toBe(0)
    expect(await app.verify()).toEqual([])
  })

  it('of 10 makes exactly 10 deals of 200 buyers who come at once', async () => {
    const id = await linkId({ stock: 10 })
    const tokens = await signedInBuyers(200)
    const take = (token: string) => app.call('POST', `/api/links/${id}/take`, { token })
    const statuses = (await Promise.all(tokens.map(take))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(190)
    const { rows } = await app.db.ownerPool.query(
      `select count(*)::int as deals from deal where terms->>'offer_link' = $1`,
      [id],
    )
    expect([rows[0].deals, await stockOf(id)]).toEqual([10, 0])
  }, 300_000)
})

describe('the seller of a link', () => {
  it('who leaves takes it down: its words are gone, the deal keeps its own', async () => {
    const leaving = await person(app, 'Seller')
    const { id } = (await create({}, leaving)).body
    const exported = await app.call('GET', '/api/account/export', { token: leaving.token })
    expect(exported.body.offer_links).toMatchObject([{ id, title: KURTA.title }])
    await app.call('POST', '/api/account/delete', { token: leaving.token, body: { password: PASSWORD } })
    const buyer = await person(app, 'Buyer')
    expect([(await read(id)).status, (await buy(id, buyer)).status]).toEqual([404, 409])
    const { rows } = await app.db.ownerPool.query(
      `select l.title || l.details || v.title || v.details as words
         from offer_link l join offer_link_version v on v.link_id = l.id where l.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ words: '' }])
  })
})

describe('where numbers are checked', () => {
  const sender = new FakeSender()
  const checking = useVerifyingApp([sender])

  it('both sides need a proved number', async () => {
    const owner = await person(checking, 'Seller')
    const make = () => checking.call('POST', '/api/links', { token: owner.token, body: KURTA })
    expect((await make()).body.code).toBe('unverified')
    await verifyPhone(checking, sender, owner)
    const { id } = (await make()).body
    const buyer = await person(checking, 'Buyer')
    const taking = () => checking.call('POST', `/api/links/${id}/take`, { token: buyer.token })
    expect((await taking()).body.code).toBe('unverified')
    await verifyPhone(checking, sender, buyer)
    expect((await taking()).status).toBe(201)
  })
})
