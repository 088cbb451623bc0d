/** Whether one would deal with the other side again: once, by the parties of an ended deal alone, shown as a count. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  bringTo,
  look,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
} from '#test/support/people.ts'

const app = useApp()
const rate = (who: Person, formPk: string, again: unknown) =>
  app.call('POST', `/api/deals/${formPk}/rating/`, { token: who.token, body: { again } })
/** Between people who have met. */
async function offerTo(payee: Person, by?: Person): Promise<Pair> {
  const payer = by ?? (await person(app, 'Buyer'))
  const { body } = await app.call('POST', '/api/transactions/shopping/', {
    token: payer.token,
    body: { service_details: 'Phone', amount: 1500, cpty_phone: payee.phone, cpty_company: payee.business },
  })
  return { payer, payee, creator: payer, counterparty: payee, formPk: body.form_pk }
}
const released = async (offer?: Promise<Pair>): Promise<Pair> => {
  const pair = await (offer ?? offerShopping(app))
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  return pair
}

describe('a rating', () => {
  it('is given once by each party, and cannot be taken back', async () => {
    const { payer, payee, formPk } = await released()
    expect((await look(app, payer, formPk)).rating).toEqual({ open: true, given: null })
    const { status, body } = await rate(payer, formPk, true)
    expect([status, body.rating]).toEqual([200, { open: false, given: true }])
    expect((await rate(payer, formPk, false)).body.code).toBe('limit_reached')
    expect((await look(app, payee, formPk)).rating).toEqual({ open: true, given: null })
    expect((await rate(payee, formPk, false)).status).toBe(200)
    const deal = await look(app, payer, formPk)
    expect([deal.parties.payer.again, deal.parties.payee.again]).toEqual([
      { yes: 0, of: 1 },
      { yes: 1, of: 1 },
    ])
  })

  it('is one of two taps at the same moment', async () => {
    const { payer, formPk } = await released()
    const answers = await Promise.all([true, false, true].map((again) => rate(payer, formPk, again)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it.each(['proposed', 'agreed', 'funded', 'delivered'] as const)('is too early when %s', async (status) => {
    const pair = await offerShopping(app)
    if (status !== 'proposed') await bringTo(app, pair, status)
    expect((await rate(pair.payer, pair.formPk, true)).status).toBe(409)
    expect((await look(app, pair.payer, pair.formPk)).rating.open).toBe(false)
  })

  it('is not of a deal that nobody paid', async () => {
    const pair = await offerShopping(app)
    await take(app, pair.payer, pair.formPk, 'withdraw')
    expect((await rate(pair.payer, pair.formPk, true)).status).toBe(409)
  })

  it('is nobody else’s to give, and needs an answer', async () => {
    const { payer, formPk } = await released()
    expect((await rate(await person(app, 'Buyer'), formPk, true)).status).toBe(404)
    expect((await rate(payer, formPk, 'yes')).status).toBe(400)
    const { rows } = await app.db.ownerPool.query('select * from deal_rating where deal_id = $1', [formPk])
    expect(rows).toEqual([])
  })
})

describe('the count', () => {
  it('is met in the next offer, by people and not by deals', async () => {
    const first = await released()
    await rate(first.payer, first.formPk, true)
    const again = await released(offerTo(first.payee, first.payer))
    await rate(first.payer, again.formPk, false)
    const second = await released(offerTo(first.payee))
    await rate(second.payer, second.formPk, true)
    const next = await offerTo(first.payee)
    const deal = await look(app, next.payer, next.formPk)
    expect([deal.status, deal.parties.payee.again]).toEqual(['proposed', { yes: 1, of: 2 }])
    expect((await look(app, first.payee, next.formPk)).parties.payer.again).toEqual({ yes: 0, of: 0 })
  })

  it('tells a freelancer nothing of who has the number of an open offer', async () => {
    const first = await offerServices(app)
    await bringTo(app, first, 'delivered')
    await take(app, first.payer, first.formPk, 'release')
    await rate(first.payee, first.formPk, true)
    const next = await offerServices(app, { cpty_phone: first.payer.phone })
    expect((await look(app, next.payee, next.formPk)).parties.payer.again).toEqual({ yes: 0, of: 0 })
  })
})
