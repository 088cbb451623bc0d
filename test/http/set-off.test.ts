/** What a deal pays somebody who owes us is set against their debt. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatewayAccount, receivableAccount } from '#core/accounts.ts'
import { formatPaiseShort } from '#core/money.ts'
import { stopRendering } from '#server/pdf/render.ts'
import { HOST, useApp } from '#test/support/app.ts'
import { reportChargeback } from '#test/support/chargebacks.ts'
import { postAlone } from '#test/support/ledger.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { printedOn, squeezed } from '#test/support/pdf-text.ts'
import {
  bringTo,
  look,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
const mailbox = new Mailbox(app)
afterAll(stopRendering)
let admins: Person[] = []
beforeAll(async () => {
  admins = [await teammate(app, 'Admin'), await teammate(app, 'Admin')]
})

const { query } = app
const balance = async (code: string) =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)
const payoutsOf = ({ formPk }: Pair) =>
  query('select party, purpose, amount_paise::int from payout where deal_id = $1', [formPk])

let count = 0
/** As after a lost dispute of another deal. */
const owes = (who: Person, amountPaise: number) =>
  postAlone(app.db, {
    ...{ id: `debt:${++count}`, kind: 'deposit_reversed' },
    entries: [
      { account: gatewayAccount('sandbox'), amountPaise },
      { account: receivableAccount(Number(who.id)), amountPaise: -amountPaise },
    ],
  })

async function receiptOf({ token }: Person, { formPk }: Pair): Promise<string> {
  const reply = await app.app.inject({
    url: `/api/deals/${formPk}/receipt.pdf?lang=en`,
    headers: { host: HOST, authorization: `Token ${token}` },
  })
  return printedOn(reply.rawPayload)
}

/** Rs 1,500. */
async function delivered(): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  return pair
}

it.each([
  [40_000, 110_000],
  [150_000, null],
  [400_000, null],
])('owing %i paise: a payout of %s', async (debt, payout) => {
  const pair = await delivered()
  await owes(pair.payee, debt)
  await take(app, pair.payer, pair.formPk, 'release')
  const payouts = payout === null ? [] : [{ party: 'payee', purpose: 'release', amount_paise: payout }]
  expect(await payoutsOf(pair)).toMatchObject(payouts)
  expect(await balance(`receivable:${pair.payee.id}`)).toBe(Math.min(0, 150_000 - debt))
  const mail = (await mailbox.all(pair.payee.email)).find(({ text }) => text.includes('what you owe'))
  const left = debt === 400_000 ? 'still owe ₹2,500.' : 'owe nothing any more.'
  expect(mail?.text).toContain(`You get ${payout === null ? '₹0' : '₹1,100'} from this deal, and ${left}`)
  await app.runJobs()
  expect(await balance(`payable:${pair.payee.id}`)).toBe(0)
  // what they owed is nobody else's business
  const [ownView, otherView] = [
    await look(app, pair.payee, pair.formPk),
    await look(app, pair.payer, pair.formPk),
  ]
  expect(ownView).toMatchObject({ set_off_paise: Math.min(debt, 150_000), paid_out: { payee: true } })
  expect(ownView.money.payee_paise).toBe(150_000)
  expect(otherView).toMatchObject({ paid_out: { payee: true }, payouts: [], money: { payee_paise: 150_000 } })
  expect(otherView).not.toHaveProperty('set_off_paise')
  const words = ['Set against what was owed to us', formatPaiseShort(Math.min(debt, 150_000))].map(squeezed)
  const [own, other] = [await receiptOf(pair.payee, pair), await receiptOf(pair.payer, pair)]
  for (const word of words) expect(own).toContain(word)
  expect(other).not.toContain(words[0])
  // the money line: all of it is theirs
  for (const text of [own, other]) expect(text).toContain('₹1,500')
  expect(await app.verify()).toEqual([])
})

it('deals that end in one moment keep the debt once', async () => {
  const first = await delivered()
  const { phone, business } = first.payee
  const deals = [first]
  for (let n = 0; n < 3; n++) {
    const payer = await person(app, 'Buyer')
    const { body } = await app.call('POST', '/api/transactions/shopping/', {
      token: payer.token,
      body: { service_details: 'Phone', amount: 1500, cpty_phone: phone, cpty_company: business },
    })
    deals.push({ ...first, payer, formPk: body.form_pk })
    await bringTo(app, { ...first, payer, formPk: body.form_pk }, 'delivered')
  }
  await owes(first.payee, 400_000)
  await Promise.all(deals.map(({ payer, formPk }) => take(app, payer, formPk, 'release')))
  expect(await balance(`receivable:${first.payee.id}`)).toBe(0)
  const rows = (await Promise.all(deals.map(payoutsOf))).flat()
  expect(rows.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(200_000)
  expect(await app.verify()).toEqual([])
})

it('a part that the bank took from the deal itself is not refunded a second time', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  for (const state of ['open', 'lost'] as const)
    await reportChargeback(app, pair.formPk, { state, deductedPaise: 39_000 })
  for (const { token } of admins)
    await app.call('POST', `/api/admin/frozen-deals/${pair.formPk}/end`, {
      token,
      body: { outcome: 'goes_on', note: 'A part alone' },
    })
  await take(app, pair.payee, pair.formPk, 'cancel')
  expect(await payoutsOf(pair)).toMatchObject([{ purpose: 'refund', amount_paise: 111_000 }])
  expect(await balance(`receivable:${pair.payer.id}`)).toBe(0)
  expect(await app.verify()).toEqual([])
})

it('what is taken while nobody has decided is no debt yet: it comes back when the dispute is won', async () => {
  const disputed = await delivered()
  await take(app, disputed.payer, disputed.formPk, 'release')
  await reportChargeback(app, disputed.formPk, { state: 'open', deductedPaise: 150_000 })
  const other = await offerShopping(app)
  await bringTo(app, other, 'funded')
  await query('update deal set payer_id = $2 where id = $1', [other.formPk, disputed.payer.id])
  await take(app, other.payee, other.formPk, 'cancel')
  expect(await payoutsOf(other)).toMatchObject([{ purpose: 'refund', amount_paise: 150_000 }])
  await reportChargeback(app, disputed.formPk, { state: 'won' })
  expect(await balance(`receivable:${disputed.payer.id}`)).toBe(0)
})

it('a seller who owes may sell: what they earn is set against it', async () => {
  const pair = await offerShopping(app)
  await owes(pair.payee, 40_000)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  expect(await payoutsOf(pair)).toMatchObject([{ purpose: 'release', amount_paise: 110_000 }])
})
