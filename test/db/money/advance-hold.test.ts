/** What a provider holds of a deal is brought to where the deal has ended, call by call, whatever the provider answers. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#core/time.ts'
import type { ProviderHoldRow } from '#server/repositories/provider-holds.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { advanceHold, claimProviderHolds } from '#server/services/money/advance-hold.ts'
import { applyFact } from '#server/services/money/apply-fact.ts'
import { NoAnswer } from '#server/services/money/hold-waits.ts'
import { payoutOf } from '#test/support/payout-targets.ts'
import { type Person, take, teammate } from '#test/support/people.ts'
import { ACCOUNT, answered, HELD_PAISE, transferOf, useProviderHolds } from '#test/support/provider-holds.ts'

const world = useProviderHolds()
const { app, query, heldDeal, advance, rowOf, waitOf, stepsOf, postingsOf, inTransaction } = world
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const notices = (hold: Parameters<typeof world.toldOf>[0]) => world.toldOf(hold, team)
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** The deal has ended: so much is its payee's. */
const ended = (keep: number, over: Partial<ProviderHoldRow> = {}) =>
  heldDeal({ state: 'held', transfer_id: `trf-${Math.random()}`, keep_paise: keep, ...over })
const transfers = (...list: ReturnType<typeof transferOf>[]) => answered(list)
const refused = (retry: 'never' | 'later' | 'config', detail = 'no') =>
  ({ is: 'refused', retry, detail }) as const
const LOST = { is: 'unknown', detail: 'lost' } as const
const aged = (days: number, ms = 0) => new Date(Date.now() - days * DAY_MS - ms)

describe('nothing is asked', () => {
  it('before the payment has come', async () => {
    const hold = await heldDeal({ payment_id: null })
    expect(await advance(hold, [])).toEqual([])
  })
  it('once it is where the deal has ended', async () => {
    const hold = await ended(HELD_PAISE, { ready_at: new Date() })
    expect(await advance(hold, [])).toEqual([])
  })
  it('of an order that the provider never had', async () => {
    const hold = await heldDeal()
    await query('update pay_in set provider_order_id = null where id = $1', [hold.id])
    expect(await advance(hold, [])).toEqual([])
  })
  it('of a hold that is not there', async () => {
    const none = { pair: (await heldDeal()).pair, id: 'none', paymentId: '' }
    expect(await advance(none, [])).toEqual([])
  })
  it('while money is closed, and none is claimed', async () => {
    const hold = await heldDeal()
    await query('update provider_hold set next_try_at = clock_timestamp() where id = $1', [hold.id])
    raiseAlarm('ledger_invalid', 'a test')
    try {
      expect(await inTransaction()((ctx) => claimProviderHolds(ctx, 100))).toEqual([])
      await expect(advance(hold, [])).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      clearAlarm('ledger_invalid')
    }
    const claimed = await inTransaction()((ctx) => claimProviderHolds(ctx, 100))
    expect(claimed.map(({ id }) => id)).toContain(hold.id)
  })
  it('of a provider that holds nothing: that is an error', async () => {
    const { id } = await heldDeal()
    await expect(advanceHold(inTransaction(), new Map(), { id, provider: 'sandbox' })).rejects.toThrow(
      'no provider sandbox that holds money',
    )
  })
})

describe('news of a transfer', () => {
  it.each(['its own id', 'its order’s id'])(
    'by %s has its hold looked at now, and no other',
    async (which) => {
      const [hold, other] = [await ended(HELD_PAISE), await ended(HELD_PAISE)]
      const next = `clock_timestamp() + interval '1 day'`
      await query(`update provider_hold set next_try_at = ${next}, tries = 3 where id = any($1)`, [
        [hold.id, other.id],
      ])
      const { provider, transfer_id } = await rowOf(hold)
      const ids = [which.startsWith('its own') ? String(transfer_id) : `order-${hold.id}`]
      await inTransaction()((ctx) => applyFact(ctx, provider, { kind: 'hold_news', ids }))
      expect([await waitOf(hold), await waitOf(other)]).toEqual([0, DAY])
      await inTransaction()((ctx) =>
        applyFact(ctx, 'another', { kind: 'hold_news', ids: [`order-${other.id}`] }),
      )
      expect(await waitOf(other)).toBe(DAY)
    },
  )
})

