/** An offer is made to an account: a number that passes to another person takes no offer along. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  accept,
  inDays,
  look,
  offerServices,
  offerShopping,
  PASSWORD,
  type Pair,
  type Person,
  person,
  take,
} from '#test/support/people.ts'

const app = useApp()

const deleteAccount = (who: Person) =>
  app.call('POST', '/api/account/delete', { token: who.token, body: { password: PASSWORD } })

/** Everything of an offer that a stranger could ask for. */
async function answersFor(who: Person, { formPk }: Pair, track: 'shopping' | 'services'): Promise<number[]> {
  const calls = [
    ['GET', `/api/deals/${formPk}`, undefined],
    ['GET', `/api/transactions/${track}/?form_pk=${formPk}`, undefined],
    ['GET', `/api/deals/${formPk}/messages`, undefined],
    ['POST', `/api/deals/${formPk}/accept`, { terms_version: 1, rules_accepted: true }],
    ['POST', `/api/deals/${formPk}/decline`, {}],
  ] as const
  const replies = []
  for (const [method, url, body] of calls)
    replies.push((await app.call(method, url, { token: who.token, body })).status)
  const { body: list } = await app.call('GET', '/api/deals', { token: who.token })
  return [...replies, list.length]
}
const NOTHING = [404, 404, 404, 404, 404, 0]

describe('the number of a seller who has left', () => {
  it('brings its next holder no offer: what was offered to the account ends with it', async () => {
    const pair = await offerShopping(app)
    expect((await deleteAccount(pair.payee)).status).toBe(200)
    const thief = await person(app, 'Seller', { phone_number: pair.payee.phone })
    expect(await answersFor(thief, pair, 'shopping')).toEqual(NOTHING)
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.status).toBe('declined')
    expect(deal.events.at(-1)).toMatchObject({ name: 'decline', by: 'payee' })
    const { body: news } = await app.call('GET', '/api/notices', { token: pair.payer.token })
    expect(news[0]).toMatchObject({ kind: 'decline' })
  })

  it('nor when it was only changed, whatever the next holder calls the business', async () => {
    const pair = await offerShopping(app)
    await app.db.ownerPool.query(`update app_user set phone_number = '9700000101' where id = $1`, [
      pair.payee.id,
    ])
    const thief = await person(app, 'Seller', { phone_number: pair.payee.phone })
    expect(await answersFor(thief, pair, 'shopping')).toEqual(NOTHING)
    expect((await accept(app, pair)).status).toBe('agreed')
  })
})

describe('an offer of work', () => {
  it('stays with the client that it was made to', async () => {
    const pair = await offerServices(app)
    await app.db.ownerPool.query(`update app_user set phone_number = '9700000102' where id = $1`, [
      pair.payer.id,
    ])
    const next = await person(app, 'Client', { phone_number: pair.payer.phone })
    expect(await answersFor(next, pair, 'services')).toEqual(NOTHING)
    // words changed, not the number: still theirs
    await take(app, pair.payee, pair.formPk, 'edit', { amount: 15_000 })
    expect(await answersFor(next, pair, 'services')).toEqual(NOTHING)
    expect((await look(app, pair.payer, pair.formPk)).terms_version).toBe(2)
  })

  it('to a number that nobody has is bound to the first holder who opens it', async () => {
    const pair = await offerTo('9700000103')
    const first = await person(app, 'Client', { phone_number: '9700000103' })
    expect((await look(app, first, pair.formPk)).status).toBe('proposed')
    await app.db.ownerPool.query(`update app_user set phone_number = '9700000104' where id = $1`, [first.id])
    const next = await person(app, 'Client', { phone_number: '9700000103' })
    expect(await answersFor(next, pair, 'services')).toEqual(NOTHING)
    expect((await accept(app, { ...pair, counterparty: first })).status).toBe('agreed')
  })

  it('is bound to one account when two open it at once', async () => {
    const pair = await offerTo('9700000105')
    const holder = await person(app, 'Client', { phone_number: '9700000105' })
    const opened = await Promise.all(Array.from({ length: 8 }, () => look(app, holder, pair.formPk)))
    expect(opened.map(({ status }) => status)).toEqual(Array(8).fill('proposed'))
    const { rows } = await app.db.ownerPool.query('select counterparty_id::int from deal where id = $1', [
      pair.formPk,
    ])
    expect(rows).toEqual([{ counterparty_id: holder.id }])
  })

  it('goes to another number when the freelancer corrects it, and from then on is nobody else’s', async () => {
    const pair = await offerServices(app)
    const right = await person(app, 'Client')
    await take(app, pair.payee, pair.formPk, 'edit', { cpty_phone: right.phone })
    expect(await answersFor(pair.payer, pair, 'services')).toEqual(NOTHING)
    expect((await look(app, right, pair.formPk)).status).toBe('proposed')
  })

  it.each(['withdrawn', 'expired'] as const)(
    '%s: is not read by whoever has the number later',
    async (end) => {
      const number = end === 'withdrawn' ? '9700000106' : '9700000107'
      const pair = await offerTo(number)
      if (end === 'withdrawn') await take(app, pair.payee, pair.formPk, 'withdraw')
      else await app.advance('P7DT1H')
      const later = await person(app, 'Client', { phone_number: number })
      expect(await answersFor(later, pair, 'services')).toEqual(NOTHING)
    },
  )

  it('withdrawn: is still read by the account that it was made to', async () => {
    const pair = await offerServices(app)
    await take(app, pair.payee, pair.formPk, 'withdraw')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('withdrawn')
  })
})

/** A freelancer's offer to a number that no account has yet. */
async function offerTo(phone: string): Promise<Pair> {
  const payee = await person(app, 'Service_Provider')
  const { status, body } = await app.call('POST', '/api/transactions/services/', {
    token: payee.token,
    body: {
      ...{ cpty_full_name: 'Client Person', cpty_phone: phone, deliverables: 'A logo in three sizes' },
      ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), other_info: 'Two drafts' },
      ...{ cancellation_fee: 10, amount: 20_000, coupon_code: null },
    },
  })
  expect(status).toBe(201)
  return { payer: payee, payee, creator: payee, counterparty: payee, formPk: body.form_pk }
}

describe('a business', () => {
  it('that is not called what was offered accepts nothing', async () => {
    const pair = await offerShopping(app)
    await app.db.ownerPool.query(`update app_user set business_name = 'Another Shop' where id = $1`, [
      pair.payee.id,
    ])
    const reply = await app.call('POST', `/api/deals/${pair.formPk}/accept`, {
      token: pair.payee.token,
      body: { terms_version: 1, rules_accepted: true },
    })
    expect(reply.status).toBe(404)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('proposed')
  })
})
