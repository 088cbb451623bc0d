/** Money that comes late, twice, short or over; payouts that fail; races for one hold. */
import { describe, expect, it } from 'vitest'
import { formatMoment } from '#core/time.ts'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { agreedGoods, dueOf, straysOf } from '#test/support/money.ts'
import {
  bringTo,
  look,
  offerServices,
  offerShopping,
  type Pair,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { COMPLAINT } from '#test/support/stages.ts'

const app = useApp()

const play = (id: string, outcome: string) => app.call('POST', `/api/sandbox/payments/${id}/${outcome}`)
const owed = async (pair: Pair) => {
  const { rows } = await app.db.ownerPool.query(
    `select coalesce(sum(balance), 0)::int as owed from ledger_account where code = $1`,
    [`payable:${pair.payer.id}`],
  )
  return rows[0].owed
}

describe('what is due', () => {
  it('is asked of the payer alone, and twice gives the open one again', async () => {
    const pair = await agreedGoods(app)
    const first = await dueOf(app, pair)
    expect(first).toMatchObject({ amount_paise: 150_000, status: 'open', purpose: 'amount' })
    expect(first.upi_url).toMatch(/^upi:\/\/pay\?pa=.+&am=1500\.00&cu=INR$/)
    expect(first.upi_url).not.toContain('+')
    expect((await dueOf(app, pair)).id).toBe(first.id)
    const payee = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payee.token })
    expect(payee.status).toBe(403)
    const qr = await app.call('GET', first.qr_url)
    expect(qr.headers['content-type']).toContain('image/svg+xml')
  })
  it('nothing is due before and after', async () => {
    const pair = await offerShopping(app)
    const early = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    expect(early.status).toBe(409)
    await bringTo(app, pair, 'funded')
    const again = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    expect(again.status).toBe(409)
  })
})

it('the answer says what an action and the deadline would do, and the ledger then does it', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  const deal = await look(app, pair.payer, pair.formPk)
  const parts = { payer_paise: 0, payee_paise: 150_000, commission_paise: 0 }
  expect(deal.lapse).toEqual({ to: 'released', hold: 'release', parts })
  expect(deal.actions.find(({ name }) => name === 'complain')).toMatchObject({
    to: 'disputed',
    hold: null,
    parts: null,
    final: false,
  })
  expect(deal.actions.find(({ name }) => name === 'release')).toMatchObject({
    to: 'released',
    hold: 'release',
    parts,
    final: true,
  })
  const ended = await take(app, pair.payer, pair.formPk, 'release')
  expect(ended).toMatchObject({ status: 'released', lapse: null, actions: [], money: parts })
})

describe('stray money', () => {
  it('reported twice is applied once', async () => {
    const pair = await agreedGoods(app)
    await play((await dueOf(app, pair)).id, 'twice')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({ status: 'funded', money: { held_paise: 150_000, payer_paise: 0 } })
  })
  it('paid twice: the second is owed back', async () => {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    await play(id, 'succeed')
    await play(id, 'late')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.money).toMatchObject({ held_paise: 150_000, payer_paise: 150_000 })
    expect(await straysOf(app)).toContainEqual(
      expect.objectContaining({ form_pk: pair.formPk, kind: 'double' }),
    )
  })
  it('a dispute fee by two tries, the first of which was said to have failed: the second is owed back', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', COMPLAINT)
    const first = await dueOf(app, pair)
    await play(first.id, 'fail')
    const second = await dueOf(app, pair)
    await play(first.id, 'late')
    await play(second.id, 'succeed')
    const { rows } = await app.db.ownerPool.query(`select balance_of('fee_hold:' || $1 || ':payer') as fee`, [
      pair.formPk,
    ])
    expect(rows).toEqual([{ fee: 5_000 }])
    expect(await owed(pair)).toBe(5_000)
  })
  it('too late: owed back, the deal stays ended', async () => {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    await app.advance('P3D')
    expect((await play(id, 'succeed')).status).toBe(409)
    await play(id, 'late')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({ status: 'expired', money: { held_paise: 0, payer_paise: 150_000 } })
    expect(await owed(pair)).toBe(150_000)
    await app.runJobs()
    expect(await owed(pair)).toBe(0)
    expect(await straysOf(app)).toContainEqual(
      expect.objectContaining({ form_pk: pair.formPk, kind: 'late' }),
    )
  })
  it('short: owed back, the whole is still due', async () => {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    await play(id, 'short')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({
      status: 'agreed',
      money: { held_paise: 0, payer_paise: 75_000 },
      payment: { id },
    })
    await play(id, 'succeed')
    expect((await look(app, pair.payer, pair.formPk)).money.held_paise).toBe(150_000)
  })
  it('over: the amount is held, the rest owed back', async () => {
    const pair = await agreedGoods(app)
    await play((await dueOf(app, pair)).id, 'over')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({ status: 'funded', money: { held_paise: 150_000, payer_paise: 10_000 } })
  })
  it('failed: nothing moved, another try is open', async () => {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    await play(id, 'fail')
    expect((await look(app, pair.payer, pair.formPk)).payment).toBeNull()
    expect((await dueOf(app, pair)).id).not.toBe(id)
    await pay(app, pair.payer, pair.formPk)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
  })
})

