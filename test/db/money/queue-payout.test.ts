/** What becomes of money that is owed: which payout it is queued as, from which account it goes back, what is set off. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gatewayAccount, receivableAccount } from '#core/accounts.ts'
import { DAY_MS } from '#core/time.ts'
import type { Rail } from '#server/rails/rail.ts'
import { freezePayouts, unfreezePayouts } from '#server/repositories/payout-targets.ts'
import { findUser } from '#server/repositories/users.ts'
import { callsOf } from '#server/services/money/payout-calls.ts'
import { payoutKey } from '#server/services/money/payout-key.ts'
import { mustPost } from '#server/services/money/post.ts'
import {
  freezeQueuedOf,
  handOver,
  type Owed,
  payoutSignal,
  queuePayout,
  rejudge,
  rejudgeDue,
  rejudgeHeldOf,
} from '#server/services/money/queue-payout.ts'
import {
  isRefusedRefund,
  isTooLateToRefund,
  refundByTransfer,
} from '#server/services/money/refund-by-transfer.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { payoutCalls, releasedPayout } from '#test/support/payout-rows.ts'
import { bringTo, offerServices, type Pair, pay, take } from '#test/support/people.ts'
import { RecordingRail } from '#test/support/rails.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
const { query, inTransaction, withRow, rowOf, tryWith, begin } = payoutCalls(app, new RecordingRail())

/** Both fees are paid too: each of the three came from an account of its own. */
async function disputed(): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'complain', {
    reason: 'late',
    statement: 'Late',
    wanted: 'full_refund',
  })
  for (const who of [pair.payer, pair.payee]) await pay(app, who, pair.formPk)
  await query(
    `update deposit set source = pay_in.party || '-' || pay_in.purpose || '@bank', provider = 'other-bank'
       from pay_in where pay_in.id = deposit.pay_in_id and deposit.deal_id = $1`,
    [pair.formPk],
  )
  return pair
}
const paymentOf = async ({ formPk }: Pair, source: string): Promise<string> =>
  (
    await query('select provider_payment_id from deposit where deal_id = $1 and source = $2', [
      formPk,
      source,
    ])
  )[0].provider_payment_id
async function queued(pair: Pair, owed: Partial<Owed>, over: { payee_id?: number | null } = {}) {
  const deal = { id: pair.formPk, payer_id: pair.payer.id, payee_id: pair.payee.id, ...over }
  await inTransaction((ctx) =>
    queuePayout(ctx, deal, { party: 'payee', purpose: 'release', amountPaise: 100, ...owed }),
  )
  return (
    await query('select * from payout where deal_id = $1 order by created_at desc limit 1', [pair.formPk])
  )[0]
}

describe('what is owed', () => {
  it('to the payee goes by the provider that brought it, and not back to the payer', async () => {
    const pair = await disputed()
    expect(await queued(pair, {})).toMatchObject({
      ...{
        user_id: pair.payee.id,
        party: 'payee',
        purpose: 'release',
        amount_paise: 100,
        provider: 'other-bank',
      },
      ...{
        refund_of: null,
        given_back: null,
        hold_of: null,
        by_hand: false,
        status: 'queued',
        generation: 1,
      },
      destination: `u${pair.payee.id}-${pair.payee.phone.slice(-4)}@sandbox`,
    })
  })
  it.each<[string, Partial<Owed>, string | null]>([
    [
      'a refund goes to where the deposit came from',
      { party: 'payer', purpose: 'refund' },
      'payer-amount@bank',
    ],
    [
      'the payer’s fee to where their fee came from',
      { party: 'payer', purpose: 'fee_back' },
      'payer-fee@bank',
    ],
    ['the payee’s fee to where theirs came from', { party: 'payee', purpose: 'fee_back' }, 'payee-fee@bank'],
    ['tax that is given back to no source', { party: 'payee', purpose: 'tax_back' }, null],
  ])('%s', async (_name, owed, source) => {
    const pair = await disputed()
    const row = await queued(pair, owed)
    expect([row.provider, row.refund_of]).toEqual([
      'other-bank',
      source === null ? null : await paymentOf(pair, source),
    ])
    if (source !== null) expect(row.destination).toBe(source)
    else expect(row.destination).toContain('@sandbox')
  })
  it.each([
    ['a commission to no source, since it was a part of the deposit', 'commission', null],
    ['a dispute’s fee to where that came from', 'dispute_fee', 'payee-fee@bank'],
  ] as const)('of what we give back %s', async (_name, fee, source) => {
    const pair = await disputed()
    const due = `due:${randomUUID()}`
    await query(
      `insert into tax_due (source, fee, user_id, deal_id, amount_paise, at) values ($1, $2, $3, $4, 100, now())`,
      [due, fee, pair.payee.id, pair.formPk],
    )
    const row = await queued(pair, { purpose: 'fee_back', givenBack: { source: due, fee } })
    expect([row.given_back, row.refund_of]).toEqual([
      due,
      source === null ? null : await paymentOf(pair, source),
    ])
  })
  it('a stray amount goes back by its own payment, and none without it', async () => {
    const pair = await disputed()
    const paymentId = await paymentOf(pair, 'payee-fee@bank')
    const row = await queued(pair, {
      party: 'payer',
      purpose: 'stray',
      payment: { provider: 'other-bank', paymentId },
    })
    expect(row).toMatchObject({ user_id: pair.payer.id, destination: 'payee-fee@bank', refund_of: paymentId })
    await expect(queued(pair, { party: 'payer', purpose: 'stray' })).rejects.toThrow(
      `deal ${pair.formPk}: a stray amount without its payment`,
    )
  })
})

