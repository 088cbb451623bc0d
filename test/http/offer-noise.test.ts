/** Offers are shown and mailed to others: how many one account may make, and what a stranger's mailbox gets of them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { inDays, offerServices, type Person, person, take } from '#test/support/people.ts'

const app = useApp()
const limited = useApp({ rateLimitFactor: 1 })
const mailbox = new Mailbox(app)
let buyer: Person
beforeAll(async () => {
  buyer = await person(limited, 'Buyer')
})

const offer = (to: Person, over: Record<string, unknown> = {}, from = buyer) =>
  limited.call('POST', '/api/transactions/shopping/', {
    token: from.token,
    body: { service_details: 'Phone', amount: 100, cpty_phone: to.phone, cpty_company: to.business, ...over },
  })

describe('open offers to one person', () => {
  it('are five, and one more once one of them has ended', async () => {
    const seller = await person(limited, 'Seller')
    const replies = await Promise.all(Array.from({ length: 8 }, () => offer(seller)))
    const accepted = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(accepted).toHaveLength(5)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'offers_open']),
    )
    await take(limited, buyer, accepted[0]?.body.form_pk, 'withdraw')
    expect((await offer(seller)).status).toBe(201)
  })
})

describe('offers of one account', () => {
  it('are sixty an hour; what was refused does not count, and nobody else is held up by it', async () => {
    const app60 = await startApp({ rateLimitFactor: 1 })
    try {
      const [freelancer, other] = [
        await person(app60, 'Service_Provider'),
        await person(app60, 'Service_Provider'),
      ]
      const send = (i: number, over: Record<string, unknown> = {}, { token } = freelancer) =>
        app60.call('POST', '/api/transactions/services/', {
          token,
          body: {
            cpty_full_name: 'Client Person',
            cpty_phone: String(9_300_000_000 + i),
            deliverables: 'A logo',
            payment_mode: 'Full Payment',
            date_of_completion: inDays(5),
            other_info: 'Two drafts',
            cancellation_fee: 0,
            amount: 500,
            coupon_code: null,
            ...over,
          },
        })
      for (let i = 0; i < 5; i += 1)
        expect((await send(i, { date_of_completion: inDays(-1) })).status).toBe(400)
      for (let i = 0; i < 60; i += 1) expect((await send(i)).status).toBe(201)
      const refused = await send(60)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
      expect((await send(61, {}, other)).status).toBe(201)
    } finally {
      await app60.stop()
    }
  })
})

describe('an address that somebody else typed', () => {
  const words = {
    deliverables: 'Urgent send money to get your refund',
    cpty_full_name: 'Lucky Winner',
    other_info: 'Claim it today',
  }
  it('gets none of their words, and one mail a day however many offers name it', async () => {
    const email = 'stranger@example.org'
    const { payee, formPk } = await offerServices(app, {
      ...words,
      cpty_phone: '9310000001',
      cpty_email: email,
    })
    await offerServices(app, { ...words, cpty_phone: '9310000002', cpty_email: email })
    await take(app, payee, formPk, 'edit', { deliverables: 'Call this number now' })
    const mails = await mailbox.all(email)
    expect(mails).toHaveLength(1)
    const sent = `${mails[0]?.subject}\n${mails[0]?.text}`
    for (const word of ['Urgent', 'refund', 'Lucky', 'Claim', 'Call', 'Asha', 'Rao'])
      expect(sent).not.toContain(word)
    expect(sent).toContain(`/d/${formPk}`)
  })
  it('is not told when the offer is withdrawn', async () => {
    const email = 'stranger2@example.org'
    const { payee, formPk } = await offerServices(app, { cpty_phone: '9310000003', cpty_email: email })
    await take(app, payee, formPk, 'withdraw')
    expect(await mailbox.all(email)).toHaveLength(1)
  })
})

describe('an account that many offers reach', () => {
  it('gets five mails, then one for the rest of the hour, and every notification', async () => {
    const seller = await person(limited, 'Seller')
    const buyers = [await person(limited, 'Buyer'), await person(limited, 'Buyer')]
    for (const from of buyers)
      for (let i = 0; i < 5; i += 1) expect((await offer(seller, {}, from)).status).toBe(201)
    const mails = await new Mailbox(limited).all(seller.email)
    expect(mails).toHaveLength(6)
    expect(mails.at(-1)?.subject).toBe('More offers to you, or changes of them')
    const notices = await limited.call('GET', '/api/notices', { token: seller.token })
    expect(notices.headers['x-total-count']).toBe('10')
  })
})

describe('an offer that is changed again and again', () => {
  const words = (i: number) => ({ service_details: `Phone ${'x'.repeat(1 + (i % 8))}` })
  const change = (formPk: string, body: object) =>
    limited.call('POST', `/api/deals/${formPk}/edit`, { token: buyer.token, body })

  it('is changed thirty times an hour; what was refused does not count', async () => {
    const seller = await person(limited, 'Seller')
    const { form_pk } = (await offer(seller)).body
    expect((await change(form_pk, { cpty_company: 'Nobody' })).status).toBe(400)
    for (let i = 1; i <= 30; i += 1) expect((await change(form_pk, words(i))).status).toBe(200)
    const refused = await change(form_pk, words(31))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect((await change((await offer(seller)).body.form_pk, words(1))).status).toBe(200)
  })

  it('cannot be turned to somebody who has five open ones', async () => {
    const victim = await person(limited, 'Seller')
    const others = await Promise.all(Array.from({ length: 7 }, () => person(limited, 'Seller')))
    const offers = []
    for (const other of others) offers.push((await offer(other)).body.form_pk)
    // one number, however it is written
    const spelled = [victim.phone, `+91 ${victim.phone}`, `0${victim.phone}`, Number(victim.phone)]
    const toVictim = (i: number) => ({
      cpty_phone: spelled[i % spelled.length],
      cpty_company: victim.business,
    })
    const replies = []
    for (const [i, formPk] of offers.entries()) replies.push(await change(formPk, toVictim(i)))
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      ...Array(5).fill([200, undefined]),
      ...Array(2).fill([409, 'offers_open']),
    ])
  })

  it('is mailed five times an hour, its end too, and then once for the rest', async () => {
    const seller = await person(limited, 'Seller')
    const { form_pk } = (await offer(seller)).body
    for (let i = 1; i <= 8; i += 1) await change(form_pk, words(i))
    await take(limited, buyer, form_pk, 'withdraw')
    for (let i = 0; i < 3; i += 1) {
      const { body } = await offer(seller)
      await take(limited, buyer, body.form_pk, 'withdraw')
    }
    expect(await new Mailbox(limited).all(seller.email)).toHaveLength(6)
    const notices = await limited.call('GET', '/api/notices', { token: seller.token })
    expect(notices.headers['x-total-count']).toBe('16')
  })
})