describe('what came with the order', () => {
  it('is held once it is there, and looked at again in a day while the deal goes on', async () => {
    const hold = await heldDeal()
    const others = transferOf({ id: 'other', accountId: 'acc_2' })
    expect(
      await advance(hold, [['findOfOrder', transfers(others, transferOf({ id: `made-${hold.id}` }))]]),
    ).toEqual([`findOfOrder order-${hold.id}`])
    expect(await rowOf(hold)).toMatchObject({ state: 'held', transfer_id: `made-${hold.id}`, ready_at: null })
    expect(await postingsOf(hold)).toEqual([`0 hold_made ${HELD_PAISE}`])
    expect(await waitOf(hold)).toBe(DAY)
    expect(await notices(hold)).toEqual([])
  })
  it.each([
    ['of another amount', { amountPaise: HELD_PAISE - 1 }],
    ['of which some has gone back', { reversedPaise: 1 }],
  ])('is the team’s %s', async (_name, over) => {
    const hold = await heldDeal()
    await advance(hold, [['findOfOrder', transfers(transferOf(over))]])
    expect(await rowOf(hold)).toMatchObject({ state: 'review', problem: 'the transfer is of another amount' })
    expect([await postingsOf(hold), await waitOf(hold), await notices(hold)]).toEqual([
      [],
      HOUR,
      ['hold_stuck'],
    ])
  })
  it.each([
    ['a day', DAY_MS, []],
    ['four days', 4 * DAY_MS - 60_000, []],
    ['more than four days', 4 * DAY_MS + 60_000, ['hold_stuck']],
  ])(
    'that waits for %s is asked about every minute, and at last told to the team',
    async (_name, laterMs, keys) => {
      const hold = await heldDeal({ state: 'failed' })
      await advance(hold, [['findOfOrder', transfers(transferOf({ state: 'waiting' }))]], laterMs)
      expect(await rowOf(hold)).toMatchObject({ state: 'waiting', failed_at: null })
      expect([await waitOf(hold), await notices(hold)]).toEqual([MINUTE, keys])
    },
  )
  it.each([
    ['has failed', [transferOf({ state: 'failed' })]],
    ['is not there', []],
    ['is another account’s', [transferOf({ accountId: 'acc_2' })]],
  ])('and %s is told once, and waited for', async (_name, list) => {
    const hold = await heldDeal()
    await advance(hold, [['findOfOrder', answered(list)]])
    const { state, failed_at } = await rowOf(hold)
    expect([state, await waitOf(hold), await notices(hold)]).toEqual(['failed', HOUR, ['hold_stuck']])
    await query(`delete from notification where key like $1`, [`%${hold.id}%`])
    await advance(hold, [['findOfOrder', answered(list)]], 5 * DAY_MS)
    expect(await notices(hold)).toEqual([])
    expect((await rowOf(hold)).failed_at).toEqual(failed_at)
  })
})

describe('a question', () => {
  it('a provider that refuses the question is an error, and nothing is written', async () => {
    const hold = await heldDeal()
    await expect(advance(hold, [['findOfOrder', refused('never')]])).rejects.toThrow(
      'the provider answered refused',
    )
    expect(await rowOf(hold)).toMatchObject({ state: 'waiting', problem: null })
  })
  it('a question without an answer is simply asked again', async () => {
    const hold = await heldDeal()
    const error = await advance(hold, [['findOfOrder', LOST]]).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({
      message: 'the provider answered unknown',
      isOfCall: false,
      retryAfterMs: 0,
    })
    expect(await rowOf(hold)).toMatchObject({ state: 'waiting', next_try_at: null })
  })
  it('an answer ends the outage of its provider’s holds, and no answer does not', async () => {
    const hold = await heldDeal()
    await query(
      `insert into provider_outage (provider, queue) values ('sandbox', 'provider_hold'), ('sandbox', 'pay_in')`,
    )
    await advance(hold, [['findOfOrder', LOST]]).catch(() => undefined)
    expect(await query('select queue from provider_outage order by queue')).toHaveLength(2)
    await advance(hold, [['findOfOrder', transfers(transferOf({ state: 'waiting' }))]])
    expect(await query('delete from provider_outage returning queue')).toEqual([{ queue: 'pay_in' }])
  })
})