describe('what was paid beside the amount of a deal', () => {
  it('says of what is too little to its payer how much is still due, and until when', async () => {
    const pair = await agreedGoods(app)
    await play((await dueOf(app, pair)).id, 'short')
    const { due_at } = await look(app, pair.payer, pair.formPk)
    await app.runJobs()
    const text = (await new Mailbox(app).all(pair.payer.email)).map((mail) => mail.text).join()
    const until = formatMoment(Date.parse(due_at ?? ''), 'en')
    expect(text).toContain(`₹1,500 is still due, in one payment, by ${until}`)
  })
  it('is told apart by what it was meant for: one of the amount is none of the fee', async () => {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    await play(id, 'short')
    await play(id, 'succeed')
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, pair.payer, pair.formPk, 'complain', COMPLAINT)
    await play((await dueOf(app, pair)).id, 'short')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.to_pay).toEqual({ purpose: 'fee', amount_paise: 5_000 })
    expect(
      deal.payouts.map(({ purpose, pay_in_purpose, amount_paise }) => [
        purpose,
        pay_in_purpose,
        amount_paise,
      ]),
    ).toEqual([
      ['stray', 'amount', 75_000],
      ['stray', 'fee', 2_500],
    ])
  })
  it('is told apart from it, and to its payer as what it is', async () => {
    const pair = await agreedGoods(app)
    await play((await dueOf(app, pair)).id, 'over')
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal.money.stray_paise).toEqual({ payer: 10_000, payee: 0 })
    expect(deal.payouts).toMatchObject([{ to: 'payer', purpose: 'stray', amount_paise: 10_000 }])
    const payee = await look(app, pair.payee, pair.formPk)
    expect([payee.money.stray_paise, payee.payouts]).toEqual([{ payer: 10_000, payee: 0 }, []])
    await app.runJobs()
    const mails = await new Mailbox(app).all(pair.payer.email)
    expect(mails.at(-1)?.text).toContain('A payment that did not fit the deal')
  })
})

describe('a cancellation fee', () => {
  it('of the whole amount pays the commission of a release: cancelling does not avoid it', async () => {
    const pair = await offerServices(app, { cancellation_fee: 100 })
    await bringTo(app, pair, 'in_delivery')
    const { money } = await take(app, pair.payer, pair.formPk, 'cancel')
    expect(money).toMatchObject({ payee_paise: 1_900_000, payer_paise: 0, commission_paise: 100_000 })
    expect(await app.verify()).toEqual([])
  })
  it('of up to 25 % is the payee’s whole', async () => {
    const pair = await offerServices(app, { cancellation_fee: 25 })
    await bringTo(app, pair, 'in_delivery')
    const { money } = await take(app, pair.payer, pair.formPk, 'cancel')
    expect(money).toMatchObject({ payee_paise: 500_000, payer_paise: 1_500_000, commission_paise: 0 })
  })
})

