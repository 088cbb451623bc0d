/** How a deal that stands still goes on or ends, and what the end of a hold posts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addBusinessDays } from '#core/business-days.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { UserCtx } from '#server/services/context.ts'
import { endFreeze, freezeDeal, presentFrozenDeals } from '#server/services/deals/freeze.ts'
import { readHeld } from '#server/services/deals/read.ts'
import { takeBackPayment } from '#server/services/money/take-back.ts'
import { takeOutOfDeal } from '#server/services/money/take-out.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { reportChargeback, takeBack } from '#test/support/chargebacks.ts'
import {
  bringTo,
  look,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  take,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'

const app = useApp()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  other = await teammate(app, 'Admin')
})
const { query } = app
const rowOf = async ({ formPk }: Pair) => (await query('select * from deal where id = $1', [formPk]))[0]
const as = <T>(
  who: Person,
  work: (ctx: UserCtx) => Promise<T>,
  options: Parameters<typeof actingAs>[3] = {},
) => actingAs(app, who, work, options)
async function held(state: 'funded' | 'in_delivery' | 'delivered' = 'funded'): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, state)
  return pair
}
const postingsOf = (pair: Pair, kind = 'end') =>
  query(
    `select t.kind, t.resolves, array_agg(a.code || ' ' || e.amount order by a.code) as entries
       from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
      where t.id like 'deal:' || $1 || ':%' || $2 group by t.no order by t.no`,
    [pair.formPk, kind],
  )

describe('a deal whose money is in doubt', () => {
  it('stands still once, with its two told why', async () => {
    const pair = await held()
    await takeBack(app, pair.formPk, 700)
    const row = await rowOf(pair)
    expect([row.frozen_since, row.next_reminder_at]).toEqual([expect.any(Date), null])
    const freeze = (amount: number) =>
      as(admin, async (ctx) => {
        const loaded = await findDeal(ctx.tx, pair.formPk)
        return loaded && freezeDeal(ctx, loaded, amount)
      })
    expect(await freeze(700)).toBe(false)
    const notices = await query(
      `select user_id from notification where key like 'freeze:' || $1 || ':%' order by user_id`,
      [pair.formPk],
    )
    expect(notices.map(({ user_id }) => user_id)).toEqual(
      [pair.payer.id, pair.payee.id].toSorted((a, b) => a - b),
    )
  })
  it('does not where its money is in no hold', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'agreed')
    const isFrozen = await as(admin, async (ctx) => {
      const loaded = await findDeal(ctx.tx, pair.formPk)
      return loaded && freezeDeal(ctx, loaded, 1)
    })
    expect([isFrozen, (await rowOf(pair)).frozen_since]).toEqual([false, null])
  })
})

const end = (
  who: Person,
  { formPk }: Pair,
  outcome: 'goes_on' | 'charged_back',
  note = 'seen',
  laterMs = 0,
) => as(who, (ctx) => endFreeze(ctx, formPk, { outcome, note }), { laterMs })

describe('what goes on', () => {
  it.each([
    ['goods', offerShopping, 'ship', { courier: 'delhivery', tracking_number: '12345678901' }],
    ['work', offerServices, 'start', {}],
  ] as const)(
    '%s that stood still before the delivery began have all of its days after it',
    async (_, offer, step, input) => {
      const pair = await offer(app)
      await bringTo(app, pair, 'funded')
      await takeBack(app, pair.formPk, 100)
      const back = (column: string) => `${column} = ${column} - interval '20 days'`
      const columns = ['funded_at', 'frozen_since', 'due_at', 'due_from', 'completion_at'].map(back).join()
      await query(`update deal set ${columns} where id = $1`, [pair.formPk])
      await end(admin, pair, 'goes_on')
      await end(other, pair, 'goes_on')
      await take(app, pair.payee, pair.formPk, step, input)
      const { due_at, funded_at, completion_at } = await rowOf(pair)
      const policy = DEFAULT_POLICY
      const since = (at: Date) => at.getTime() + 20 * DAY_MS
      const expected = completion_at
        ? since(completion_at) + 2 * DAY_MS
        : addBusinessDays(since(funded_at), policy.deliveryDueBusinessDays, policy.calendar)
      expect(Math.abs(due_at.getTime() - expected)).toBeLessThan(HOUR_MS)
    },
  )
})

describe('the team ends it', () => {
  it('what was taken back counts as money with us no more, until it goes on', async () => {
    const pair = await held()
    const sums = async () => [
      (await as(pair.payer, readHeld)).by_me_paise,
      (await as(pair.payee, readHeld)).for_me_paise,
    ]
    expect(await sums()).toEqual([2_000_000, 2_000_000])
    await takeBack(app, pair.formPk, 700)
    expect(await sums()).toEqual([1_999_300, 1_999_300])
    await end(admin, pair, 'goes_on')
    await end(other, pair, 'goes_on')
    expect(await sums()).toEqual([2_000_000, 2_000_000])
  })
  it('by two who say the same: it goes on with the time that was left', async () => {
    const pair = await held('in_delivery')
    await take(app, pair.payee, pair.formPk, 'propose_extension', {
      due: new Date(Date.now() + 40 * DAY_MS).toISOString(),
    })
    await takeBack(app, pair.formPk, 100)
    const before = await rowOf(pair)
    expect(await end(admin, pair, 'charged_back', 'first')).toEqual({ state: 'stated' })
    expect(await end(other, pair, 'goes_on', 'second')).toEqual({ state: 'stated' })
    expect(await rowOf(pair)).toMatchObject({
      freeze_outcome: 'goes_on',
      freeze_stated_by: other.id,
      freeze_note: 'second',
    })
    await expect(end(other, pair, 'goes_on')).rejects.toMatchObject({ code: 'forbidden' })
    const [shown] = (await as(other, presentFrozenDeals)).filter(({ form_pk }) => form_pk === pair.formPk)
    expect(shown).toEqual({
      ...{
        form_pk: pair.formPk,
        title: 'A logo in three sizes',
        payer: 'Asha Rao',
        status: 'in_delivery',
        amount_paise: 2_000_000,
      },
      ...{
        taken_back_paise: 100,
        since: expect.stringMatching(/\+05:30$/),
        due_at: expect.stringMatching(/\+05:30$/),
      },
      ...{ stated: 'goes_on', stated_by: 'Asha', note: 'second', mine: true },
    })
    expect((await as(admin, presentFrozenDeals)).find(({ form_pk }) => form_pk === pair.formPk)?.mine).toBe(
      false,
    )
    expect(await end(admin, pair, 'goes_on', 'agreed', 2 * DAY_MS)).toEqual({ state: 'ended' })
    const after = await rowOf(pair)
    expect(after).toMatchObject({
      frozen_since: null,
      freeze_outcome: null,
      freeze_stated_by: null,
      freeze_note: null,
      status: 'in_delivery',
    })
    for (const column of ['due_at', 'delivery_due_at', 'extension_to'])
      expect(Math.abs(after[column] - before[column] - 2 * DAY_MS)).toBeLessThan(HOUR_MS)
    expect([after.next_reminder_at, after.due_from]).toEqual([expect.any(Date), expect.any(Date)])
    expect(
      (await auditOf(app, pair.formPk)).filter(({ action }) => action.startsWith('deal_freeze')),
    ).toEqual([
      expect.objectContaining({
        action: 'deal_freeze_stated',
        actor_id: admin.id,
        subject_type: 'deal',
        after: { outcome: 'charged_back', note: 'first' },
      }),
      expect.objectContaining({
        action: 'deal_freeze_stated',
        actor_id: other.id,
        after: { outcome: 'goes_on', note: 'second' },
      }),
      expect.objectContaining({
        action: 'deal_freeze_ended',
        actor_id: admin.id,
        after: { outcome: 'goes_on', note: 'agreed' },
      }),
    ])
  })
})

describe('the team ends the deal', () => {
  it('or it ends: what the bank took is paid to nobody, what it left is the payer’s', async () => {
    const pair = await held()
    await takeBack(app, pair.formPk, 500_000)
    for (const who of [admin, other]) await end(who, pair, 'charged_back')
    expect(await rowOf(pair)).toMatchObject({ status: 'refunded', frozen_since: null, freeze_outcome: null })
    expect(await postingsOf(pair)).toEqual([
      {
        ...{ kind: 'charged_back', resolves: `hold:${pair.formPk}` },
        entries: [
          `hold:${pair.formPk} -2000000`,
          `payable:${pair.payer.id} 1500000`,
          `receivable:${pair.payer.id} 500000`,
        ],
      },
    ])
    const { events } = await look(app, admin, pair.formPk)
    expect(events.at(-1)).toMatchObject({ name: 'charged_back', by: 'team', data: {} })
    const [{ actor_id }] = await query(
      'select actor_id from deal_event where deal_id = $1 order by seq desc limit 1',
      [pair.formPk],
    )
    expect(Number(actor_id)).toBe(other.id)
  })
  it('not of one that is not there, does not stand still, is one’s own, or of which nothing was taken', async () => {
    const pair = await held()
    await expect(end(admin, { ...pair, formPk: 'none' }, 'goes_on')).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(end(admin, pair, 'goes_on')).rejects.toMatchObject({ code: 'wrong_state' })
    await reportChargeback(app, pair.formPk, { state: 'open' })
    for (const who of [pair.payer, pair.payee])
      await expect(end(who, pair, 'goes_on')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(end(admin, pair, 'charged_back')).rejects.toMatchObject({
      code: 'invalid',
      fields: { outcome: ['not_taken'] },
    })
    expect(await end(admin, pair, 'goes_on')).toEqual({ state: 'stated' })
  })
})

describe('a deposit that is taken back', () => {
  it('twice is taken once, and of a payment that is not known is an error', async () => {
    const pair = await held()
    const [{ id }] = await query('select provider_payment_id as id from deposit where deal_id = $1', [
      pair.formPk,
    ])
    const fact = { kind: 'taken_back', paymentId: id, amountPaise: 900, provider: 'sandbox' } as const
    for (let n = 0; n < 2; n += 1) await as(admin, (ctx) => takeBackPayment(ctx, fact))
    const rows = await query(
      'select transfer_id, user_id, amount_paise::int as paise, of_hold from deposit_reversal where deal_id = $1',
      [pair.formPk],
    )
    expect(rows).toEqual([
      { transfer_id: `sandbox:${id}:taken_back`, user_id: pair.payer.id, paise: 900, of_hold: true },
    ])
    expect(await query(`select balance_of('receivable:' || $1)::int as paise`, [pair.payer.id])).toEqual([
      { paise: -900 },
    ])
    await expect(as(admin, (ctx) => takeBackPayment(ctx, { ...fact, paymentId: 'none' }))).rejects.toThrow(
      'no payment none of sandbox',
    )
  })
  it('of a fee stops no deal', async () => {
    const pair = await held('delivered')
    await take(app, pair.payer, pair.formPk, 'complain', {
      reason: 'late',
      statement: 'Late',
      wanted: 'full_refund',
    })
    const { body } = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    await app.call('POST', `/api/sandbox/payments/${body.id}/succeed`)
    const [{ id }] = await query('select provider_payment_id as id from deposit where pay_in_id = $1', [
      body.id,
    ])
    await as(admin, (ctx) =>
      takeBackPayment(ctx, { kind: 'taken_back', paymentId: id, amountPaise: 5_000, provider: 'sandbox' }),
    )
    expect((await rowOf(pair)).frozen_since).toBeNull()
    expect(await query('select of_hold from deposit_reversal where deal_id = $1', [pair.formPk])).toEqual([
      { of_hold: false },
    ])
  })
  it('a payment that funded a deal by mistake goes back to suspense, and the deal ends', async () => {
    const pair = await held()
    expect(await as(admin, (ctx) => takeOutOfDeal(ctx, pair.formPk))).toBe(`deal:${pair.formPk}:end`)
    expect(await postingsOf(pair)).toMatchObject([
      { kind: 'suspense', entries: [`hold:${pair.formPk} -2000000`, 'suspense 2000000'] },
    ])
    const { events } = await look(app, admin, pair.formPk)
    expect(events.at(-1)).toMatchObject({ name: 'unfund', by: 'team', data: {} })
    for (const id of [pair.formPk, 'none', null])
      await expect(as(admin, (ctx) => takeOutOfDeal(ctx, id))).rejects.toMatchObject({
        code: 'invalid',
        fields: { note: ['line_moved_on'] },
      })
  })
})

describe('the end of a hold', () => {
  it('by a release pays the payee less commission, and says that a paper is due', async () => {
    const pair = await held('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    expect(await postingsOf(pair)).toEqual([
      {
        kind: 'release',
        resolves: `hold:${pair.formPk}`,
        entries: ['commission 100000', `hold:${pair.formPk} -2000000`, `payable:${pair.payee.id} 1900000`],
      },
    ])
    expect(
      await query('select fee, amount_paise::int as paise from tax_due where deal_id = $1', [pair.formPk]),
    ).toEqual([{ fee: 'commission', paise: 100_000 }])
  })
  it('by a decision splits it; a fee goes back to whoever was right, and is kept of whoever was not', async () => {
    const pair = await offerServices(app)
    await bringToStatus(app, { ...pair, team: admin, track: 'services' }, 'mediation')
    await take(app, admin, pair.formPk, 'decide', {
      payer_share_paise: 400_000,
      at_fault: 'payee',
      reasons: 'Both were read',
    })
    expect((await postingsOf(pair)).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      {
        ...{ kind: 'decision', resolves: `hold:${pair.formPk}` },
        entries: [
          ...['commission 80000', `hold:${pair.formPk} -2000000`],
          ...[`payable:${pair.payee.id} 1520000`, `payable:${pair.payer.id} 400000`],
        ].toSorted(),
      },
      {
        ...{ kind: 'fee_back', resolves: `fee_hold:${pair.formPk}:payer` },
        entries: [`fee_hold:${pair.formPk}:payer -5000`, `payable:${pair.payer.id} 5000`],
      },
      {
        ...{ kind: 'fee_kept', resolves: `fee_hold:${pair.formPk}:payee` },
        entries: ['dispute_fees 5000', `fee_hold:${pair.formPk}:payee -5000`],
      },
    ])
    const payouts = await query(
      'select party, purpose, amount_paise::int as paise from payout where deal_id = $1 order by purpose',
      [pair.formPk],
    )
    expect(payouts).toEqual([
      { party: 'payer', purpose: 'fee_back', paise: 5_000 },
      { party: 'payer', purpose: 'refund', paise: 400_000 },
      { party: 'payee', purpose: 'release', paise: 1_520_000 },
    ])
    expect(
      await query('select fee, user_id from tax_due where deal_id = $1 order by fee', [pair.formPk]),
    ).toEqual([
      { fee: 'commission', user_id: pair.payee.id },
      { fee: 'dispute_fee', user_id: pair.payee.id },
    ])
  })
})