describe('what is owed, and may not go', () => {
  it('of what we give back a commission goes by the provider of the deposit that it was a part of', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    await query(`update deposit set provider = 'other-bank' where deal_id = $1`, [pair.formPk])
    const source = `due:${randomUUID()}`
    await query(
      `insert into tax_due (source, fee, user_id, deal_id, amount_paise, at) values ($1, 'commission', $2, $3, 100, now())`,
      [source, pair.payee.id, pair.formPk],
    )
    const row = await queued(pair, { purpose: 'fee_back', givenBack: { source, fee: 'commission' } })
    expect([row.provider, row.refund_of]).toEqual(['other-bank', null])
  })
  it('nothing is no payout, and something to nobody is an error', async () => {
    const pair = await disputed()
    expect(await queued(pair, { amountPaise: 0 })).toBeUndefined()
    await expect(queued(pair, {}, { payee_id: null })).rejects.toThrow('nobody is the payee')
  })
  it('of a deal that nothing was paid in for goes by the provider of today', async () => {
    const pair = await offerServices(app)
    expect(await queued(pair, { purpose: 'tax_back' })).toMatchObject({
      provider: 'sandbox',
      refund_of: null,
    })
    const refund = await queued(await offerServices(app), { purpose: 'fee_back' })
    expect([refund.refund_of, refund.destination]).toEqual([null, expect.stringContaining('@sandbox')])
  })
  it('that may not go yet is held with its reasons', async () => {
    const pair = await disputed()
    await inTransaction(({ tx }) => freezePayouts(tx, pair.payee.id))
    expect(await queued(pair, {})).toMatchObject({ status: 'held', held_because: ['frozen'], approved: [] })
  })
  it('wakes the job after the commit, held or not', async () => {
    let signals = 0
    const count = () => {
      signals += 1
    }
    payoutSignal.on('queued', count)
    await queued(await disputed(), {})
    payoutSignal.off('queued', count)
    expect(signals).toBe(1)
  })
  it('is paid by hand where the provider pays by none, under a code for the narration', () => {
    expect(handOver('sandbox')).toEqual({ by_hand: false, code: null })
    expect(handOver('upi')).toEqual({ by_hand: true, code: expect.stringMatching(/^PY[0-9A-Z]{8}$/) })
  })
})

describe('who owes us', () => {
  const debt = (userId: number, paise: number) =>
    inTransaction((ctx) =>
      mustPost(ctx, {
        ...{ id: `debt:${randomUUID()}`, kind: 'deposit_reversed' },
        entries: [
          { account: gatewayAccount('sandbox'), amountPaise: paise },
          { account: receivableAccount(userId), amountPaise: -paise },
        ],
      }),
    )
  const payoutsOf = (pair: Pair) =>
    query('select purpose, amount_paise::int as paise from payout where deal_id = $1', [pair.formPk])
  it.each([
    ['a part of it', 400_000, [{ purpose: 'release', paise: 1_500_000 }]],
    ['all but a paisa of it', 1_899_999, [{ purpose: 'release', paise: 1 }]],
    ['all of it', 1_900_000, []],
    ['more than it', 2_000_000, []],
  ])('is paid by a deal what is left once %s is set off', async (_name, paise, payouts) => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    await debt(pair.payee.id, paise)
    await take(app, pair.payer, pair.formPk, 'release')
    expect(await payoutsOf(pair)).toEqual(payouts)
    const owed = await query(`select balance_of('receivable:' || $1)::int as paise`, [pair.payee.id])
    expect(owed).toEqual([{ paise: Math.min(0, 1_900_000 - paise) }])
    const notices = await query(
      `select text from notification where user_id = $1 and key like 'set_off:' || $2 || ':release:%'`,
      [pair.payee.id, pair.formPk],
    )
    expect(notices).toHaveLength(1)
  })
  it('of a refund too', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'funded')
    await debt(pair.payer.id, 500_000)
    await take(app, pair.payee, pair.formPk, 'cancel')
    expect(await payoutsOf(pair)).toEqual([{ purpose: 'refund', paise: 1_500_000 }])
  })
})

