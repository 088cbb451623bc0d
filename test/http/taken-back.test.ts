/** A deposit that is taken back after its deal has ended: what has not left waits for the team, what has is owed to us. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { gatewayAccount } from '#core/accounts.ts'
import { findPayInByReference } from '#server/repositories/payments.ts'
import { takeBackDeposit } from '#server/services/money/take-back.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { payoutOf } from '#test/support/payout-targets.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
})
const { query } = app
const balance = async (code: string) =>
  Number((await query('select balance_of($1) as paise', [code]))[0].paise)

/** `first`: what others do once its transaction has begun, and before it has the lock of the deal. */
async function takeBack({ formPk }: Pair, n = 1, first?: () => Promise<unknown>): Promise<void> {
  const [payIn] = await query(
    `select reference, amount_paise from pay_in where deal_id = $1 and purpose = 'amount'`,
    [formPk],
  )
  await app.db.runInTransaction(async (tx, now) => {
    const row = await findPayInByReference(tx, payIn.reference)
    await first?.()
    if (!row) throw new Error('no pay-in')
    await takeBackDeposit({ tx, now, settings: testSettings }, row, {
      ...{ id: `taken-back:${formPk}:${n}`, account: gatewayAccount('sandbox') },
      amountPaise: Number(payIn.amount_paise),
    })
  })
}

async function released(): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  return pair
}
const lift = async (pair: Pair, who: Person = admin) => {
  const { id } = await payoutOf(app, pair)
  return app.call('POST', `/api/admin/payouts/${id}/release-hold`, { token: who.token })
}

const toldTo = async ({ id }: Person, key: string): Promise<string[]> =>
  (
    await query(`select content->>'headline' as headline from email where user_id = $1 and key like $2`, [
      id,
      key,
    ])
  ).map(({ headline }) => headline)

describe('a deal that has ended', () => {
  it('a payout that waits is held, and goes once the team has let it', async () => {
    const pair = await released()
    await takeBack(pair)
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    expect((await look(app, pair.payee, pair.formPk)).payouts).toEqual([
      expect.objectContaining({ to: 'payee', status: 'held', held_because: ['team_check'] }),
    ])
    expect(await balance(`receivable:${pair.payer.id}`)).toBeLessThan(0)
    await app.runJobs()
    expect((await payoutOf(app, pair)).status).toBe('held')
    expect((await lift(pair, pair.payee)).status).toBe(403)
    expect((await lift(pair)).body).toMatchObject({ status: 'queued' })
    await app.runJobs()
    expect((await payoutOf(app, pair)).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })

  it('so is one of a release that came while the other waited for the deal', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await takeBack(pair, 1, () => take(app, pair.payer, pair.formPk, 'release'))
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    await app.runJobs()
    expect((await payoutOf(app, pair)).status).toBe('held')
  })

  it('nothing that was sent is touched: the payer owes it', async () => {
    const pair = await released()
    await app.runJobs()
    const before = await payoutOf(app, pair)
    expect(before.status).toBe('paid')
    await takeBack(pair)
    expect(await payoutOf(app, pair)).toEqual(before)
    expect(await app.verify()).toEqual([])
  })

  it('a refund is not paid beside what the bank gave back', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
    await take(app, pair.payee, pair.formPk, 'cancel')
    await takeBack(pair)
    expect(await payoutOf(app, pair, 'refund')).toMatchObject({
      status: 'held',
      held_because: ['taken_back'],
    })
  })

  it('a try that failed goes to the team instead of being sent again', async () => {
    const pair = await released()
    const { id } = await payoutOf(app, pair)
    await query(`update payout set status = 'sent' where id = $1`, [id])
    await query(`insert into payout_attempt (payout_id, n, outcome) values ($1, 1, 'failed')`, [id])
    await query(`update payout set status = 'failed', next_try_at = clock_timestamp() where id = $1`, [id])
    await takeBack(pair)
    await app.runJobs()
    expect((await payoutOf(app, pair)).status).toBe('review')
    await app.call('POST', `/api/admin/payouts/${id}/resend`, { token: admin.token })
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    expect(await app.verify()).toEqual([])
  })

  it('against the job that sends it, many times: held, or paid once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await released()
      await Promise.all([app.runJobs(), takeBack(pair)])
      await app.runJobs()
      expect(['held', 'paid', 'queued']).toContain((await payoutOf(app, pair)).status)
      expect((await payoutOf(app, pair)).status).not.toBe('queued')
    }
    expect(await app.verify()).toEqual([])
  })
})

