/** What a seller asks for and whom a buyer invites: shown to each in part, limited, sent as an offer once, and ended. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#core/time.ts'
import type { UserCtx } from '#server/services/context.ts'
import * as invites from '#server/services/deals/invites.ts'
import * as requests from '#server/services/deals/requests.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, person } from '#test/support/people.ts'

const app = useApp()
let buyer: Person
let seller: Person
beforeAll(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
})
const { query } = app
const rowOf = async (id: string) => (await query('select * from deal where id = $1', [id]))[0]
const as = <T>(
  who: Person,
  work: (ctx: UserCtx) => Promise<T>,
  options: Parameters<typeof actingAs>[3] = {},
) => actingAs(app, who, work, options)
const refused = (code: string, field?: string) => ({
  ...{ code, ...(field ? { fields: { [field]: [expect.any(String)] } } : {}) },
})
const fields = (phone: string) => ({
  service_details: 'Camera',
  amount: 4_500,
  details: 'A scratch',
  cpty_phone: phone,
})
const ask = (who: Person, phone: string, options = {}) =>
  as(who, (ctx) => requests.createRequest(ctx, fields(phone), 1000), options)

describe('a request', () => {
  it('is shown to whoever asked as they typed it, and to the buyer with the shop', async () => {
    const [asker, reader] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    const row = await ask(asker, reader.phone)
    expect(row).toEqual({
      ...{
        id: expect.any(String),
        is_mine: true,
        title: 'Camera',
        amount_paise: 450_000,
        photos: [],
        details: 'A scratch',
      },
      ...{
        condition: undefined,
        serial: undefined,
        listing_url: undefined,
        phone_number: reader.phone,
        business_name: null,
      },
      ...{
        seller_name: null,
        link: 'http://amanat.test/deals',
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    })
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(30 * DAY_MS)
    const [shown, ...others] = await as(reader, requests.listRequests)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      is_mine: false,
      business_name: asker.business,
      seller_name: 'Asha Rao',
      phone_number: asker.phone,
    })
    expect(await as(asker, requests.listRequests)).toMatchObject([{ is_mine: true }])
    const notices = await query(`select title from notification where user_id = $1 and kind = 'request'`, [
      reader.id,
    ])
    expect(notices).toEqual([{ title: `${asker.business} (Asha Rao) asks you for a deal: Camera, ₹4,500` }])
  })
  it('to a number that is no buyer’s is answered the same, and told nobody', async () => {
    const asker = await person(app, 'Seller')
    for (const phone of [seller.phone, '9888844444']) expect((await ask(asker, phone)).is_mine).toBe(true)
    expect(await query('select buyer_id from deal_request where seller_id = $1', [asker.id])).toEqual([
      { buyer_id: null },
      { buyer_id: null },
    ])
    expect(
      await query(`select from notification where user_id = $1 and kind = 'request'`, [seller.id]),
    ).toEqual([])
    await expect(ask(asker, asker.phone)).rejects.toMatchObject(refused('invalid', 'cpty_phone'))
  })
  it('five may wait for one buyer, and twenty in all', async () => {
    const [asker, reader] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    for (let n = 0; n < 5; n += 1) await ask(asker, reader.phone)
    await expect(ask(asker, reader.phone)).rejects.toMatchObject(refused('offers_open'))
    for (let n = 0; n < 15; n += 1) await ask(asker, String(9_888_850_000 + n))
    await expect(ask(asker, '9888860000')).rejects.toMatchObject(refused('limit_reached'))
  })
})

describe('a request that was made', () => {
  it('is sent as the buyer’s own offer once, and ended by either', async () => {
    const [asker, reader, other] = [
      await person(app, 'Seller'),
      await person(app, 'Buyer'),
      await person(app, 'Buyer'),
    ]
    const { id } = await ask(asker, reader.phone)
    const confirm = (who: Person) => as(who, (ctx) => requests.confirmRequest(ctx, { id }, 1000))
    await expect(confirm(other)).rejects.toMatchObject(refused('not_found'))
    await expect(confirm(asker)).rejects.toMatchObject(refused('not_found'))
    const { form_pk } = await confirm(reader)
    expect(await rowOf(form_pk)).toMatchObject({
      payer_id: reader.id,
      counterparty_id: asker.id,
      amount_paise: 450_000,
    })
    await expect(confirm(reader)).rejects.toMatchObject(refused('wrong_state'))
    const end = (who: Person, of: string) => as(who, (ctx) => requests.endRequest(ctx, of))
    await expect(end(reader, id)).rejects.toMatchObject(refused('not_found'))
    const [one, two] = [await ask(asker, reader.phone), await ask(asker, reader.phone)]
    await expect(end(other, one.id)).rejects.toMatchObject(refused('not_found'))
    await end(asker, one.id)
    const declined = () =>
      query(`select title from notification where user_id = $1 and kind = 'request_declined'`, [asker.id])
    expect(await declined()).toEqual([])
    await end(reader, two.id)
    expect(await declined()).toEqual([{ title: 'The buyer said no to your deal: Camera' }])
    await expect(end(reader, 'none')).rejects.toMatchObject(refused('not_found'))
  })
  it('of a seller who can be offered nothing any more is none', async () => {
    const [asker, reader] = [await person(app, 'Seller'), await person(app, 'Buyer')]
    const { id } = await ask(asker, reader.phone)
    await query(`update app_user set user_type = 'Buyer' where id = $1`, [asker.id])
    expect(await as(reader, requests.listRequests)).toEqual([])
    await expect(as(reader, (ctx) => requests.confirmRequest(ctx, { id }, 1000))).rejects.toMatchObject(
      refused('wrong_state'),
    )
    await expect(as(reader, (ctx) => requests.uploadRoomOfRequest(ctx, id))).rejects.toMatchObject(
      refused('not_found'),
    )
    expect(await as(asker, (ctx) => requests.uploadRoomOfRequest(ctx, id))).toEqual(expect.any(Array))
    await expect(as(reader, (ctx) => requests.openRequestPhoto(ctx, id, 'none'))).rejects.toMatchObject(
      refused('not_found'),
    )
  })
})

describe('an invitation', () => {
  const fields = (phone: string) => ({ service_details: 'Camera', amount: 4_500, cpty_phone: phone })
  const invite = (who: Person, phone: string) => as(who, (ctx) => invites.createInvite(ctx, fields(phone)))
  it('waits for its seller, and is sent once they are there', async () => {
    const who = await person(app, 'Buyer')
    const phone = '9888870001'
    const row = await invite(who, phone)
    expect(row).toEqual({
      ...{
        id: expect.any(String),
        title: 'Camera',
        amount_paise: 450_000,
        photos: [],
        phone_number: phone,
        business_name: null,
      },
      ...{
        form_pk: null,
        link: 'http://amanat.test/register?invited=Seller',
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    })
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBeGreaterThan(20 * DAY_MS)
    const send = (by: Person) => as(by, (ctx) => invites.sendInvite(ctx, row.id, 1000))
    await expect(send(who)).rejects.toMatchObject(refused('wrong_state'))
    await expect(send(buyer)).rejects.toMatchObject(refused('not_found'))
    const joined = await person(app, 'Seller', { phone_number: phone })
    expect((await as(who, invites.listInvites))[0]?.business_name).toBe(joined.business)
    const { form_pk } = await send(who)
    expect(await rowOf(form_pk)).toMatchObject({
      payer_id: who.id,
      counterparty_id: joined.id,
      amount_paise: 450_000,
    })
    await expect(send(who)).rejects.toMatchObject(refused('wrong_state'))
    await expect(as(who, (ctx) => invites.uploadRoomOfInvite(ctx, row.id))).rejects.toMatchObject(
      refused('wrong_state'),
    )
  })
  it('to oneself is none; twenty may wait; and one is taken back', async () => {
    const who = await person(app, 'Buyer')
    await expect(invite(who, who.phone)).rejects.toMatchObject(refused('invalid', 'cpty_phone'))
    const first = await invite(who, '9888880000')
    for (let n = 1; n < 20; n += 1) await invite(who, String(9_888_880_000 + n))
    await expect(invite(who, '9888890000')).rejects.toMatchObject(refused('limit_reached'))
    await expect(as(buyer, (ctx) => invites.withdrawInvite(ctx, first.id))).rejects.toMatchObject(
      refused('not_found'),
    )
    await as(who, (ctx) => invites.withdrawInvite(ctx, first.id))
    await expect(as(who, (ctx) => invites.uploadRoomOfInvite(ctx, first.id))).rejects.toMatchObject(
      refused('not_found'),
    )
  })
})