describe('when something has changed', () => {
  it('what is queued of somebody is judged again when they are frozen, what is held when they are not', async () => {
    const [one, two] = [await releasedPayout(app), await releasedPayout(app)]
    const owner = one.pair.payee.id
    await inTransaction(async (ctx) => {
      await freezePayouts(ctx.tx, owner)
      await freezeQueuedOf(ctx, owner)
    })
    expect([(await rowOf(one.id)).status, (await rowOf(two.id)).status]).toEqual(['held', 'queued'])
    await inTransaction(async (ctx) => {
      await unfreezePayouts(ctx.tx, owner)
      await freezeQueuedOf(ctx, owner)
    })
    expect((await rowOf(one.id)).status).toBe('held')
    await inTransaction((ctx) => rejudgeHeldOf(ctx, owner))
    expect(await rowOf(one.id)).toMatchObject({ status: 'queued', held_because: [], held_until: null })
  })
  it('those whose time is over are judged, and no more of them than are asked for', async () => {
    const payouts = [await releasedPayout(app), await releasedPayout(app), await releasedPayout(app)]
    const ids = payouts.map(({ id }) => id)
    await query(
      `update payout set status = 'held', held_because = '{cooling}', held_until = product_now() where id = any($1)`,
      [ids.slice(0, 2)],
    )
    await query(
      `update payout set status = 'held', held_because = '{cooling}', held_until = product_now() + interval '1 hour' where id = $1`,
      [ids[2]],
    )
    expect(await inTransaction((ctx) => rejudgeDue(ctx, 1))).toBe(1)
    expect(await inTransaction((ctx) => rejudgeDue(ctx, 9))).toBe(1)
    expect(await inTransaction((ctx) => rejudgeDue(ctx, 9))).toBe(0)
    const statuses = await Promise.all(ids.map(async (id) => (await rowOf(id)).status))
    expect(statuses).toEqual(['queued', 'queued', 'held'])
  })
  it('a queued one goes to another target through a hold that is over at once', async () => {
    const { id, pair } = await releasedPayout(app)
    const target = await addTarget(app, testSettings, { userId: pair.payee.id })
    const placed = await withRow(id, (ctx, row) => rejudge(ctx, row))
    expect(placed).toMatchObject({
      status: 'held',
      held_because: ['cooling'],
      target_id: target.id,
      generation: 1,
    })
    expect(placed.held_until?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await withRow(id, (ctx, row) => rejudge(ctx, row))).toMatchObject({
      status: 'queued',
      target_id: target.id,
    })
  })
  it('wakes the job only where it may go', async () => {
    const { id, pair } = await releasedPayout(app)
    let signals = 0
    const count = () => {
      signals += 1
    }
    payoutSignal.on('queued', count)
    await withRow(id, (ctx, row) => rejudge(ctx, row))
    await inTransaction(({ tx }) => freezePayouts(tx, pair.payee.id))
    await withRow(id, (ctx, row) => rejudge(ctx, row))
    payoutSignal.off('queued', count)
    expect(signals).toBe(1)
  })
})

describe('what a rail is asked to do', () => {
  const rail = (over: object) =>
    ({
      ...new RecordingRail(),
      name: 'test-rail',
      can: { refundsPayments: true },
      ...over,
    }) as unknown as Rail
  const orderOf = (id: string, over: object, which = rail({})) =>
    withRow(id, async (ctx, row) => {
      const owner = row.user_id === null ? undefined : await findUser(ctx.tx, row.user_id)
      return (await callsOf(ctx, { ...row, ...over }, which, owner)).order
    })
  it('a payment is given back where the provider can, and else sent to where it came from', async () => {
    const { id } = await releasedPayout(app)
    const refund = { refund_of: 'pay_1', destination: 'a@bank' }
    const transfer = { by: 'transfer', address: 'a@bank', name: 'Asha Rao' }
    expect((await orderOf(id, refund)).how).toEqual({ by: 'refund', paymentId: 'pay_1' })
    expect((await orderOf(id, refund, rail({ can: { refundsPayments: false } }))).how).toEqual(transfer)
    expect((await orderOf(id, { ...refund, by_transfer: true })).how).toEqual(transfer)
    expect((await orderOf(id, { ...refund, refund_of: null })).how).toEqual(transfer)
  })
  it('is under the key of its generation, and to the address that was sealed', async () => {
    const { id, pair } = await releasedPayout(app)
    const target = await addTarget(app, testSettings, { userId: pair.payee.id, address: 'sealed@bank' })
    const order = await orderOf(id, { generation: 3, destination_sealed: target.address_sealed })
    expect(order).toMatchObject({ key: payoutKey({ id, generation: 3 }), how: { address: 'sealed@bank' } })
  })
  it.each([
    ['to nobody', { user_id: null }, 'goes out by hand'],
    ['to nowhere', { destination: null }, 'has no destination'],
  ])('%s is an error', async (_name, over, words) => {
    const { id } = await releasedPayout(app)
    await expect(orderOf(id, over)).rejects.toThrow(`payout ${id} ${words}`)
  })
  it('of an owner who is not there is an error, and by a rail that sends nothing too', async () => {
    const { id } = await releasedPayout(app)
    await expect(withRow(id, (ctx, row) => callsOf(ctx, row, rail({}), undefined))).rejects.toThrow(
      'without its owner',
    )
    const owner = await inTransaction(async ({ tx }) => findUser(tx, (await rowOf(id)).user_id ?? 0))
    const { order, send, find } = await withRow(id, (ctx, row) =>
      callsOf(ctx, row, rail({ send: undefined, findOut: undefined }), owner),
    )
    for (const call of [send, find]) expect(() => call(order)).toThrow('test-rail sends no money by itself')
  })
})