describe('a deal that goes on for long', () => {
  it.each([
    ['a week before the contract’s last day', 113 * DAY_MS - 60_000, []],
    ['in the contract’s last week', 113 * DAY_MS + 60_000, ['hold_ends']],
  ])('%s', async (_name, laterMs, keys) => {
    const hold = await heldDeal({ state: 'held', transfer_id: `long-${laterMs}` })
    expect(await advance(hold, [], laterMs)).toEqual([])
    expect([await waitOf(hold), await notices(hold)]).toEqual([DAY, keys])
  })
})

describe('a deal that has ended', () => {
  it('with all for the payee needs no call', async () => {
    const hold = await ended(HELD_PAISE)
    expect(await advance(hold, [])).toEqual([])
    expect((await rowOf(hold)).ready_at).not.toBeNull()
    expect([await stepsOf(hold), await waitOf(hold), await postingsOf(hold)]).toEqual([[], null, []])
  })
  it('with a part for the payer takes that back, and what waited for it goes', async () => {
    const hold = await heldDeal({ state: 'held', transfer_id: 'trf-cancelled' })
    await take(app, hold.pair.payee, hold.pair.formPk, 'cancel')
    const refund = () => payoutOf(app, hold.pair, 'refund')
    expect(await refund()).toMatchObject({ status: 'held', held_because: ['provider_hold'] })
    const calls = await advance(hold, [['reverse', answered('rev-1')]])
    expect(calls).toEqual([`reverse trf-cancelled ${HELD_PAISE}`])
    const [step] = await stepsOf(hold)
    expect(step).toMatchObject({
      ...{ n: 1, call: 'reverse', amount_paise: HELD_PAISE, state: 'done', sends: 1, provider_id: 'rev-1' },
      detail: null,
    })
    expect([step?.sent_at, step?.done_at]).not.toContain(null)
    expect(await postingsOf(hold)).toEqual([`1 hold_reversed ${-HELD_PAISE}`])
    expect(await rowOf(hold)).toMatchObject({ state: 'held', transfer_id: 'trf-cancelled', problem: null })
    expect(await refund()).toMatchObject({ status: 'queued', held_because: [] })
  })
  it('with too little to move takes all back, and what is the payee’s comes again', async () => {
    const keep = HELD_PAISE - 50
    const hold = await ended(keep, { transfer_id: 'trf-small' })
    const calls = await advance(hold, [
      ['reverse', answered('rev-2')],
      ['transfer', { is: 'pending', facts: transferOf({ id: 'trf-again' }), askAgainMs: 0 }],
    ])
    expect(calls).toEqual([
      `reverse trf-small ${HELD_PAISE}`,
      `transfer ${hold.paymentId} ${ACCOUNT} ${keep}`,
    ])
    expect(await rowOf(hold)).toMatchObject({ transfer_id: 'trf-again' })
    expect(await postingsOf(hold)).toEqual([`1 hold_reversed ${-HELD_PAISE}`, `2 hold_made ${keep}`])
    expect((await stepsOf(hold)).map(({ n, provider_id }) => [n, provider_id])).toEqual([
      [1, 'rev-2'],
      [2, 'trf-again'],
    ])
  })
  it.each([
    ['more than was held', HELD_PAISE + 1, HELD_PAISE],
    ['less than can be moved', 99, 150],
  ])('with %s for the payee is the team’s', async (_name, keep, heldPaise) => {
    const hold = await ended(keep, { amount_paise: heldPaise })
    expect(await advance(hold, [])).toEqual([])
    const problem = 'the amount cannot be moved by its calls'
    expect(await rowOf(hold)).toMatchObject({ state: 'review', problem, ready_at: null })
    expect([await waitOf(hold), await notices(hold), await stepsOf(hold)]).toEqual([HOUR, ['hold_stuck'], []])
  })
})

