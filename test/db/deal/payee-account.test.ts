/** Whether a payee can be paid where a provider holds the money of deals, and what they see of their account. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, toIso } from '#core/time.ts'
import type { UserCtx } from '#server/services/context.ts'
import {
  isAccountNeeded,
  payeeAccountState,
  shownWaitOfPayee,
  waitForPayee,
  waitOfPayee,
} from '#server/services/deal/payee-account.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { sampleFacts } from '#test/support/sample-facts.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Mediator')
})
const { query } = app
const as = <T>(who: Person, work: (ctx: UserCtx) => Promise<T>, settings: object = {}) =>
  actingAs(app, who, work, { settings })
const held = { custody: 'psp_hold', provider: 'razorpay' } as const
const account = (userId: number, state = 'activated', agoMs = 2 * DAY_MS) =>
  query(
    `insert into linked_account (user_id, provider, state, account_id, address_hash, bank_masked, submitted_at, activated_at, wanted)
     values ($1::bigint, 'razorpay', $2, 'acc-' || $1::bigint, '', '***789', now(), $3, '{pan}')`,
    [userId, state, state === 'activated' ? new Date(Date.now() - agoMs) : null],
  )

describe('a payee where a provider holds the money of deals', () => {
  it.each<[object, boolean]>([
    [held, true],
    [{ ...held, provider: 'sandbox' }, false],
    [{ ...held, custody: 'bank_escrow' }, false],
    [{}, false],
  ])('needs an account there: %j is %s', async (settings, isNeeded) =>
    expect(await as(team, async (ctx) => isAccountNeeded(ctx), settings)).toBe(isNeeded),
  )
  it('can be paid, or waits, and it is shown until when', async () => {
    const [none, fresh, ready, wanted] = await Promise.all(
      Array.from({ length: 4 }, () => person(app, 'Seller')),
    )
    if (!none || !fresh || !ready || !wanted) throw new Error('no people')
    await account(fresh.id, 'activated', DAY_MS / 2)
    await account(ready.id)
    await account(wanted.id, 'needs_clarification')
    const waits = (id: number | null, settings: object = held) =>
      as(team, (ctx) => waitOfPayee(ctx, id), settings)
    expect([
      await waits(none.id),
      await waits(null),
      await waits(fresh.id),
      await waits(ready.id),
      await waits(wanted.id),
    ]).toEqual([...['missing', 'missing', 'cooling', null, 'needs_clarification']])
    expect(await waits(none.id, {})).toBeNull()
    const shown = (id: number | null) => as(team, (ctx) => shownWaitOfPayee(ctx, id), held)
    const [{ activated_at }] = await query('select activated_at from linked_account where user_id = $1', [
      fresh.id,
    ])
    expect(await shown(fresh.id)).toEqual({
      payee_waits: 'cooling',
      payee_ready_at: toIso(activated_at.getTime() + DAY_MS),
    })
    expect([await shown(ready.id), await shown(none.id), await shown(null)]).toEqual([
      { payee_waits: null },
      { payee_waits: 'missing' },
      { payee_waits: 'missing' },
    ])
  })
})

describe('a payee who waits', () => {
  it('keeps an agreed deal for a week, and no longer one that lasts longer', async () => {
    const { id } = await person(app, 'Seller')
    const wait = (dueAt: number | null, settings: object = held) =>
      as(
        team,
        async (ctx) =>
          ((await waitForPayee(ctx, id, sampleFacts({ status: 'agreed', dueAt }))).dueAt ?? 0) - ctx.now,
        settings,
      )
    expect(await wait(null)).toBe(7 * DAY_MS)
    expect(await wait(Date.now())).toBe(7 * DAY_MS)
    expect(await wait(Date.now() + 9 * DAY_MS)).toBeGreaterThan(8.9 * DAY_MS)
    expect(await wait(Date.now() + DAY_MS, {})).toBeLessThan(1.1 * DAY_MS)
  })
  it('sees the account with what is wanted of it', async () => {
    const who = await person(app, 'Seller')
    const state = (settings: object = held) =>
      as(who, (ctx) => payeeAccountState(ctx, ['proprietorship', 'company']), settings)
    expect(await state()).toEqual({
      needed: true,
      business_types: ['proprietorship'],
      account: null,
      waits: 'missing',
      now: expect.any(String),
    })
    await account(who.id)
    const [{ activated_at, submitted_at }] = await query(
      'select activated_at, submitted_at from linked_account where user_id = $1',
      [who.id],
    )
    expect(await state()).toMatchObject({
      account: {
        state: 'activated',
        bank: '***789',
        wanted: ['pan'],
        submitted_at: toIso(submitted_at.getTime()),
        usable_from: toIso(activated_at.getTime() + DAY_MS),
      },
      waits: null,
    })
    expect(await state({})).toMatchObject({ needed: false, waits: null })
    const waiting = await person(app, 'Seller')
    await account(waiting.id, 'under_review')
    const { account: ownAccount } = await as(waiting, (ctx) => payeeAccountState(ctx, []), held)
    expect(ownAccount).toMatchObject({ state: 'under_review', usable_from: null })
  })
})
