/** What a provider holds: asked for with the order, told of the deal's end, let go at last; and when it is looked at again. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#core/time.ts'
import type { HeldTransfer } from '#server/rails/holds.ts'
import type { Rail, RailAnswer } from '#server/rails/rail.ts'
import { findPayIn, lockPayout } from '#server/repositories/payments.ts'
import { NoAnswer, postponeProviderHold } from '#server/services/money/hold-waits.ts'
import {
  accountOfPayout,
  endProviderHold,
  holdOfPayout,
  holdOrderFor,
  noteHeldPayment,
} from '#server/services/money/provider-holds.ts'
import { callsOfHeld } from '#server/services/money/release-held.ts'
import { testSettings } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { HELD_PAISE, type HoldFixture, transferOf, useProviderHolds } from '#test/support/provider-holds.ts'

const world = useProviderHolds()
const { app, query, heldDeal, rowOf, waitOf, inTransaction } = world
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const notices = (hold: HoldFixture) => world.toldOf(hold, team)
const silent = (isOfCall: boolean, retryAfterMs?: number) =>
  new NoAnswer({ is: 'unknown', detail: '', ...(retryAfterMs ? { retryAfterMs } : {}) }, isOfCall)

describe('after an error', () => {
  const postponed = async (tries: number, error: Error) => {
    const hold = await heldDeal()
    await query('delete from provider_outage')
    await inTransaction()(async (ctx) => postponeProviderHold(ctx, { ...(await rowOf(hold)), tries }, error))
    return { hold, wait: await waitOf(hold), keys: await notices(hold) }
  }
  it.each([
    ['of ours', 0, new Error('x'), 10],
    ['of ours, again', 1, new Error('x'), 20],
    ['of ours, for long', 8, new Error('x'), 2_560],
    ['of ours, for very long', 11, new Error('x'), 3_600],
    ['of a provider that did not answer a question', 3, silent(false), 80],
    ['of a provider that did not answer a call', 3, silent(true), 10],
  ])('%s at try %i it is looked at again in time', async (_name, tries, error, seconds) => {
    const { wait, keys } = await postponed(tries, error)
    expect([wait, keys]).toEqual([seconds, []])
  })
  it('for hours the team hears of it', async () =>
    expect((await postponed(12, new Error('x'))).keys).toEqual(['hold_stuck']))
  it('of a provider that is left alone it is due at once', async () => {
    const { wait } = await postponed(3, silent(false, 60_000))
    expect(wait).toBeLessThanOrEqual(0)
    expect(await query('select queue, failures from provider_outage')).toEqual([
      { queue: 'provider_hold', failures: 1 },
    ])
  })
  it('of ours counts against no provider', async () => {
    await postponed(3, new Error('x'))
    expect(await query('select from provider_outage')).toEqual([])
  })
})

describe('with the order', () => {
  const holding = { name: 'sandbox', holds: {} } as unknown as Rail
  async function payIn() {
    const pair = await agreedGoods(app)
    await query('update deal set commission_basis_points = 500 where id = $1', [pair.formPk])
    const { id } = await dueOf(app, pair)
    return { id, pair }
  }
  const activated = (userId: number, agoMs: number, state = 'activated') =>
    query(
      `insert into linked_account (user_id, provider, state, account_id, address_hash, bank_masked, submitted_at, activated_at)
       values ($1::bigint, 'sandbox', $2, 'acc-' || $1::bigint, '', '***', now(), $3)`,
      [userId, state, state === 'activated' ? new Date(Date.now() - agoMs) : null],
    )
  const order = (id: string, rail = holding, over: object = {}) =>
    inTransaction()(async (ctx) => {
      const row = await findPayIn(ctx.tx, id)
      if (!row) throw new Error('no pay-in')
      return holdOrderFor(ctx, rail, { ...row, ...over })
    })
  it('the payee’s part at a full release is to be held, and is written down first', async () => {
    const { id, pair } = await payIn()
    await activated(pair.payee.id, 2 * DAY_MS)
    const expected = { accountId: `acc-${pair.payee.id}`, amountPaise: 142_500 }
    expect(await order(id)).toEqual(expected)
    const [row] = await query('select * from provider_hold where id = $1', [id])
    expect(row).toMatchObject({
      ...{
        deal_id: pair.formPk,
        user_id: pair.payee.id,
        provider: 'sandbox',
        account_id: expected.accountId,
      },
      ...{ amount_paise: 142_500, state: 'waiting', payment_id: null, keep_paise: null },
    })
    // asked again it is what was written then
    await query('update deal set commission_basis_points = 0 where id = $1', [pair.formPk])
    expect(await order(id)).toEqual(expected)
  })
  it('nothing is held of a fee, and by a provider that holds nothing', async () => {
    const { id } = await payIn()
    expect(await order(id, holding, { purpose: 'fee' })).toBeUndefined()
    expect(await order(id, { name: 'sandbox' } as Rail)).toBeUndefined()
  })
  it.each([
    ['has no account', null, 0],
    ['was taken by the provider within a day', 'activated', DAY_MS / 2],
    ['is looked at by the provider', 'under_review', 0],
  ])('a payee who %s cannot be paid yet', async (_name, state, agoMs) => {
    const { id, pair } = await payIn()
    if (state) await activated(pair.payee.id, agoMs, state)
    await expect(order(id)).rejects.toMatchObject({ code: 'payee_unready' })
  })
})

describe('when the payment has come', () => {
  const note = (id: string, isApplied: boolean, settings = world.settings as typeof testSettings) =>
    inTransaction()((ctx) => noteHeldPayment({ ...ctx, settings }, id, { paymentId: `pay-${id}`, isApplied }))
  it('it is looked at now; of money that goes back nothing is kept', async () => {
    const [ours, back] = [await heldDeal({ payment_id: null }), await heldDeal({ payment_id: null })]
    await query('update provider_hold set tries = 5 where id = any($1)', [[ours.id, back.id]])
    await note(ours.id, true)
    await note(back.id, false)
    expect(await rowOf(ours)).toMatchObject({ payment_id: `pay-${ours.id}`, keep_paise: null, tries: 0 })
    expect(await rowOf(back)).toMatchObject({ payment_id: `pay-${back.id}`, keep_paise: 0 })
    for (const hold of [ours, back]) expect((await rowOf(hold)).next_try_at).not.toBeNull()
  })
  it('a second payment changes nothing, and neither does one of what nobody holds', async () => {
    const hold = await heldDeal()
    await note(hold.id, false)
    expect(await rowOf(hold)).toMatchObject({
      payment_id: hold.paymentId,
      keep_paise: null,
      next_try_at: null,
    })
    await note('none', true)
    const pretended = await heldDeal({ payment_id: null })
    await note(pretended.id, true, testSettings)
    expect(await rowOf(pretended)).toMatchObject({ payment_id: null })
  })
})

describe('when the deal has ended', () => {
  const end = (dealId: string, keep: number, settings = world.settings as typeof testSettings) =>
    inTransaction()((ctx) => endProviderHold({ ...ctx, settings }, dealId, keep))
  it('the provider’s hold is told what is the payee’s, and looked at', async () => {
    const hold = await heldDeal()
    await end(hold.pair.formPk, 700)
    const { keep_paise, next_try_at } = await rowOf(hold)
    expect([Number(keep_paise), next_try_at]).toEqual([700, expect.any(Date)])
  })
  it('where all is pretended, or nothing is held, nothing is told', async () => {
    const hold = await heldDeal()
    await end(hold.pair.formPk, 700, testSettings)
    expect((await rowOf(hold)).keep_paise).toBeNull()
    await end('none', 700)
  })
  it('a payout waits for the hold of its deal, and a refund for that of its payment', async () => {
    const hold = await heldDeal()
    const find = (over: object, settings = world.settings as typeof testSettings) =>
      inTransaction()(
        async (ctx) =>
          (
            await holdOfPayout(
              { ...ctx, settings },
              {
                purpose: 'release',
                deal_id: hold.pair.formPk,
                provider: 'sandbox',
                refund_of: null,
                ...over,
              },
            )
          )?.id,
      )
    expect(await find({})).toBe(hold.id)
    expect(await find({}, testSettings)).toBeUndefined()
    expect(await find({ purpose: 'tax_back' })).toBeUndefined()
    expect(await find({ deal_id: null })).toBeUndefined()
    expect(await find({ purpose: 'refund', refund_of: hold.paymentId })).toBe(hold.id)
    expect(await find({ purpose: 'refund', refund_of: 'other' })).toBeUndefined()
  })
  it('a release of what is held leaves what is held; all else leaves the provider’s account', () => {
    const row = { provider: 'p', purpose: 'release', hold_of: 'h' } as const
    expect(accountOfPayout(row)).toBe('gateway:p-hold')
    expect(accountOfPayout({ ...row, hold_of: null })).toBe('gateway:p')
    expect(accountOfPayout({ ...row, purpose: 'refund' })).toBe('gateway:p')
  })
})

describe('a release of what is held', () => {
  async function released(over: Parameters<typeof heldDeal>[0]) {
    const hold = await heldDeal(over)
    const { rows } = await app.db.ownerPool.query(
      `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at, hold_of)
       values ($1, $2, $3, 'payee', 'release', $4, 'sandbox', 'acc_1', now(), $5) returning id`,
      [`out-${hold.id}`, hold.pair.formPk, hold.pair.payee.id, HELD_PAISE, hold.id],
    )
    return { hold, id: rows[0].id as string }
  }
  const ready = { state: 'held', keep_paise: HELD_PAISE, ready_at: new Date() } as const
  const callsOf = (id: string, holdId: string, holds: object | undefined) =>
    inTransaction()(async (ctx) => {
      const row = await lockPayout(ctx.tx, id)
      if (!row) throw new Error('no payout')
      return callsOfHeld(ctx, row, { name: 'sandbox', holds } as Rail, holdId)
    })
  const out = { kind: 'out', providerId: 'trf_1' } as const
  it.each<[string, RailAnswer<HeldTransfer>, object]>([
    [
      'still on hold was not let go',
      { is: 'done', facts: transferOf({ isOnHold: true }) },
      { is: 'done', facts: 'none' },
    ],
    [
      'that has left is paid, whatever it is said to be',
      { is: 'done', facts: transferOf({ isOnHold: true, isSettled: true }) },
      { is: 'done', facts: { ...out, state: 'done', detail: 'settled' } },
    ],
    [
      'let go is on its way',
      { is: 'done', facts: transferOf({ isOnHold: false }) },
      {
        is: 'pending',
        askAgainMs: 60_000,
        facts: { ...out, state: 'pending', detail: 'let go, on its way to the bank' },
      },
    ],
    [
      'that was only accepted is not known',
      { is: 'pending', facts: transferOf(), askAgainMs: 1 },
      { is: 'unknown', detail: 'accepted' },
    ],
    [
      'of which nothing was heard is not known',
      { is: 'unknown', detail: 'lost' },
      { is: 'unknown', detail: 'lost' },
    ],
  ])('%s', async (_name, answer, expected) => {
    const { id, hold } = await released({ ...ready, transfer_id: `trf-${Math.random()}` })
    const { transfer_id } = await rowOf(hold)
    const calls: string[] = []
    const call = (name: string) => async (of: string) => {
      calls.push(`${name} ${of}`)
      return answer
    }
    const holds = { release: call('release'), find: call('find') }
    const { order, send, find } = await callsOf(id, hold.id, holds)
    expect(order).toEqual({
      key: id,
      amountPaise: HELD_PAISE,
      how: { by: 'transfer', address: 'acc_1', name: '' },
    })
    const answers = [await send(order), await find(order)]
    expect(calls).toEqual([`release ${transfer_id}`, `find ${transfer_id}`])
    for (const each of answers) expect(each).toMatchObject(expected)
    const facts = answers[0] && 'facts' in answers[0] ? answers[0].facts : null
    if (facts && facts !== 'none') expect(facts.key).toBe(id)
  })
  it.each([
    ['before the provider has it there', { state: 'held', transfer_id: 'trf-not-ready' }, {}],
    ['without a transfer', { state: 'waiting', keep_paise: 0, ready_at: new Date() }, {}],
    ['by a provider that holds nothing', { ...ready, transfer_id: 'trf-no-holds' }, undefined],
  ] as const)('is none %s', async (_name, over, holds) => {
    const { id, hold } = await released(over)
    await expect(callsOf(id, hold.id, holds)).rejects.toThrow(
      `payout ${id}: sandbox does not hold it for its payee`,
    )
    await expect(callsOf(id, 'none', holds)).rejects.toThrow('does not hold it')
  })
})