/** The call was made so many times, the last so long ago, and nobody knows what came of it. */
async function silent({ sends = 1, seconds = 30, keep = 0 } = {}) {
  const hold = await ended(keep)
  await query(
    `insert into provider_hold_step (hold_id, n, call, amount_paise, state, sends, sent_at)
     values ($1, 1, 'reverse', $2, 'sent', $3, clock_timestamp() - $4 * interval '1 second')`,
    [hold.id, HELD_PAISE - keep, sends, seconds],
  )
  return hold
}

describe('a call', () => {
  it('that is refused for good is the team’s, with the provider’s words', async () => {
    const hold = await ended(0)
    await advance(hold, [['reverse', refused('never', 'x'.repeat(301))]])
    expect(await rowOf(hold)).toMatchObject({ state: 'review', problem: 'x'.repeat(300) })
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'sent', sends: 1, detail: 'x'.repeat(300) })
    expect([await waitOf(hold), await notices(hold)]).toEqual([HOUR, ['hold_stuck']])
  })
  it('that is refused for our settings counts as not made', async () => {
    const hold = await ended(0)
    await advance(hold, [['reverse', refused('config', 'a wrong key')]])
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'due', sends: 0, detail: 'a wrong key' })
    expect([(await rowOf(hold)).state, await waitOf(hold)]).toEqual(['held', MINUTE])
  })
  it('whose answer is lost is noted, and asked about soon', async () => {
    const hold = await ended(0)
    await expect(advance(hold, [['reverse', LOST]])).rejects.toMatchObject({ isOfCall: true })
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'sent', sends: 1, detail: 'lost' })
    expect([await waitOf(hold), (await rowOf(hold)).ready_at]).toEqual([10, null])
  })
})

describe('a call of which nobody knows what came', () => {
  it('that shows nowhere is looked for every two minutes', async () => {
    const hold = await silent({ seconds: 590 })
    await advance(hold, [['find', answered(transferOf())]])
    expect(await waitOf(hold)).toBe(2 * MINUTE)
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'sent', sends: 1 })
  })
  it('that shows nowhere after ten minutes is made again', async () => {
    const hold = await silent({ seconds: 610 })
    await advance(hold, [
      ['find', answered(transferOf())],
      ['reverse', answered('rev-3')],
    ])
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'done', sends: 2, provider_id: 'rev-3' })
    expect((await rowOf(hold)).ready_at).not.toBeNull()
  })
  it('that shows is done', async () => {
    const hold = await silent()
    await advance(hold, [['find', answered(transferOf({ reversedPaise: HELD_PAISE }))]])
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'done', provider_id: null })
    expect(await postingsOf(hold)).toEqual([`1 hold_reversed ${-HELD_PAISE}`])
  })
  it('that moved another amount is the team’s', async () => {
    const hold = await silent()
    await advance(hold, [['find', answered(transferOf({ reversedPaise: 1 }))]])
    expect(await rowOf(hold)).toMatchObject({
      state: 'review',
      problem: 'the provider has moved another amount',
    })
  })
  it('that is refused once its answer was lost may be done already, and is asked about', async () => {
    const hold = await silent({ seconds: 610 })
    await advance(hold, [
      ['find', answered(transferOf())],
      ['reverse', refused('never', 'reversed before')],
    ])
    expect((await stepsOf(hold))[0]).toMatchObject({ state: 'sent', sends: 2, detail: 'reversed before' })
    expect([(await rowOf(hold)).state, await waitOf(hold)]).toEqual(['held', 10])
  })
  it('is made five times, and then it is a person’s', async () => {
    const [fourth, fifth] = [
      await silent({ sends: 4, seconds: 610 }),
      await silent({ sends: 5, seconds: 610 }),
    ]
    expect(
      await advance(fourth, [
        ['find', answered(transferOf())],
        ['reverse', answered('rev-5')],
      ]),
    ).toHaveLength(2)
    await advance(fifth, [['find', answered(transferOf())]])
    expect(await rowOf(fifth)).toMatchObject({ state: 'review', problem: 'sent too often' })
  })
  it('a question about it that is refused is an error', async () => {
    const hold = await silent()
    await expect(advance(hold, [['find', refused('never')]])).rejects.toThrow('the provider answered refused')
  })
})

