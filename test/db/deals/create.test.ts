/** An offer as it is written: from either form and from a link; who may make one, how many, and how it is read. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#core/errors.ts'
import type { ServicesFields, ShoppingFields } from '#core/offer-fields.ts'
import { DAY_MS } from '#core/time.ts'
import type { OfferLinkRow } from '#server/repositories/offer-links.ts'
import { findUser } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { createFromLink, createServices, createShopping } from '#server/services/deals/create.ts'
import { limitEdits, limitOffers } from '#server/services/deals/offer-limits.ts'
import { previewDeal } from '#server/services/deals/preview.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import {
  accept,
  offerServices,
  offerShopping,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
let buyer: Person
let seller: Person
let team: Person
beforeAll(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
  team = await teammate(app, 'Admin')
})
const { query } = app
const rowOf = async (id: string) => (await query('select * from deal where id = $1', [id]))[0]
const shopping = (over: Partial<ShoppingFields> = {}): ShoppingFields => ({
  ...{
    service_details: 'Phone',
    amount: 1_500,
    cpty_phone: seller.phone,
    cpty_company: seller.business,
    ...over,
  },
})
const services = (phone: string, over: Partial<ServicesFields> = {}): ServicesFields =>
  ({
    ...{
      cpty_full_name: 'Client Person',
      cpty_phone: phone,
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
    },
    ...{
      date_of_completion: Date.now() + 20 * DAY_MS,
      other_info: 'Two drafts',
      cancellation_fee: 10,
      amount: 20_000,
    },
    ...{ coupon_code: null, ...over },
  }) as ServicesFields
const as = <T>(
  who: Person,
  work: (ctx: UserCtx) => Promise<T>,
  options: Parameters<typeof actingAs>[3] = {},
) => actingAs(app, who, work, options)
const refused = (code: string, field?: string) => ({
  code,
  ...(field ? { fields: { [field]: [expect.any(String)] } } : {}),
})

describe('an offer of goods', () => {
  it('is the buyer’s, to the shop that they chose, for as long as the policy says', async () => {
    const { id } = await as(buyer, (ctx) => createShopping(ctx, shopping()))
    const row = await rowOf(id)
    expect(row).toMatchObject({
      ...{ track: 'shopping', status: 'proposed', creator_id: buyer.id, payer_id: buyer.id, payee_id: null },
      ...{
        counterparty_phone: seller.phone,
        counterparty_id: seller.id,
        amount_paise: 150_000,
        coupon_id: null,
      },
      ...{
        commission_basis_points: 0,
        cancellation_fee_basis_points: 2_500,
        completion_at: null,
        last_seq: 1,
      },
      ...{ due_event: 'offerValidity', agreed_at: null, terms_version: 1 },
      terms: {
        ...{
          user_type: ['Buyer'],
          main_user_fname: 'Asha',
          main_user_lname: 'Rao',
          main_user_phone: buyer.phone,
        },
        ...{
          main_user_email: buyer.email,
          service_details: 'Phone',
          amount: 1_500,
          cpty_phone: seller.phone,
        },
        cpty_company: seller.business,
      },
    })
    expect([row.due_at - row.created_at, row.next_reminder_at - row.created_at]).toEqual([
      7 * DAY_MS,
      3.5 * DAY_MS,
    ])
    expect(row.terms).not.toHaveProperty('photos')
    const [event] = await query(
      'select seq, name, by, actor_id, terms_version, data from deal_event where deal_id = $1',
      [id],
    )
    expect(event).toEqual({
      seq: 1,
      name: 'create',
      by: 'payer',
      actor_id: String(buyer.id),
      terms_version: 1,
      data: row.terms,
    })
    const notices = await query('select user_id from notification where deal_id = $1', [id])
    expect(notices).toEqual([{ user_id: seller.id }])
  })
  it('has the pictures that came with it', async () => {
    const photos = [{ id: 'ph1', sha256: 'a'.repeat(64) }]
    const { id } = await as(buyer, (ctx) => createShopping(ctx, shopping(), photos))
    expect((await rowOf(id)).terms.photos).toEqual(photos)
  })
})

describe('no offer of goods', () => {
  it.each<[string, () => Partial<ShoppingFields>, object]>([
    ['to oneself', () => ({ cpty_phone: buyer.phone }), refused('invalid', 'cpty_phone')],
    [
      'to a number that no shop has',
      () => ({ cpty_phone: '9888811111' }),
      refused('invalid', 'cpty_company'),
    ],
    ['to a shop of another name', () => ({ cpty_company: 'Another' }), refused('invalid', 'cpty_company')],
    ['to a buyer', () => ({ cpty_phone: team.phone }), refused('invalid', 'cpty_company')],
  ])('is refused %s', async (_name, over, error) =>
    expect(as(buyer, (ctx) => createShopping(ctx, shopping(over())))).rejects.toMatchObject(error),
  )
  it('is offer by nobody in another role, without a proved number, or who owes us', async () => {
    await expect(as(seller, (ctx) => createShopping(ctx, shopping()))).rejects.toMatchObject(
      refused('forbidden'),
    )
    await query('update app_user set phone_verified_at = null where id = $1', [buyer.id])
    const strict = { settings: { verification: 'on' } } as const
    await expect(as(buyer, (ctx) => createShopping(ctx, shopping()), strict)).rejects.toMatchObject(
      refused('unverified'),
    )
    const debtor = await person(app, 'Buyer')
    await query(`select post('debt-of-' || $1, 'deposit_reversed', null, null, $2, $3)`, [
      ...[String(debtor.id), ['gateway:sandbox', `receivable:${debtor.id}`], [5, -5]],
    ])
    await expect(as(debtor, (ctx) => createShopping(ctx, shopping()))).rejects.toMatchObject(
      refused('debt_open'),
    )
  })
})

describe('an offer of work', () => {
  let maker: Person
  let client: Person
  beforeAll(async () => {
    maker = await person(app, 'Service_Provider')
    client = await person(app, 'Client')
  })
  const create = (over: Partial<ServicesFields> = {}, options = {}) =>
    as(maker, (ctx) => createServices(ctx, services(client.phone, over)), options)
  it('is its maker’s, with the charges of the form and of the policy', async () => {
    const due = Date.now() + 20 * DAY_MS
    const row = await rowOf((await create({ date_of_completion: due })).id)
    expect(row).toMatchObject({
      ...{
        track: 'services',
        creator_id: maker.id,
        payer_id: null,
        payee_id: maker.id,
        counterparty_id: client.id,
      },
      ...{ amount_paise: 2_000_000, commission_basis_points: 500, cancellation_fee_basis_points: 1_000 },
      ...{ completion_at: new Date(due), coupon_id: null },
    })
    expect(row.terms).toMatchObject({
      user_type: ['Service_Provider'],
      cpty_email: null,
      coupon_code: null,
      date_of_completion: expect.stringMatching(/\+05:30$/),
    })
    const [event] = await query('select by from deal_event where deal_id = $1', [row.id])
    expect(event.by).toBe('payee')
  })
  it.each<[string, number, object | null]>([
    ['that is over', -1, refused('invalid', 'date_of_completion')],
    ['that is soon', 60_000, null],
    ['that is far', 365 * DAY_MS * 20, refused('invalid', 'date_of_completion')],
  ])('to a date %s', async (_name, ms, error) => {
    const offer = create({ date_of_completion: Date.now() + ms })
    if (error) await expect(offer).rejects.toMatchObject(error)
    else expect((await offer).status).toBe('proposed')
  })
  it('takes a coupon off its commission, and refuses one that is none', async () => {
    const [{ id }] = await query(
      `insert into coupon (code, created_by) values ('WELCOME30', $1) returning id`,
      [team.id],
    ).catch(() => query(`insert into coupon (code) values ('WELCOME30') returning id`))
    const row = await rowOf((await create({ coupon_code: String(id) })).id)
    expect([row.coupon_id, row.commission_basis_points, row.terms.coupon_code]).toEqual([id, 300, String(id)])
    await expect(create({ coupon_code: '999999' })).rejects.toMatchObject(refused('invalid', 'coupon_code'))
  })
  it('is nobody’s account where the number is no client’s, and refused to oneself', async () => {
    expect((await rowOf((await create({ cpty_phone: seller.phone })).id)).counterparty_id).toBeNull()
    expect((await rowOf((await create({ cpty_phone: '9888822222' })).id)).counterparty_id).toBeNull()
    await expect(create({ cpty_phone: maker.phone })).rejects.toMatchObject(refused('invalid', 'cpty_phone'))
    await expect(as(client, (ctx) => createServices(ctx, services(maker.phone)))).rejects.toMatchObject(
      refused('forbidden'),
    )
  })
  it('wants a target for the money first, but where a provider holds it in the payee’s account', async () => {
    await query('update app_user set phone_verified_at = now() where id = any($1)', [[maker.id, client.id]])
    const strict = { settings: { verification: 'on' } } as const
    await expect(create({}, strict)).rejects.toMatchObject(refused('target_required'))
    const held = { settings: { ...strict.settings, custody: 'psp_hold', provider: 'razorpay' } } as const
    expect((await create({}, held)).status).toBe('proposed')
    await addTarget(app, testSettings, { userId: maker.id })
    expect((await create({}, strict)).status).toBe('proposed')
  })
  it('without a proved number is refused', async () => {
    await query('update app_user set phone_verified_at = null where id = $1', [maker.id])
    await expect(create({}, { settings: { verification: 'on' } })).rejects.toMatchObject(
      refused('unverified'),
    )
  })
})

it('an offer from a link has the link’s terms, and is quiet', async () => {
  const link = {
    id: 'link-1',
    version: 3,
    title: 'Lamp',
    details: 'Brass',
    amount_paise: 90_050,
    photo_id: 'ph',
    owner_id: seller.id,
  } as unknown as OfferLinkRow
  const make = (over: object) =>
    as(buyer, async (ctx) => {
      const owner = await findUser(ctx.tx, seller.id)
      if (!owner) throw new Error('no seller')
      return createFromLink(ctx, { link: { ...link, ...over }, seller: owner, photos: [] })
    })
  const { id } = await make({})
  const row = await rowOf(id)
  expect([row.amount_paise, row.terms]).toMatchObject([
    90_050,
    {
      service_details: 'Lamp',
      details: 'Brass',
      offer_link: 'link-1',
      offer_link_version: 3,
      offer_link_photo: 'ph',
      amount: 900.5,
    },
  ])
  expect(await query('select from notification where deal_id = $1', [id])).toEqual([])
  const bare = (await rowOf((await make({ details: '', photo_id: null })).id)).terms
  expect([bare.details, bare.offer_link_photo]).toEqual([undefined, undefined])
})

describe('a preview', () => {
  const preview = (who: Person, id: string, track: 'shopping' | 'services' = 'shopping') =>
    as(who, (ctx) => previewDeal(ctx, track, id))
  it('has the form’s own fields, and says whether its reader can accept it', async () => {
    const pair = await offerShopping(app)
    const own = await preview(pair.payer, pair.formPk)
    expect(own).toMatchObject({
      ...{
        form_pk: pair.formPk,
        service_details: 'Phone',
        amount: 1_500,
        amount_paise: 150_000,
        status: 'proposed',
      },
      ...{
        terms_version: 1,
        can_accept: false,
        link: `http://amanat.test/api/transactions/shopping/?form_pk=${pair.formPk}`,
      },
      created_at: expect.stringMatching(/\+05:30$/),
    })
    expect(own).not.toHaveProperty('commission')
    expect((await preview(pair.payee, pair.formPk)).can_accept).toBe(true)
    const work = await offerServices(app)
    expect(await preview(work.payee, work.formPk, 'services')).toMatchObject({
      commission: 1_000,
      commission_paise: 100_000,
    })
  })
  it('is of its own track, for its reader in the role that it is offer to', async () => {
    const pair = await offerShopping(app)
    await expect(preview(pair.payer, pair.formPk, 'services')).rejects.toMatchObject(refused('not_found'))
    await query(`update app_user set user_type = 'Buyer', other_roles = '{Seller}' where id = $1`, [
      pair.payee.id,
    ])
    await expect(preview(pair.payee, pair.formPk)).rejects.toMatchObject(refused('not_found'))
    expect((await preview(team, pair.formPk)).can_accept).toBe(false)
    await query(`update app_user set user_type = 'Seller', other_roles = '{Buyer}' where id = $1`, [
      pair.payee.id,
    ])
    await accept(app, pair)
    await query(`update app_user set user_type = 'Buyer', other_roles = '{Seller}' where id = $1`, [
      pair.payee.id,
    ])
    expect((await preview(pair.payee, pair.formPk)).status).toBe('agreed')
  })
})

describe('how many', () => {
  it('offers an hour one account may make', async () => {
    const who = await person(app, 'Buyer')
    await query(
      `insert into rate_limit (key, hits, ends_at) values ('offers ' || $1::bigint, 59, clock_timestamp() + interval '40 minutes')`,
      [who.id],
    )
    await as(who, (ctx) => limitOffers(ctx, '9888833333', 1))
    const error = await as(who, (ctx) => limitOffers(ctx, '9888833333', 1)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'rate_limited' })
    const seconds = error instanceof Refusal ? (error.retryAfterSeconds ?? 0) : 0
    expect(Math.abs(seconds - 2_400)).toBeLessThan(50)
    await as(who, (ctx) => limitOffers(ctx, '9888833333', 2))
  })
  it('open ones to one person', async () => {
    const who = await person(app, 'Buyer')
    for (let n = 0; n < 4; n += 1) await as(who, (ctx) => createShopping(ctx, shopping()))
    await as(who, (ctx) => limitOffers(ctx, seller.phone, 1))
    const { id } = await as(who, (ctx) => createShopping(ctx, shopping()))
    await expect(as(who, (ctx) => limitOffers(ctx, seller.phone, 1))).rejects.toMatchObject(
      refused('offers_open'),
    )
    await as(who, (ctx) => limitOffers(ctx, team.phone, 1))
    await take(app, who, id, 'withdraw')
    await as(who, (ctx) => limitOffers(ctx, seller.phone, 1))
  })
  it('changes an hour of one offer, and to whom', async () => {
    const who = await person(app, 'Buyer')
    const deal = { id: `of-${who.id}`, counterparty_phone: seller.phone }
    const edit = (phone: unknown, factor = 1) => as(who, (ctx) => limitEdits(ctx, { deal, phone }, factor))
    await query(
      `insert into rate_limit (key, hits, ends_at) values ($1, 29, clock_timestamp() + interval '1 hour')`,
      [`edits ${deal.id}`],
    )
    await edit(undefined)
    await expect(edit(undefined)).rejects.toMatchObject({
      ...{ code: 'rate_limited', retryAfterSeconds: expect.closeTo(3_600, -2) },
    })
    await query(`update rate_limit set hits = 0 where key = $1`, [`edits ${deal.id}`])
    const hits = async () =>
      (await query(`select hits from rate_limit where key = 'offers ' || $1::bigint`, [who.id]))[0]?.hits
    await edit(seller.phone)
    await edit(` ${seller.phone.slice(0, 5)} ${seller.phone.slice(5)}`)
    expect(await hits()).toBeUndefined()
    await edit(team.phone)
    expect(await hits()).toBe(1)
  })
})