describe('payouts', () => {
  it('go back to where the money came from, or to a target of the sandbox, never to a number', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'in_delivery')
    await take(app, pair.payer, pair.formPk, 'cancel')
    await app.runJobs()
    const { rows } = await app.db.ownerPool.query(
      'select party, purpose, amount_paise, destination, status from payout where deal_id = $1 order by party',
      [pair.formPk],
    )
    expect(rows).toEqual([
      {
        party: 'payee',
        purpose: 'release',
        amount_paise: 200000,
        destination: `u${pair.payee.id}-${pair.payee.phone.slice(-4)}@sandbox`,
        status: 'paid',
      },
      {
        party: 'payer',
        purpose: 'refund',
        amount_paise: 1800000,
        destination: `u${pair.payer.id}@sandbox`,
        status: 'paid',
      },
    ])
  })
  it('one that fails goes to the team and the money stays owed', async () => {
    const payee = await person(app, 'Seller', { payment_number: '9811110000' })
    const payer = await person(app, 'Buyer')
    const { body } = await app.call('POST', '/api/transactions/shopping/', {
      token: payer.token,
      body: { service_details: 'Lamp', amount: 700, cpty_phone: payee.phone, cpty_company: payee.business },
    })
    const pair = { payer, payee, creator: payer, counterparty: payee, formPk: body.form_pk }
    await bringTo(app, pair, 'delivered')
    await take(app, payer, pair.formPk, 'release')
    await app.runJobs()
    const team = await teammate(app)
    const { body: overview } = await app.call('GET', '/api/admin/overview', { token: team.token })
    expect(overview.payouts_in_review).toContainEqual(
      expect.objectContaining({ form_pk: pair.formPk, amount_paise: 70_000 }),
    )
    expect(await app.verify()).toEqual([])
  })
})

describe('races', () => {
  it('sixteen ways to end a deal: one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await offerShopping(app)
      await bringTo(app, pair, 'in_delivery')
      const ways = Array.from({ length: 16 }, (_, i) => {
        const who = i % 2 ? pair.payer : pair.payee
        const action = i % 2 ? (i % 4 === 1 ? 'release' : 'cancel') : 'cancel'
        return app.call('POST', `/api/deals/${pair.formPk}/${action}`, { token: who.token, body: {} })
      })
      const codes = (await Promise.all(ways)).map((reply) => reply.status)
      expect(codes.filter((code) => code === 200)).toHaveLength(1)
      expect(codes.filter((code) => code === 409)).toHaveLength(15)
    }
    expect(await app.verify()).toEqual([])
  })
  it('the same key many ways at once: one act, one answer', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    const act = (body = {}) =>
      app.call('POST', `/api/deals/${pair.formPk}/release`, {
        token: pair.payer.token,
        body,
        headers: { 'idempotency-key': 'k1' },
      })
    const replies = await Promise.all(Array.from({ length: 16 }, () => act()))
    const done = replies.filter((reply) => reply.status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const reply of replies) expect([200, 409]).toContain(reply.status)
    const again = await act()
    expect(again.status).toBe(200)
    expect(again.body).toEqual(done[0]?.body)
    expect((await act({ other: true })).status).toBe(422)
    const events = (await look(app, pair.payer, pair.formPk)).events.filter(
      (event) => event.name === 'release',
    )
    expect(events).toHaveLength(1)
  })
  it('a form sent twice with one key makes one deal', async () => {
    const [buyer, seller] = [await person(app, 'Buyer'), await person(app, 'Seller')]
    const send = () =>
      app.call('POST', '/api/transactions/shopping/', {
        token: buyer.token,
        body: {
          service_details: 'Fan',
          amount: 900,
          cpty_phone: seller.phone,
          cpty_company: seller.business,
        },
        headers: { 'idempotency-key': 'form-1' },
      })
    const first = await send()
    const second = await send()
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const { body } = await app.call('GET', '/api/deals/', { token: buyer.token })
    expect(body).toHaveLength(1)
  })
  it('a complaint at the moment of the release: one of them, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const pair = await offerServices(app)
      await bringTo(app, pair, 'delivered')
      await app.db.ownerPool.query(
        "update deal set due_at = product_now() + interval '30 ms' where id = $1",
        [pair.formPk],
      )
      const complain = () =>
        app.call('POST', `/api/deals/${pair.formPk}/complain`, {
          token: pair.payer.token,
          body: { reason: 'late', statement: 'Not what was agreed', wanted: 'full_refund' },
        })
      const replies = await Promise.all(Array.from({ length: 8 }, complain))
      await app.advance('PT1S')
      const deal = await look(app, pair.payer, pair.formPk)
      const won = replies.filter((reply) => reply.status === 200).length
      expect(won).toBeLessThanOrEqual(1)
      expect(deal.status).toBe(won === 1 ? 'disputed' : 'released')
    }
    expect(await app.verify()).toEqual([])
  })
})
