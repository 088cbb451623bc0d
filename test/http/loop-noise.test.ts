/** What one side can do in a loop, each time told to the other: takings of an offer link, and proposals. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { bringTo, inDays, offerServices, type Person, person, take } from '#test/support/people.ts'

const app = useApp({ rateLimitFactor: 1 })

describe('an offer link that is taken and given back again and again', () => {
  const link = async (shop: Person, over: object = {}): Promise<string> => {
    const body = { track: 'shopping', title: 'Cotton kurta', amount: 900, stock: 3, ...over }
    return (await app.call('POST', '/api/links', { token: shop.token, body })).body.id
  }
  const takeOne = (id: string, { token }: Person) =>
    app.call('POST', `/api/links/${id}/take`, { token, body: {} })

  it('is taken by one buyer five times a day more than they may have of it', async () => {
    const [shop, who, other] = [
      await person(app, 'Seller'),
      await person(app, 'Buyer'),
      await person(app, 'Buyer'),
    ]
    const id = await link(shop)
    for (let i = 0; i < 6; i += 1) {
      const { status, body } = await takeOne(id, who)
      expect(status).toBe(201)
      await take(app, who, body.form_pk, 'withdraw')
    }
    const refused = await takeOne(id, who)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect((await app.call('GET', `/api/links/${id}`)).body.available).toBe(true)
    const mails = await new Mailbox(app).all(shop.email)
    // each of five rounds is two, and what came after them is one
    expect(mails).toHaveLength(11)
    expect(mails.at(-1)?.subject).toBe('More offers to you, or changes of them')
    expect((await takeOne(id, other)).status).toBe(201)
  })

  it('counts as an offer of the hour', async () => {
    const [shop, who] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    await app.query(
      `insert into rate_limit (key, hits, ends_at) values ('offers ' || $1::bigint, 60, clock_timestamp() + interval '1 hour')`,
      [who.id],
    )
    const refused = await takeOne(await link(shop), who)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  })

  it('mails a shop each of its sales, however many there are', async () => {
    const shop = await person(app, 'Seller')
    const id = await link(shop, { stock: null, per_buyer: 7 })
    const who = await person(app, 'Buyer')
    for (let i = 0; i < 7; i += 1) expect((await takeOne(id, who)).status).toBe(201)
    expect(await new Mailbox(app).all(shop.email)).toHaveLength(7)
  })
})

describe('a proposal that is made again and again', () => {
  it('is made twenty times a day in one deal by one side', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'in_delivery')
    const propose = (days: number) =>
      app.call('POST', `/api/deals/${pair.formPk}/propose_extension`, {
        token: pair.payee.token,
        body: { due: inDays(days) },
      })
    for (let i = 0; i < 20; i += 1) expect((await propose(30 + (i % 2))).status).toBe(200)
    const refused = await propose(30)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  })
})