test('both are told: the payer what they owe, the payee that their money waits', async () => {
  const pair = await released()
  await takeBack(pair)
  expect(await toldTo(pair.payer, 'debt:%')).toEqual([
    expect.stringMatching(
      /^Your bank has taken back ₹[\d,]+ that you paid for a deal, so you owe it to us\.$/,
    ),
  ])
  expect(await toldTo(pair.payee, 'payout:%:waits:%')).toEqual([
    expect.stringMatching(/^₹[\d,]+ is yours and waits to be sent\.$/),
  ])
  expect(await toldTo(pair.payee, 'debt:%')).toEqual([])
  // what a deal still holds is no debt yet
  const held = await offerShopping(app)
  await bringTo(app, held, 'funded')
  await takeBack(held)
  expect(await toldTo(held.payer, 'debt:%')).toEqual([])
})

test('the payer gets no refund of what they have had from their bank: it is set against their debt', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  await takeBack(pair)
  const other = await teammate(app, 'Admin')
  for (const { token } of [admin, other])
    await app.call('POST', `/api/admin/frozen-deals/${pair.formPk}/end`, {
      token,
      body: { outcome: 'goes_on', note: 'The bank was wrong' },
    })
  await take(app, pair.payer, pair.formPk, 'release')
  // the payee's release is what the two have decided
  expect(await payoutOf(app, pair)).toMatchObject({ status: 'queued', held_because: [] })
  const again = await offerShopping(app)
  await bringTo(app, again, 'funded')
  await takeBack(again)
  for (const { token } of [admin, other])
    await app.call('POST', `/api/admin/frozen-deals/${again.formPk}/end`, {
      token,
      body: { outcome: 'goes_on', note: 'The bank was wrong' },
    })
  await take(app, again.payee, again.formPk, 'cancel')
  expect(await payoutOf(app, again, 'refund')).toBeUndefined()
  expect(await balance(`receivable:${again.payer.id}`)).toBe(0)
  expect(await app.verify()).toEqual([])
})

test('the list says whose, how much, since when and who has said what', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  const { due_at, money } = await look(app, pair.payer, pair.formPk)
  await takeBack(pair)
  const mediator = await teammate(app)
  const listed = async ({ token }: Person) => {
    const { body } = await app.call('GET', '/api/admin/frozen-deals', { token })
    return body.find((deal: { form_pk: string }) => deal.form_pk === pair.formPk)
  }
  expect(await listed(mediator)).toMatchObject({
    ...{ payer: 'Asha Rao', status: 'delivered', due_at, stated: null, stated_by: null, note: null },
    ...{ amount_paise: money.amount_paise, taken_back_paise: money.amount_paise, mine: false },
  })
  const waiting = await app.call('GET', '/api/admin/money', { token: admin.token })
  expect(waiting.body.waiting.frozen).toBeGreaterThan(0)
  await app.call('POST', `/api/admin/frozen-deals/${pair.formPk}/end`, {
    token: admin.token,
    body: { outcome: 'charged_back', note: 'HDFC wrote today' },
  })
  expect(await listed(admin)).toMatchObject({
    ...{ stated: 'charged_back', stated_by: 'Asha', note: 'HDFC wrote today', mine: true },
  })
})