describe('a call, beside another process,', () => {
  it('that another process has ended in between is not booked twice', async () => {
    const hold = await silent({ seconds: 610 })
    const other = async () => {
      await query(`update provider_hold_step set state = 'done', done_at = now() where hold_id = $1`, [
        hold.id,
      ])
      return answered('rev-6')
    }
    await advance(hold, [
      ['find', answered(transferOf())],
      ['reverse', other],
    ])
    expect(await postingsOf(hold)).toEqual([])
    expect((await rowOf(hold)).ready_at).not.toBeNull()
  })
  it.each([
    ['made again', `update provider_hold_step set sends = sends + 1 where hold_id = $1`],
    ['not made', `update provider_hold_step set state = 'due' where hold_id = $1`],
  ])('that another process has noted as %s is left to that one', async (_name, change) => {
    const hold = await ended(0)
    const other = async () => {
      await query(change, [hold.id])
      return answered('rev-7')
    }
    await advance(hold, [['reverse', other]])
    expect([await postingsOf(hold), (await rowOf(hold)).ready_at]).toEqual([[], null])
  })
  it('that comes back once all is done changes nothing', async () => {
    const hold = await ended(0)
    const other = async () => {
      await query('update provider_hold set ready_at = now() where id = $1', [hold.id])
      return answered('rev-8')
    }
    await advance(hold, [['reverse', other]])
    expect([await postingsOf(hold), (await stepsOf(hold))[0]?.state]).toEqual([[], 'sent'])
  })
})

describe('a transfer that failed for four days, of a deal that has ended,', () => {
  const failed = (keep: number | null, days = 4, ms = 60_000) =>
    heldDeal({ state: 'failed', failed_at: aged(days, ms), keep_paise: keep, created_at: aged(5) })
  const gone = ['findOfOrder', answered([])] as const

  it('is made by us', async () => {
    const hold = await failed(500_000)
    const calls = await advance(hold, [[...gone], ['transfer', answered(transferOf({ id: 'trf-ours' }))]])
    expect(calls[1]).toBe(`transfer ${hold.paymentId} ${ACCOUNT} 500000`)
    expect(await rowOf(hold)).toMatchObject({ transfer_id: 'trf-ours' })
    expect(await postingsOf(hold)).toEqual(['1 hold_made 500000'])
    expect((await rowOf(hold)).ready_at).not.toBeNull()
  })
  it('is asked about no more once ours was sent', async () => {
    const hold = await failed(500_000)
    await advance(hold, [[...gone], ['transfer', LOST]]).catch(() => undefined)
    expect(
      await advance(hold, [
        ['findOfPayment', transfers(transferOf({ id: 'trf-seen', amountPaise: 500_000 }))],
      ]),
    ).toEqual([`findOfPayment ${hold.paymentId}`])
    expect(await rowOf(hold)).toMatchObject({ transfer_id: 'trf-seen' })
  })
  it('needs no call where nothing is the payee’s', async () => {
    const hold = await failed(0)
    expect(await advance(hold, [[...gone]])).toHaveLength(1)
    expect((await rowOf(hold)).ready_at).not.toBeNull()
    expect(await postingsOf(hold)).toEqual([])
  })
  it('is the team’s where that is too little to be moved', async () => {
    const hold = await failed(99)
    await advance(hold, [[...gone]])
    expect(await rowOf(hold)).toMatchObject({ state: 'review', ready_at: null })
  })
  it.each([
    ['not before', 500_000, 4, -60_000],
    ['not while the deal goes on', null, 30, 0],
  ])('%s', async (_name, keep, days, ms) => {
    const hold = await failed(keep, days, ms)
    expect(await advance(hold, [[...gone]])).toHaveLength(1)
    expect([(await rowOf(hold)).ready_at, await waitOf(hold), await notices(hold)]).toEqual([null, HOUR, []])
  })
})