describe('a refund that its provider cannot make', () => {
  const refund = { refund_of: 'pay_1', by_transfer: false, provider: 'other-bank' }
  const ended = { is: 'failed', detail: '', isFinal: true, isEnded: true } as const
  it('was taken by the provider, and it says that no money moves', () => {
    expect(isRefusedRefund(refund, ended)).toBe(true)
    expect(isRefusedRefund(refund, { ...ended, isEnded: false })).toBe(false)
    expect(isRefusedRefund(refund, { is: 'paid', providerRef: 'x' })).toBe(false)
  })
  it.each([
    ['a release is none', { refund_of: null }],
    ['what goes by a transfer already is none', { by_transfer: true }],
    ['what is pretended is none', { provider: 'sandbox' }],
  ])('%s', (_name, over) => expect(isRefusedRefund({ ...refund, ...over }, ended)).toBe(false))

  async function oldRefund(days: number) {
    const pair = await disputed()
    const row = await queued(pair, { party: 'payer', purpose: 'refund' })
    await query(
      `update deposit set at = product_now() - $2 * interval '1 ms' where provider_payment_id = $1`,
      [row.refund_of, days * DAY_MS],
    )
    return row
  }
  it.each([
    [169.9, 'queued', false],
    [170.1, 'queued', true],
    [170.1, 'sent', false],
  ])('of a payment of %s days, %s: too late is %s', async (days, status, isLate) => {
    const row = await oldRefund(days)
    expect(await inTransaction((ctx) => isTooLateToRefund(ctx, { ...row, status }))).toBe(isLate)
  })
  it('of a payment that nobody knows is not too late', async () => {
    const row = await oldRefund(200)
    expect(await inTransaction((ctx) => isTooLateToRefund(ctx, { ...row, refund_of: 'none' }))).toBe(false)
  })
  it('that is too late goes by a transfer to a target of its payer, without another generation', async () => {
    const row = await oldRefund(200)
    expect(await begin(row.id).catch(() => null)).toBeNull()
    expect(await rowOf(row.id)).toMatchObject({
      ...{ status: 'held', held_because: ['no_target'], by_transfer: true, generation: 1, by_hand: false },
    })
  })
  it('after a try goes under a new generation; where the provider holds the money of deals a person pays it', async () => {
    const one = await oldRefund(1)
    await query(`update payout set status = 'sent' where id = $1`, [one.id])
    await query(`insert into payout_attempt (payout_id, n, outcome) values ($1, 1, 'failed')`, [one.id])
    await withRow(one.id, refundByTransfer, { custody: 'psp_hold' })
    expect(await rowOf(one.id)).toMatchObject({
      ...{
        status: 'held',
        by_transfer: true,
        by_hand: true,
        generation: 2,
        code: expect.stringMatching(/^PY/),
      },
    })
    const notices = await query(`select key from notification where key like 'payout:' || $1 || ':held:%'`, [
      one.id,
    ])
    expect(notices.length).toBeGreaterThan(0)
  })
})

it('a try of a payout keeps to one generation until that has failed', async () => {
  const { id } = await releasedPayout(app)
  await tryWith(id, { is: 'refused', detail: 'no', retry: 'never' })
  expect(await withRow(id, (ctx, row) => rejudge(ctx, row, { isNewGeneration: true }))).toMatchObject({
    ...{ status: 'queued', generation: 2 },
  })
})
