/** One payout on its way: what is sent and asked, what each answer writes, and when it is tried again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutFact } from '#server/rails/rail.ts'
import { freezePayouts } from '#server/repositories/payout-targets.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import {
  beginDuePayout,
  claimDuePayout,
  claimProbePayouts,
  leavePayout,
} from '#server/services/money/claim-payout.ts'
import {
  beginPayout,
  endPayout,
  handToPerson,
  lockForHand,
  postponePayout,
  provePayout,
} from '#server/services/money/send-payout.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { listenFor, payoutCalls, releasedPayout } from '#test/support/payout-rows.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { NO_ANSWER, paidOut, RecordingRail, refusedOut } from '#test/support/rails.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
const rail = new RecordingRail()
const calls = payoutCalls(app, rail)
const { query, rails, inTransaction, withRow, begin, end, tryWith, rowOf, waitOf, attemptsOf, toldOf } = calls
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
beforeEach(() => query('delete from provider_outage'))

const PAISE = 1_900_000
const released = () => releasedPayout(app)
const fact = (key: string, state: OutFact['state'], detail: string | null = null): OutFact => ({
  ...{ kind: 'out', key, providerId: 'bank-7', state, detail },
})
const failed = (id: string, detail = 'closed') => ({ is: 'done', facts: fact(id, 'failed', detail) }) as const
const outage = (failures: number) =>
  query(`insert into provider_outage (provider, queue, failures) values ('sandbox', 'payout', $1)`, [
    failures,
  ])
const strict = { verification: 'on' } as const

describe('a try', () => {
  it('is noted before the rail is asked, with the address, the owner’s name and the key', async () => {
    const { id, pair } = await released()
    const attempt = await begin(id)
    expect(attempt).toMatchObject({ payoutId: id, generation: 1, n: 1, tries: 1 })
    expect(attempt?.order).toEqual({
      ...{ key: id, amountPaise: PAISE },
      how: {
        by: 'transfer',
        address: `u${pair.payee.id}-${pair.payee.phone.slice(-4)}@sandbox`,
        name: 'Asha Rao',
      },
    })
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
    expect(await attemptsOf(id)).toEqual([{ n: 1, outcome: 'sent', detail: null, generation: 1 }])
    if (attempt) await attempt.ask(attempt.order)
    expect(rail.orders.at(-1)).toEqual(attempt?.order)
  })
  it('whose end is not known is asked about, and counts as the same', async () => {
    const { id } = await released()
    await begin(id)
    const question = await begin(id)
    expect(question).toMatchObject({ n: 1, tries: 1, generation: 1 })
    if (question) await question.ask(question.order)
    expect(rail.questions.at(-1)?.key).toBe(id)
    expect(await attemptsOf(id)).toHaveLength(1)
  })
  it.each([
    ['held', `update payout set status = 'held', held_because = '{frozen}' where id = $1`],
    ['by hand', `update payout set by_hand = true where id = $1`],
  ])('is not begun of one that is %s', async (_name, change) => {
    const { id } = await released()
    await query(change, [id])
    expect(await begin(id)).toBeNull()
    expect(await attemptsOf(id)).toEqual([])
  })
  it.each(['paid', 'review'])('is not begun of one that is %s', async (status) => {
    const { id } = await released()
    for (const step of ['sent', status])
      await query('update payout set status = $2 where id = $1', [id, step])
    expect(await begin(id)).toBeNull()
  })
  it('is not begun of one that is gone', async () =>
    expect(await inTransaction((ctx) => beginPayout(ctx, rails, undefined))).toBeNull())
  it('is not begun while money is closed, and none is claimed', async () => {
    const { id } = await released()
    raiseAlarm('ledger_invalid', 'a test')
    try {
      expect(await inTransaction(({ tx }) => claimDuePayout(tx))).toBeUndefined()
      expect(await inTransaction(({ tx }) => claimProbePayouts(tx))).toEqual([])
      await expect(begin(id)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      clearAlarm('ledger_invalid')
    }
    await query('update payout set next_try_at = $1 where id = $2', [new Date(0), id])
    expect(await inTransaction(({ tx }) => claimDuePayout(tx))).toMatchObject({ id, is_late: true })
  })
  it('that is not begun of a row that is due leaves it for later', async () => {
    const { id } = await released()
    await query('update payout set by_hand = true where id = $1', [id])
    expect(await withRow(id, (ctx, row) => beginDuePayout(ctx, rails, row))).toBeNull()
    expect(Math.abs((await waitOf(id)) - 120)).toBeLessThanOrEqual(1)
    expect(await withRow(id, (ctx, row) => beginDuePayout(ctx, rails, row))).toBeNull()
    expect((await rowOf(id)).tries).toBe(1)
  })
  it('that was asked without one before is an error', async () => {
    const { id } = await released()
    await query(`update payout set status = 'sent' where id = $1`, [id])
    await expect(begin(id)).rejects.toThrow('was sent without an attempt')
  })
  it('needs the rail of its provider', async () => {
    const { id } = await released()
    await query(`update payout set provider = 'gone-bank' where id = $1`, [id])
    await expect(begin(id)).rejects.toThrow(`no rail for provider gone-bank: payout ${id} stays as it is`)
  })
})

describe('before a try', () => {
  it('money for a number that nobody has proved waits ten minutes at a time', async () => {
    const { id, pair } = await released()
    await addTarget(app, testSettings, { userId: pair.payee.id })
    await query(`update app_user set phone_verified_at = null where id = $1`, [pair.payee.id])
    expect(await begin(id, strict)).toBeNull()
    expect([await waitOf(id), await attemptsOf(id)]).toEqual([600, []])
  })
  it('a first one is judged again: its owner was frozen since', async () => {
    const { id, pair } = await released()
    await inTransaction(({ tx }) => freezePayouts(tx, pair.payee.id))
    expect(await begin(id)).toBeNull()
    expect(await rowOf(id)).toMatchObject({ status: 'held', held_because: ['frozen'] })
  })
  it('a first one goes to the target that its owner has set since', async () => {
    const { id, pair } = await released()
    const { target_id: before } = await rowOf(id)
    const target = await addTarget(app, testSettings, { userId: pair.payee.id })
    expect(before).toBeNull()
    // through a hold that is over at once
    expect(await begin(id)).toBeNull()
    expect(await rowOf(id)).toMatchObject({ status: 'held', held_because: ['cooling'], target_id: target.id })
  })
  it.each(['not_me', 'reset', 'replaced'])('a later one to a target that is retired: %s', async (because) => {
    const { id, pair } = await released()
    const target = await addTarget(app, testSettings, { userId: pair.payee.id })
    await query(
      `update payout set status = 'held', held_because = '{cooling}', target_id = $2 where id = $1`,
      [id, target.id],
    )
    await query(`update payout set status = 'queued', held_because = '{}' where id = $1`, [id])
    await tryWith(id, refusedOut('busy', 'later'))
    await query(`update payout_target set retired_at = now(), retired_because = $2 where id = $1`, [
      target.id,
      because,
    ])
    const attempt = await begin(id)
    if (because === 'replaced') expect(attempt).toMatchObject({ n: 2, tries: 2 })
    else
      expect([attempt, (await rowOf(id)).status, await toldOf(id, team)]).toEqual([
        null,
        'review',
        ['review'],
      ])
  })
  it('a later one of a deal whose deposit was taken back since goes to the team', async () => {
    const { id, pair } = await released()
    await tryWith(id, refusedOut('busy', 'later'))
    await query(`insert into deposit_reversal values ($1, $2, $3, 1, true)`, [
      `r-${id}`,
      pair.formPk,
      pair.payer.id,
    ])
    expect([await begin(id), (await rowOf(id)).status]).toEqual([null, 'review'])
  })
})

describe('an answer', () => {
  it('that it was paid takes the money out of the books and tells its owner', async () => {
    const { id, pair } = await released()
    const messages = await listenFor(app, pair.payee)
    expect(await tryWith(id, paidOut(id, 'bank-42'))).toMatchObject({ is: 'paid' })
    const { status, provider_ref, paid_at } = await rowOf(id)
    expect([status, provider_ref, paid_at === null]).toEqual(['paid', 'bank-42', false])
    expect(await attemptsOf(id)).toEqual([{ n: 1, outcome: 'paid', detail: null, generation: 1 }])
    expect([await toldOf(id, pair.payee), await toldOf(id, team), await messages()]).toEqual([
      ...[['paid'], [], [`payout.paid ${PAISE}`]],
    ])
    expect(await query(`select kind from transfer where id = 'payout:' || $1`, [id])).toEqual([
      { kind: 'payout' },
    ])
    expect(await query(`select balance_of('payable:' || $1)::int as paise`, [pair.payee.id])).toEqual([
      { paise: 0 },
    ])
  })
  it.each([
    [1, 5],
    [2, 20],
    [5, 1_280],
  ])('that it was refused for now at try %i is tried again after %i s', async (tries, wait) => {
    const { id, pair } = await released()
    await begin(id)
    await query(
      `insert into payout_attempt (payout_id, n, outcome) select $1, n, 'failed' from generate_series(2, $2) n`,
      [id, tries],
    )
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    expect(await end(id, { ...attempt, tries }, refusedOut('x'.repeat(301), 'later'))).toMatchObject({
      is: 'failed',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'failed' })
    expect((await attemptsOf(id)).at(-1)).toMatchObject({ outcome: 'failed', detail: 'x'.repeat(300) })
    expect(Math.abs((await waitOf(id)) - wait)).toBeLessThanOrEqual(1)
    expect([await toldOf(id, pair.payee), await toldOf(id, team)]).toEqual([[], []])
  })
  it('that it was refused six times goes to the team, and its owner is told', async () => {
    const { id, pair } = await released()
    const messages = await listenFor(app, pair.payee)
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    await end(id, { ...attempt, tries: 6 }, refusedOut('busy', 'later'))
    expect(await rowOf(id)).toMatchObject({ status: 'review' })
    expect([await toldOf(id, pair.payee), await toldOf(id, team)]).toEqual([['review'], ['review']])
    expect(await messages()).toEqual([`payout.failed ${PAISE}`])
  })
  it.each([
    ['refused for good', refusedOut('no', 'never')],
    ['refused under its key', refusedOut('no', 'new_key')],
    ['failed at the bank', failed('x')],
  ])('that it was %s goes to the team at once', async (_name, answer) => {
    const { id, pair } = await released()
    const messages = await listenFor(app, pair.payee)
    await tryWith(id, answer)
    expect([(await rowOf(id)).status, await messages()]).toEqual(['review', [`payout.failed ${PAISE}`]])
  })
  it('that refuses our settings counts as no try', async () => {
    const { id } = await released()
    expect(await tryWith(id, refusedOut('wrong key', 'config'))).toEqual({
      is: 'unsent',
      detail: 'wrong key',
    })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'unsent', detail: 'wrong key' }])
    expect([(await rowOf(id)).status, await waitOf(id)]).toEqual(['failed', 5])
    expect(await begin(id)).toMatchObject({ n: 2, tries: 1 })
  })
})

describe('an answer that ends nothing', () => {
  it('of which nothing is known leaves it sent, and is asked about after a while', async () => {
    const { id } = await released()
    await tryWith(id, NO_ANSWER)
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'unknown', detail: 'no answer in time' }])
    expect([(await rowOf(id)).status, await waitOf(id)]).toEqual(['sent', 10])
    await tryWith(id, { is: 'pending', facts: fact(id, 'pending'), askAgainMs: 90_000 })
    expect([(await rowOf(id)).status, await waitOf(id)]).toEqual(['sent', 90])
  })
  it('of which nothing is known for five working days goes to the team, and is no failure', async () => {
    const { id, pair } = await released()
    const messages = await listenFor(app, pair.payee)
    await begin(id)
    await query(`update payout_attempt set at = at - interval '20 days' where payout_id = $1`, [id])
    await tryWith(id, NO_ANSWER)
    expect([(await rowOf(id)).status, await toldOf(id, team), await messages()]).toEqual([
      'review',
      ['review'],
      [],
    ])
  })
  it('that comes after another has ended it changes nothing', async () => {
    const { id } = await released()
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    await end(id, attempt, paidOut(id))
    await end(id, attempt, refusedOut('late', 'never'))
    expect(await rowOf(id)).toMatchObject({ status: 'paid' })
  })
  it('to a key that was given up changes nothing', async () => {
    const { id } = await released()
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    await end(id, { ...attempt, generation: 2 }, refusedOut('late', 'never'))
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  })
  it('to one that is gone is an error', async () => {
    const { id } = await released()
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    await expect(
      inTransaction((ctx) => endPayout(ctx, undefined, { attempt, answer: paidOut(id) })),
    ).rejects.toThrow('a payout is gone')
  })
})

describe('a provider that is away', () => {
  it('what it did not take is no try, due at once, and never the team’s', async () => {
    const { id } = await released()
    await outage(2)
    const attempt = await begin(id)
    if (!attempt) throw new Error('no try')
    await end(id, { ...attempt, tries: 6 }, refusedOut('busy', 'later'))
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'unsent' }])
    expect([(await rowOf(id)).status, await waitOf(id)]).toEqual(['failed', 0])
    expect(await query('select failures, probe_at > now() as paused from provider_outage')).toEqual([
      { failures: 3, paused: true },
    ])
  })
  it('what it has not answered is due at once too, and still in doubt', async () => {
    const { id } = await released()
    await outage(2)
    await tryWith(id, NO_ANSWER)
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'unknown' }])
    expect([(await rowOf(id)).status, await waitOf(id)]).toEqual(['sent', 0])
  })
  it('says itself for how long', async () => {
    const { id } = await released()
    await tryWith(id, { is: 'refused', detail: 'busy', retry: 'later', retryAfterMs: 100_000 })
    const [row] = await query(
      'select round(extract(epoch from probe_at - clock_timestamp())) as s from provider_outage',
    )
    expect(Math.abs(Number(row.s) - 100)).toBeLessThan(20)
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'unsent' }])
  })
  it('is back with its first answer, whatever that is', async () => {
    await outage(5)
    await tryWith((await released()).id, refusedOut('no', 'never'))
    expect(await query('select from provider_outage')).toEqual([])
  })
  it('whose probe was not used may be asked by another', async () => {
    const { id } = await released()
    await query(
      `insert into provider_outage values ('sandbox', 'payout', 3, now(), now() + interval '1 hour')`,
    )
    const row = await rowOf(id)
    await inTransaction((ctx) => leavePayout(ctx, row))
    expect(await query('select probe_at <= clock_timestamp() as due from provider_outage')).toEqual([
      { due: true },
    ])
  })
  it.each([
    [1, 5],
    [3, 80],
    [6, 5_120],
    [9, 5_120],
  ])('an error of ours at try %i waits %i s, and is no try', async (tries, wait) => {
    const { id } = await released()
    await inTransaction((ctx) => postponePayout(ctx, { id, tries }))
    expect(Math.abs((await waitOf(id)) - wait)).toBeLessThanOrEqual(1)
    expect([(await rowOf(id)).status, await attemptsOf(id)]).toEqual(['queued', []])
  })
})

describe('what the provider tells by itself', () => {
  const prove = (id: string, state: OutFact['state'], detail: string | null = null) =>
    withRow(id, (ctx, row) => provePayout(ctx, row, fact(id, state, detail)))
  const inReview = async () => {
    const payout = await released()
    await begin(payout.id)
    await query(`update payout set status = 'review' where id = $1`, [payout.id])
    return payout
  }
  it.each<['sent' | 'failed' | 'review']>([['sent'], ['failed'], ['review']])(
    'that one in %s was paid is so',
    async (status) => {
      const { id } = await released()
      await begin(id)
      if (status !== 'sent') await query('update payout set status = $2 where id = $1', [id, status])
      await prove(id, 'done')
      expect(await rowOf(id)).toMatchObject({ status: 'paid', provider_ref: 'bank-7' })
      expect(await attemptsOf(id)).toMatchObject([{ outcome: 'paid', detail: null }])
    },
  )
  it('says nothing where it is on its way, or where nothing was sent', async () => {
    const [sent, queued] = [await released(), await released()]
    await begin(sent.id)
    await prove(sent.id, 'pending')
    await prove(queued.id, 'done')
    expect(await attemptsOf(sent.id)).toMatchObject([{ outcome: 'sent' }])
    expect([(await rowOf(sent.id)).status, (await rowOf(queued.id)).status]).toEqual(['sent', 'queued'])
  })
  it('of one in review its failure is news once, and leaves it there', async () => {
    const { id, pair } = await inReview()
    const messages = await listenFor(app, pair.payee)
    await prove(id, 'failed', 'y'.repeat(301))
    await prove(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ status: 'review' })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'failed' }])
    expect(await messages()).toEqual([`payout.failed ${PAISE}`])
  })
  it('keeps the beginning of a long reason', async () => {
    const { id } = await inReview()
    await prove(id, 'failed', 'y'.repeat(301))
    expect(await attemptsOf(id)).toMatchObject([{ detail: 'y'.repeat(300) }])
  })
  it('the older report of one that came back is not booked', async () => {
    const { id } = await inReview()
    await prove(id, 'returned')
    await prove(id, 'done')
    expect(await rowOf(id)).toMatchObject({ status: 'review' })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'failed' }])
  })
  it('a failure of one that was sent goes to the team', async () => {
    const { id, pair } = await released()
    const messages = await listenFor(app, pair.payee)
    await begin(id)
    await prove(id, 'failed', 'closed')
    expect([(await rowOf(id)).status, await messages()]).toEqual(['review', [`payout.failed ${PAISE}`]])
  })
})

describe('a person who pays it', () => {
  const byHand = async () => {
    const { id } = await released()
    await query('update payout set by_hand = true where id = $1', [id])
    return id
  }
  const lock = (id: string, target_id: string | null = null) =>
    inTransaction((ctx) => lockForHand(ctx, { id, target_id }))
  it('is shown one that may go, to the target that they have read', async () => {
    const id = await byHand()
    expect((await lock(id))?.id).toBe(id)
    expect(await lock(id, 'another')).toBeNull()
    expect(await lock('none')).toBeNull()
    expect(await lock((await released()).id)).toBeNull()
  })
  it('is shown none whose owner was frozen since, none that was given to another, and none while money is closed', async () => {
    const [id, sent] = [await byHand(), await byHand()]
    const { user_id } = await rowOf(id)
    await inTransaction(({ tx }) => freezePayouts(tx, user_id ?? 0))
    expect([await lock(id), (await rowOf(id)).status]).toEqual([null, 'held'])
    await withRow(sent, handToPerson)
    expect(await lock(sent)).toBeNull()
    raiseAlarm('disk_full', 'a test')
    await expect(lock(sent)).rejects.toMatchObject({ code: 'unavailable' })
    clearAlarm('disk_full')
  })
  it('has it from then on: it counts as sent', async () => {
    const id = await byHand()
    await withRow(id, handToPerson)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
    expect(await attemptsOf(id)).toMatchObject([{ n: 1, outcome: 'sent', generation: 1 }])
  })
})