describe('what the team has moved by hand', () => {
  const inReview = (over: Partial<ProviderHoldRow>) => heldDeal({ state: 'review', problem: 'x', ...over })
  async function reversedBefore(hold: { id: string }, paise: number) {
    await query(
      `insert into provider_hold_step (hold_id, n, call, amount_paise, state, sends, sent_at, done_at)
       values ($1, 1, 'reverse', $2, 'done', 1, now(), now()), ($1, 2, 'transfer', 700, 'due', 0, null, null)`,
      [hold.id, paise],
    )
  }
  it('is booked by what is there now, and what waited goes on', async () => {
    const hold = await inReview({ transfer_id: 'trf-hand-1', keep_paise: 400_000 })
    const now = transferOf({ id: 'trf-hand-1', reversedPaise: HELD_PAISE - 400_000 })
    expect(
      await advance(hold, [['findOfOrder', transfers(transferOf({ accountId: 'acc_2' }), now)]]),
    ).toHaveLength(1)
    expect(await postingsOf(hold)).toEqual([`1 hold_reversed ${400_000 - HELD_PAISE}`])
    expect(await rowOf(hold)).toMatchObject({ state: 'held', transfer_id: 'trf-hand-1' })
    expect([(await rowOf(hold)).ready_at === null, await waitOf(hold)]).toEqual([false, null])
  })
  it('takes in what our own calls had done', async () => {
    const hold = await inReview({ transfer_id: 'trf-hand-2', keep_paise: 700 })
    await reversedBefore(hold, HELD_PAISE)
    await advance(hold, [['findOfOrder', transfers(transferOf({ id: 'trf-hand-3', amountPaise: 700 }))]])
    expect(await postingsOf(hold)).toEqual(['3 hold_made 700'])
    expect(await rowOf(hold)).toMatchObject({ state: 'held', transfer_id: 'trf-hand-3' })
  })
  it('is booked no more where it is what the books have', async () => {
    const hold = await inReview({ transfer_id: 'trf-hand-4', keep_paise: HELD_PAISE })
    await advance(hold, [['findOfOrder', transfers(transferOf({ id: 'trf-hand-4' }))]])
    expect([await postingsOf(hold), (await rowOf(hold)).ready_at === null]).toEqual([[], false])
  })
  it('nothing was ever there, and nothing is to be', async () => {
    const hold = await inReview({ keep_paise: 0 })
    await advance(hold, [['findOfOrder', answered([])]])
    expect(await rowOf(hold)).toMatchObject({ state: 'review', transfer_id: null })
    expect([await postingsOf(hold), (await rowOf(hold)).ready_at === null]).toEqual([[], false])
  })
  it.each<[string, number | null, Parameters<typeof transferOf>[0]]>([
    ['something else is there', 400_000, {}],
    ['the deal goes on', null, {}],
    ['it is on its way', HELD_PAISE, { state: 'waiting' }],
  ])('it is looked at again in an hour while %s', async (name, keep_paise, over) => {
    const hold = await inReview({ transfer_id: `trf-${name}`, keep_paise })
    await advance(hold, [['findOfOrder', transfers(transferOf(over))]])
    expect(await rowOf(hold)).toMatchObject({ state: 'review', ready_at: null })
    expect([await postingsOf(hold), await waitOf(hold)]).toEqual([[], HOUR])
  })
  it('a provider that does not say is asked again, also where nothing would be left', async () => {
    const hold = await inReview({ transfer_id: 'trf-hand-5', keep_paise: 0 })
    await advance(hold, [['findOfOrder', refused('never')]])
    expect([(await rowOf(hold)).ready_at, await waitOf(hold)]).toEqual([null, HOUR])
  })
})
