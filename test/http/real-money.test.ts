/** Real money from end to end, twice: held by a provider that tells nothing, and over the operator's own UPI id and bank. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { istDay } from '#core/time.ts'
import { readSettlements } from '#server/jobs/settlements.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { settle } from '#test/support/fakes/razorpay/settlements.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { bankOf, setTarget } from '#test/support/payout-targets.ts'
import { look, type Person, take, teammate } from '#test/support/people.ts'
import { upiAndSandbox } from '#test/support/rails.ts'
import { useRoute } from '#test/support/route.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const route = useRoute(fake)

const settings = { ...testSettings, provider: 'upi' }
const app = useApp({ settings, ...upiAndSandbox() })
const PARCEL = { courier: 'delhivery', tracking_number: '12345678901' }

test('Razorpay: the order is paid, no report comes, it is asked for, held, released, let go and settled; nothing is left to explain', async () => {
  const { query, askAboutPayIns, runHolds, runPayouts, statusOf, transferOf, payoutsOf } = route
  const deal = await route.openOrder()
  fake.pay(deal.orderId)
  fake.takeEvents()
  expect(await statusOf(deal)).toBe('agreed')
  await askAboutPayIns()
  expect(await statusOf(deal)).toBe('funded')
  await runHolds()
  expect(await transferOf(deal)).toMatchObject({ on_hold: true, amount: 142_500 })
  const { payer, payee, formPk } = deal.pair
  await take(route.app, payee, formPk, 'ship', PARCEL)
  await take(route.app, payer, formPk, 'release')
  await runHolds()
  await runPayouts()
  expect(await transferOf(deal)).toMatchObject({ on_hold: false })
  fake.settleTransfers()
  fake.takeEvents()
  await runPayouts()
  expect(await payoutsOf(deal)).toMatchObject([{ party: 'payee', status: 'paid', paise: 142_500 }])
  settle(fake.state)
  await route.app.advance('PT40H')
  await readSettlements({
    ...{ runInTransaction: route.app.db.runInTransaction, settings: route.settings, rails: route.rails },
  })
  expect(await query(`select kind, reference from discrepancy where closed_at is null`)).toEqual([])
  expect(await query(`select count(*)::int as fees from transfer where kind = 'gateway_fee'`)).not.toEqual([
    { fees: 0 },
  ])
  expect(await route.app.verify()).toEqual([])
})

let maker: Person
let checker: Person
let account: string
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  return stopReading
})
const post = (path: string, who: Person, body: unknown = {}) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, body })
const lines: string[] = []
/** One more line of the account, read by one Admin and approved by another. */
async function bankSays(narration: string, { out = '', into = '', balance }: Record<string, string>) {
  const now = await app.db.runInTransaction(async (_tx, at) => at)
  lines.push(`${istDay(now).split('-').toReversed().join('/')},${narration},,${out},${into},${balance}`)
  const content = ['Date,Narration,Ref No,Debit,Credit,Balance', ...lines].join('\n')
  const { body } = await uploadStatement(app, { account, content, who: maker })
  expect(body.problem).toBe(null)
  expect((await post(`statements/${body.id}/approve`, checker)).status).toBe(200)
  await bookAllLines((fn) => app.db.runInTransaction((tx, at) => fn({ tx, now: at, settings })))
}

test('UPI: said to be paid, seen in the statement, held, released, paid by a file, and seen in the statement again', async () => {
  const added = { bank: 'HDFC', account: '50200011227777', opening_paise: 100_000 }
  account = (await post('bank-accounts', maker, added)).body.id
  await post(`bank-accounts/${account}/payout-file`, maker, { ifsc: 'HDFC0000123', client_code: 'amnt' })
  const pair = await agreedGoods(app)
  await setTarget(app, pair.payee, bankOf(pair))
  await app.advance('PT25H')
  const { reference } = await dueOf(app, pair)
  const claim = { utr: '632600001111', amount_paise: 150_000 }
  await app.call('POST', `/api/deals/${pair.formPk}/claim`, { token: pair.payer.token, body: claim })
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
  await bankSays(`UPI-ASHA-632600001111-${reference}`, { into: '1500.00', balance: '2500.00' })
  const paid = await look(app, pair.payer, pair.formPk)
  expect([paid.status, paid.money.held_paise]).toEqual(['funded', 150_000])
  await take(app, pair.payee, pair.formPk, 'ship', PARCEL)
  await take(app, pair.payer, pair.formPk, 'release')
  const payoutRow = async () =>
    (await app.db.ownerPool.query('select * from payout where deal_id = $1', [pair.formPk])).rows[0]
  const { id, code, amount_paise, held_because } = await payoutRow()
  // no bank has told whose account it is: two Admins look first
  expect(held_because).toEqual(['target_unverified', 'four_eyes'])
  for (const admin of [maker, checker])
    expect((await post(`payouts/${id}/release-hold`, admin)).status).toBe(200)
  const { status: created, body: batch } = await post('payout-batches', maker, {
    ...{ bank_account: account, format: 'generic', payouts: [id] },
  })
  expect([created, batch]).toMatchObject([201, {}])
  await post(`payout-batches/${batch.id}/approve`, checker)
  const file = await post(`payout-batches/${batch.id}/download`, checker)
  expect(file.status).toBe(200)
  expect((await payoutRow()).status).toBe('sent')
  const rupees = (amount_paise / 100).toFixed(2)
  await bankSays(`IMPS-${code}-AMANAT`, { out: rupees, balance: (2_500 - Number(rupees)).toFixed(2) })
  expect((await payoutRow()).status).toBe('paid')
  const { body: accounts } = await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })
  expect(accounts).toMatchObject([{ difference_paise: 0, explained: [] }])
  expect(await app.verify()).toEqual([])
})
