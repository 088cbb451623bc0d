/** Details, condition, serial number and listing: terms as the spec's own fields are, in both forms and in every change. */
import { afterAll, describe, expect, it } from 'vitest'
import { stopRendering } from '#server/pdf/render.ts'
import { useApp } from '#test/support/app.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import { accept, look, offerServices, offerShopping, type Pair, person, take } from '#test/support/people.ts'

const app = useApp()
afterAll(stopRendering)

const DESCRIPTION = {
  details: 'iPhone 13 (128 GB), 2nd hand.\n<script>alert("x")</script> & charger',
  condition: 'Used, small scratch on the back',
  serial: '356938035643809',
  listing_url: 'https://www.olx.in/item/iphone-13-iid-1',
}
const NAMES = Object.keys(DESCRIPTION)
const OFFERS = [
  ['shopping', offerShopping],
  ['services', offerServices],
] as const

const preview = async (track: string, { formPk, payer }: Pair) =>
  (await app.call('GET', `/api/transactions/${track}/?form_pk=${formPk}`, { token: payer.token })).body

describe.each(OFFERS)('the description of %s', (track, offer) => {
  it('is answered as it was sent, in the preview and in the deal', async () => {
    const pair = await offer(app, DESCRIPTION)
    expect(await preview(track, pair)).toMatchObject(DESCRIPTION)
    const deal = await look(app, pair.counterparty, pair.formPk)
    expect(deal.terms).toMatchObject(DESCRIPTION)
    expect(deal.events[0]?.data).toMatchObject(DESCRIPTION)
  })

  it('leaves the answers of an offer without one as they were', async () => {
    const pair = await offer(app, { details: '', condition: null, listing_url: ' ' })
    const deal = await look(app, pair.payer, pair.formPk)
    for (const answer of [await preview(track, pair), deal.terms, deal.events[0]?.data])
      for (const name of NAMES) expect(answer).not.toHaveProperty(name)
  })

  it('is changed as a new version of the terms; what is not sent stays, what is emptied goes', async () => {
    const pair = await offer(app, DESCRIPTION)
    const { serial, listing_url, ...rest } = DESCRIPTION
    const details = 'iPhone 13, 256 GB'
    const edited = await take(app, pair.creator, pair.formPk, 'edit', { details, serial: '' })
    expect(edited).toMatchObject({ terms_version: 2, terms: { ...rest, details, listing_url } })
    expect(edited.terms).not.toHaveProperty('serial')
    expect(edited.events[1]?.data).toEqual(edited.terms)
    expect(edited.events[0]?.data).toMatchObject({ details: DESCRIPTION.details, serial })
    expect(edited.events[1]?.hash).not.toBe(edited.events[0]?.hash)
    const late = await app.call('POST', `/api/deals/${pair.formPk}/accept`, {
      token: pair.counterparty.token,
      body: { terms_version: 1, rules_accepted: true },
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale_terms' } })
  })

  it('stands as it is once agreed, and in the agreement', async () => {
    const pair = await offer(app, DESCRIPTION)
    await accept(app, pair)
    const edit = await app.call('POST', `/api/deals/${pair.formPk}/edit`, {
      token: pair.creator.token,
      body: { details: 'Something else' },
    })
    expect(edit.status).toBe(409)
    const printed = await agreementOf(pair)
    for (const text of Object.values(DESCRIPTION))
      for (const line of text.split('\n')) expect(printed).toContain(squeezed(line))
  })

  it('of 2,000 characters on many lines goes on over the pages of the agreement', async () => {
    const pair = await offer(app, { details: `first ${'word\n'.repeat(395)} last` })
    await accept(app, pair)
    const printed = await agreementOf(pair)
    expect(printed).toContain('first')
    expect(printed).toContain('last')
  })
})

async function agreementOf({ formPk, payer }: Pair): Promise<string> {
  const ask = () =>
    app.app.inject({
      url: `/api/deals/${formPk}/agreement.pdf`,
      headers: { host: 'amanat.test', authorization: `Token ${payer.token}` },
    })
  const first = await ask()
  // a busy machine may not have the renderer's fonts within its limit
  const reply = first.statusCode === 503 ? await ask() : first
  expect(reply.statusCode).toBe(200)
  return squeezed(await printedOn(reply.rawPayload))
}

it.each([
  [{ details: 'x'.repeat(2001) }, { details: ['Maximum length of 2000 exceeded!'] }],
  [
    { listing_url: 'javascript:alert(1)' },
    { listing_url: ['This must be a link that starts with https:// or http://.'] },
  ],
])('refuses %j beside its field', async (over, answer) => {
  const [buyer, seller] = [await person(app, 'Buyer'), await person(app, 'Seller')]
  const body = {
    service_details: 'Phone',
    amount: 1500,
    cpty_phone: seller.phone,
    cpty_company: seller.business,
    ...over,
  }
  const reply = await app.call('POST', '/api/transactions/shopping/', { token: buyer.token, body })
  expect(reply).toMatchObject({ status: 400, body: answer })
})

it('a list of deliverables is a term of work, changed and emptied as the rest', async () => {
  const deliverable_list = [
    { item: 'product photos (1080p)', count: 5 },
    { item: 'reels', count: 2 },
  ]
  const pair = await offerServices(app, { deliverable_list })
  expect(await preview('services', pair)).toMatchObject({ deliverable_list })
  const edited = await take(app, pair.creator, pair.formPk, 'edit', { amount: 900 })
  expect(edited).toMatchObject({ terms_version: 2, terms: { deliverable_list } })
  const emptied = await take(app, pair.creator, pair.formPk, 'edit', { deliverable_list: [] })
  expect(emptied.terms).not.toHaveProperty('deliverable_list')
  await take(app, pair.creator, pair.formPk, 'edit', { deliverable_list })
  await take(app, pair.counterparty, pair.formPk, 'accept', { terms_version: 4, rules_accepted: true })
  expect(await agreementOf(pair)).toContain(squeezed('5 × product photos (1080p)'))
})
