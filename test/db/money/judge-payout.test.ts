/** Where a payout goes and what speaks against it, reason by reason: each at the edge of its rule. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HoldReason } from '#core/payout-holds.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import type { AppSettings } from '#server/services/context.ts'
import { type JudgedPayout, judgePayout } from '#server/services/money/judge-payout.ts'
import { bringTo, offerServices, type Pair, type Person, person, teammate } from '#test/support/people.ts'
import { HELD_PAISE, useProviderHolds } from '#test/support/provider-holds.ts'
import { addTarget, hashOf } from '#test/support/targets-of-people.ts'

const { app, settings: practice, query, heldDeal, inTransaction } = useProviderHolds()
const strict: AppSettings = { ...practice, verification: 'on' }
const limited = (payoutLimits: Partial<typeof DEFAULT_POLICY.payoutLimits>): AppSettings => ({
  ...strict,
  policy: { ...DEFAULT_POLICY, payoutLimits: { ...DEFAULT_POLICY.payoutLimits, ...payoutLimits } },
})
const payout = (userId: number | null, over: Partial<JudgedPayout> = {}): JudgedPayout => ({
  ...{ id: 'of-nobody-else', deal_id: null, user_id: userId, purpose: 'release', amount_paise: 100_000 },
  ...{ destination: null, destination_sealed: null, target_id: null, by_hand: false, by_transfer: false },
  ...{ held_because: [], approved: [], hold_of: null },
  ...over,
})
const judge = (judged: JudgedPayout, settings = strict, options?: Parameters<typeof judgePayout>[2]) =>
  inTransaction()((ctx) => judgePayout({ ...ctx, settings }, judged, options))
const payee = () => person(app, 'Service_Provider')
const targeted = async (over: Partial<Parameters<typeof addTarget>[2]> = {}) => {
  const { id } = await payee()
  return { id, target: await addTarget(app, strict, { userId: id, ...over }) }
}
const approvedBy = async (
  targetId: string,
  people: readonly Person[],
  table: 'target_check' | 'payout_approval',
) => {
  for (const { id } of people)
    if (table === 'target_check')
      await query(`insert into target_check values ($1, 'approved', 'seen', $2, now())`, [targetId, id])
    else {
      const pair = await offerServices(app)
      const [row] = await query(
        `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at)
         values ($1, $2, $3, 'payee', 'release', 1, 'sandbox', 'x', now()) returning id`,
        [randomUUID(), pair.formPk, pair.payee.id],
      )
      await query('insert into payout_approval values ($1, $2, $3, now())', [row.id, targetId, id])
    }
}
let team: Person[]
beforeAll(async () => {
  team = [await teammate(app, 'Admin'), await teammate(app, 'Admin')]
})

describe('a release', () => {
  it('goes to the target that its owner has now', async () => {
    const { id, target } = await targeted()
    expect(await judge(payout(id))).toEqual({
      ...{
        destination: target.address_masked,
        destination_sealed: target.address_sealed,
        target_id: target.id,
      },
      ...{ approved: [], reasons: [], heldUntil: null },
    })
  })
  it('waits for one where there is none, and in practice goes to the owner’s number', async () => {
    const { id, phone } = await payee()
    const nowhere = { destination: null, destination_sealed: null, target_id: null, heldUntil: null }
    expect(await judge(payout(id))).toMatchObject({ ...nowhere, reasons: ['no_target'] })
    const address = `u${id}-${phone.slice(-4)}@sandbox`
    expect(await judge(payout(id), practice)).toMatchObject({ ...nowhere, destination: address, reasons: [] })
    await query(`update app_user set payment_number = '9123456789' where id = $1`, [id])
    expect((await judge(payout(id), practice)).destination).toBe(`u${id}-6789@sandbox`)
    await query(`update app_user set payment_number = null where id = $1`, [id])
    expect((await judge(payout(id), practice)).destination).toBe(address)
  })
  it('that came back waits where it would go to the same target again, or to none', async () => {
    const returned = { held_because: ['returned'] as HoldReason[] }
    const { id, target } = await targeted()
    expect((await judge(payout(id, { ...returned, target_id: target.id }))).reasons).toEqual(['returned'])
    expect((await judge(payout(id, { ...returned, target_id: 'another' }))).reasons).toEqual([])
    const without = await payee()
    expect((await judge(payout(without.id, returned))).reasons).toEqual(['returned', 'no_target'])
    expect((await judge(payout(without.id, returned), practice)).reasons).toEqual(['returned'])
  })
  it('waits while its target cools, until its last moment', async () => {
    const usable_from = new Date(Date.now() + HOUR_MS)
    const { id, target } = await targeted({ usable_from })
    expect(await judge(payout(id))).toMatchObject({
      target_id: target.id,
      reasons: ['cooling'],
      heldUntil: usable_from,
    })
    const at = (now: number) =>
      inTransaction()((ctx) => judgePayout({ ...ctx, now, settings: strict }, payout(id)))
    expect((await at(usable_from.getTime() - 1)).reasons).toEqual(['cooling'])
    expect(await at(usable_from.getTime())).toMatchObject({ reasons: [], heldUntil: null })
  })
  it('keeps the copy that it was released for while that may be used', async () => {
    const { id, target: old } = await targeted()
    await query(`update payout_target set retired_at = now(), retired_because = 'replaced' where id = $1`, [
      old.id,
    ])
    const next = await addTarget(app, strict, { userId: id, address: `next${id}@bank` })
    const toOld = payout(id, { target_id: old.id })
    expect((await judge(toOld)).target_id).toBe(old.id)
    expect((await judge(toOld, strict, { mustRetarget: true })).target_id).toBe(next.id)
    const goes: [HoldReason, string][] = [
      ...(['no_target', 'target_unverified', 'returned'] as const).map(
        (reason) => [reason, next.id] as [HoldReason, string],
      ),
      ...(['cooling', 'frozen', 'velocity'] as const).map(
        (reason) => [reason, old.id] as [HoldReason, string],
      ),
    ]
    for (const [reason, targetId] of goes)
      expect((await judge({ ...toOld, held_because: [reason] })).target_id).toBe(targetId)
  })
  it.each(['not_me', 'reset'])('does not go to a copy that was taken out: %s', async (because) => {
    const { id, target: old } = await targeted()
    await query(`update payout_target set retired_at = now(), retired_because = $2 where id = $1`, [
      old.id,
      because,
    ])
    const next = await addTarget(app, strict, { userId: id, address: `after${id}@bank` })
    expect((await judge(payout(id, { target_id: old.id }))).target_id).toBe(next.id)
  })
})

describe('a payout of a deleted account', () => {
  it('keeps where it went, and waits', async () => {
    const { id, target } = await targeted()
    await query(`update payout_target set retired_at = now(), retired_because = 'deleted' where id = $1`, [
      target.id,
    ])
    const place = {
      ...{ destination: target.address_masked, destination_sealed: target.address_sealed },
      target_id: target.id,
    }
    const release = payout(id, { ...place, held_because: ['returned'] })
    const nowhere = { destination: null, destination_sealed: null, target_id: null }
    expect(await judge(release)).toMatchObject({ ...nowhere, reasons: ['no_target'] })
    await query(
      `update app_user set deleted_at = now(), phone_number = 'deleted-' || id, phone_verified_at = null where id = $1`,
      [id],
    )
    expect(await judge(release)).toMatchObject({ ...place, reasons: ['returned', 'no_target'] })
    expect(await judge({ ...release, approved: ['returned'] })).toMatchObject({
      ...place,
      ...{ approved: ['returned'], reasons: ['no_target'] },
    })
    const refund = { ...release, purpose: 'refund' as const, by_transfer: true }
    expect(await judge(refund)).toMatchObject({ ...place, reasons: ['returned', 'no_target'] })
  })
})

describe('the name at the bank', () => {
  const unnamed = { bank_name: null, name_matches: false }
  const differing = { bank_name: 'Somebody Else', name_matches: false }
  it.each([
    ['that differs', differing, ['target_unverified']],
    ['that the bank does not tell: two Admins', unnamed, ['target_unverified', 'four_eyes']],
  ])('%s', async (_name, over, reasons) => {
    const { id } = await targeted(over)
    expect((await judge(payout(id))).reasons).toEqual(reasons)
  })
  it('two Admins who have looked at the target speak for either', async () => {
    for (const over of [unnamed, differing]) {
      const { id, target } = await targeted(over)
      await approvedBy(target.id, team, 'target_check')
      expect((await judge(payout(id))).reasons).toEqual([])
    }
  })
  it('two Admins who have let a payout go there speak for no name, and for no other name', async () => {
    const [none, other] = [await targeted(unnamed), await targeted(differing)]
    for (const { target } of [none, other]) await approvedBy(target.id, team, 'payout_approval')
    expect((await judge(payout(none.id))).reasons).toEqual([])
    expect((await judge(payout(other.id))).reasons).toEqual(['target_unverified'])
  })
})

describe('its owner', () => {
  it('is not there: that is an error', async () => {
    await expect(judge(payout(999_999))).rejects.toThrow('payout of-nobody-else without its owner')
  })
  it('is frozen', async () => {
    const { id } = await targeted()
    await query('update app_user set payouts_frozen_at = now() where id = $1', [id])
    expect(await judge(payout(id))).toMatchObject({ reasons: ['frozen'], heldUntil: null })
  })
  it.each([
    ['an hour ago', -HOUR_MS, []],
    ['in an hour', HOUR_MS, ['contact_changed']],
  ])('has changed where they are reached: held until %s', async (_name, ms, reasons) => {
    const { id } = await targeted()
    await query('update app_user set payouts_held_until = $2 where id = $1', [id, new Date(Date.now() + ms)])
    const { heldUntil, ...verdict } = await judge(payout(id))
    expect(verdict.reasons).toEqual(reasons)
    if (reasons.length === 0) expect(heldUntil).toBeNull()
    else expect(Math.abs((heldUntil?.getTime() ?? 0) - Date.now() - ms)).toBeLessThan(60_000)
  })
  it('waits until the first of two moments, and then is judged again', async () => {
    const usable_from = new Date(Date.now() + 2 * HOUR_MS)
    const { id } = await targeted({ usable_from })
    await query('update app_user set payouts_held_until = $2 where id = $1', [
      id,
      new Date(Date.now() + 3 * HOUR_MS),
    ])
    expect((await judge(payout(id))).heldUntil).toEqual(usable_from)
  })
  it('is told a moment only where something is waited for', async () => {
    const { id } = await targeted()
    const judged = payout(id, { held_because: ['returned'], approved: ['returned'] })
    expect(await judge(judged)).toMatchObject({ reasons: [], heldUntil: null })
  })
})

describe('what the team has approved', () => {
  it('counts for the destination that they saw, and for no other', async () => {
    const { id, target } = await targeted({ bank_name: 'Somebody Else', name_matches: false })
    const approved: HoldReason[] = ['target_unverified']
    expect(await judge(payout(id, { target_id: target.id, approved }))).toMatchObject({
      reasons: [],
      approved,
    })
    expect(await judge(payout(id, { target_id: 'another', approved }))).toMatchObject({
      ...{ reasons: ['target_unverified'], approved: [] },
    })
  })
  it('is nothing that ends by itself or by its owner', async () => {
    const { id, target } = await targeted()
    await query('update app_user set payouts_frozen_at = now() where id = $1', [id])
    expect((await judge(payout(id, { target_id: target.id, approved: ['frozen'] }))).reasons).toEqual([
      'frozen',
    ])
  })
})

describe('a large one', () => {
  const settings = limited({ fourEyesPaise: 100_000, newPayeePaise: 1e9 })
  it.each<[string, Partial<JudgedPayout>, 'upi' | 'bank', HoldReason[]]>([
    ['wants two Admins', {}, 'upi', ['four_eyes']],
    ['a paisa less does not', { amount_paise: 99_999 }, 'upi', []],
    ['to a bank account too', {}, 'bank', ['four_eyes']],
    ['by hand to a bank account has its maker and its approver', { by_hand: true }, 'bank', []],
    ['by hand to a UPI id has none', { by_hand: true }, 'upi', ['four_eyes']],
  ])('%s', async (_name, over, kind, reasons) => {
    const { id } = await targeted({ kind })
    expect((await judge(payout(id, over), settings)).reasons).toEqual(reasons)
  })
  it('of practice goes', async () => {
    const { id } = await targeted()
    expect((await judge(payout(id), { ...settings, verification: 'off' })).reasons).toEqual([])
  })
})

describe('much at once', () => {
  /** Of releases that their payee has got or will get. */
  async function releasesOf(userId: number, rows: { paise: number; status?: string; agoMs?: number }[]) {
    for (const { paise, status = 'queued', agoMs = 0 } of rows) {
      const { formPk } = await offerServices(app)
      const [id, begin] = [randomUUID(), status === 'held' ? 'held' : 'queued']
      await query(
        `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at, status, held_because)
         values ($1, $2, $3, 'payee', 'release', $4, 'sandbox', 'x', product_now() - $5 * interval '1 ms', $6, $7)`,
        [id, formPk, userId, paise, agoMs, begin, begin === 'held' ? '{frozen}' : '{}'],
      )
      for (const step of status === 'paid' ? ['sent', 'paid'] : [])
        await query('update payout set status = $2 where id = $1', [id, step])
    }
  }
  const judged = async (rows: Parameters<typeof releasesOf>[1], limits: Parameters<typeof limited>[0]) => {
    const { id } = await targeted()
    await releasesOf(id, rows)
    const loose = { dayPaise: 1e9, dayCount: 1e6, hourPaise: 1e12, newPayeePaise: 1e9, ...limits }
    return (await judge(payout(id), limited(loose))).reasons
  }
  const one = [{ paise: 50_000 }]
  it.each<[string, Parameters<typeof releasesOf>[1], Parameters<typeof limited>[0], string[]]>([
    ['in a day: just as much as may be', one, { dayPaise: 150_000 }, []],
    ['in a day: more', one, { dayPaise: 149_999 }, ['velocity']],
    ['in a day: what is held does not count', [{ paise: 50_000, status: 'held' }], { dayPaise: 149_999 }, []],
    [
      'in a day: what is older does not count',
      [{ paise: 50_000, agoMs: DAY_MS + 60_000 }],
      { dayPaise: 149_999 },
      [],
    ],
    ['in a day: so many may be', one, { dayCount: 2 }, []],
    ['in a day: more of them', one, { dayCount: 1 }, ['velocity']],
    ['to somebody new: just as much as may be', [], { newPayeePaise: 100_000 }, []],
    ['to somebody new: more', [], { newPayeePaise: 99_999 }, ['velocity']],
    [
      'to somebody who was paid once of one',
      [{ paise: 1, status: 'paid' }],
      { newPayeePaise: 99_999, newPayeeCount: 1 },
      [],
    ],
    [
      'to somebody who was paid once of two',
      [{ paise: 1, status: 'paid' }],
      { newPayeePaise: 99_999, newPayeeCount: 2 },
      ['velocity'],
    ],
  ])('%s', async (_name, rows, limits, reasons) => expect(await judged(rows, limits)).toEqual(reasons))
  it('by everybody in an hour', async () => {
    await app.advance('PT2H')
    await releasesOf((await payee()).id, one)
    expect(await judged([], { hourPaise: 150_000 })).toEqual([])
    expect(await judged([], { hourPaise: 149_999 })).toEqual(['velocity'])
  })
  it('of practice goes', async () => {
    const { id } = await targeted()
    expect((await judge(payout(id), { ...limited({ dayPaise: 1 }), verification: 'off' })).reasons).toEqual(
      [],
    )
  })
})

describe('a deal with oneself', () => {
  async function paidDeal(): Promise<Pair> {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'funded')
    return pair
  }
  const reasonsOf = async ({ payee: { id }, formPk }: Pair) =>
    (await judge(payout(id, { deal_id: formPk }))).reasons
  it('is none between two people', async () => {
    const pair = await paidDeal()
    await addTarget(app, strict, { userId: pair.payee.id })
    expect(await reasonsOf(pair)).toEqual([])
  })
  it('is one that is paid from where it is paid to, however that is written', async () => {
    const pair = await paidDeal()
    const [{ source }] = await query('select source from deposit where deal_id = $1', [pair.formPk])
    await addTarget(app, strict, { userId: pair.payee.id, address: source.toUpperCase() })
    expect(await reasonsOf(pair)).toEqual(['self_deal'])
  })
  it('is one where the two share a number', async () => {
    const pair = await paidDeal()
    await addTarget(app, strict, { userId: pair.payee.id })
    await query('update app_user set payment_number = $1 where id = $2', [pair.payer.phone, pair.payee.id])
    expect(await reasonsOf(pair)).toEqual(['self_deal'])
  })
  it('is held where its owner has another name by now than the account, which they had while they set it', async () => {
    const pair = await paidDeal()
    await addTarget(app, strict, { userId: pair.payee.id, bank_name: 'SOMEBODY ELSE' })
    expect(await reasonsOf(pair)).toEqual(['target_unverified'])
    await query(`update app_user set first_name = 'Somebody', last_name = 'Else' where id = $1`, [
      pair.payee.id,
    ])
    expect(await reasonsOf(pair)).toEqual([])
  })
  it('a family may share a target, and three people are none', async () => {
    const pair = await paidDeal()
    const address = `family${pair.payee.id}@bank`
    const before = { address, created_at: new Date(Date.now() - 5 * DAY_MS) }
    await addTarget(app, strict, { userId: (await payee()).id, ...before })
    await addTarget(app, strict, { userId: pair.payee.id, address })
    expect(await reasonsOf(pair)).toEqual([])
    await addTarget(app, strict, { userId: (await payee()).id, ...before })
    expect(await reasonsOf(pair)).toEqual(['target_unverified'])
  })
  it('is not held by what others have typed: the payee’s target after them, or a number for payments', async () => {
    const pair = await paidDeal()
    const address = `known${pair.payee.id}@bank`
    await addTarget(app, strict, { userId: pair.payee.id, address })
    for (const { id } of [await payee(), await payee(), await payee()])
      await addTarget(app, strict, { userId: id, address, created_at: new Date() })
    await query('update app_user set payment_number = $1 where id = $2', [pair.payee.phone, pair.payer.id])
    expect(await reasonsOf(pair)).toEqual([])
  })
  it('of one that nobody has accepted nobody is the payer', async () => {
    const pair = await offerServices(app)
    await addTarget(app, strict, { userId: pair.payee.id })
    await query('update app_user set payment_number = $1 where id = $2', [pair.payer.phone, pair.payee.id])
    expect(await reasonsOf(pair)).toEqual([])
  })
  it('of which the deposit was taken back waits for the team', async () => {
    const pair = await paidDeal()
    await addTarget(app, strict, { userId: pair.payee.id })
    await query(`insert into deposit_reversal values ($1, $2, $3, 1, true)`, [
      randomUUID(),
      pair.formPk,
      pair.payee.id,
    ])
    expect(await reasonsOf(pair)).toEqual(['taken_back'])
  })
})

describe('a refund', () => {
  const refund = (id: number, over: Partial<JudgedPayout> = {}) => payout(id, { purpose: 'refund', ...over })
  it('goes to where the payment came from, with no target', async () => {
    const { id } = await targeted()
    expect(await judge(refund(id, { destination: 'asha@bank' }))).toMatchObject({
      ...{
        destination: 'asha@bank',
        destination_sealed: null,
        target_id: null,
        reasons: [],
        heldUntil: null,
      },
    })
  })
  it('that came back from there waits', async () => {
    const { id } = await payee()
    const returned = { destination: 'asha@bank', held_because: ['returned'] as HoldReason[] }
    expect((await judge(refund(id, returned))).reasons).toEqual(['returned'])
    expect((await judge(refund(id, { ...returned, destination: null }), practice)).reasons).toEqual([
      'returned',
    ])
    expect((await judge(refund(id, { ...returned, destination: null }))).reasons).toEqual([
      'returned',
      'no_target',
    ])
  })
  it('of which nobody knows the source goes to the payer’s own target, when two Admins agree', async () => {
    const { id, target } = await targeted()
    expect(await judge(refund(id))).toMatchObject({ target_id: target.id, reasons: ['four_eyes'] })
    const { id: other } = await payee()
    expect(await judge(refund(other))).toMatchObject({ target_id: null, reasons: ['no_target'] })
  })
  it.each([
    ['in another name is no payer’s', { bank_name: 'Somebody Else', name_matches: false }, ['no_target']],
    [
      'without a name is looked at',
      { bank_name: null, name_matches: false },
      ['target_unverified', 'four_eyes'],
    ],
    ['that cools is waited for', { usable_from: new Date(Date.now() + DAY_MS) }, ['cooling', 'four_eyes']],
  ])('a target %s', async (_name, over, reasons) => {
    const { id } = await targeted(over)
    expect((await judge(refund(id))).reasons).toEqual(reasons)
  })
  it('in practice goes to the owner’s number', async () => {
    const { id, phone } = await payee()
    expect((await judge(refund(id), practice)).destination).toBe(`u${id}-${phone.slice(-4)}@sandbox`)
  })
  it('that its provider could not give back goes to a target, also in practice and from a known source', async () => {
    const { id, target } = await targeted()
    const judged = refund(id, { destination: 'closed@bank', by_transfer: true })
    for (const settings of [strict, practice])
      expect(await judge(judged, settings)).toMatchObject({ target_id: target.id, reasons: ['four_eyes'] })
  })
  it.each([
    ['a bank account has its maker and its approver', '50100123456789@HDFC0001234.ifsc.npci', []],
    ['a UPI id wants two Admins', 'asha@bank', ['four_eyes']],
  ])('a large one by hand: %s', async (_name, destination, reasons) => {
    const { id } = await payee()
    const judged = refund(id, { destination, by_hand: true })
    expect((await judge(judged, limited({ fourEyesPaise: 100_000 }))).reasons).toEqual(reasons)
  })
})

describe('money that goes back to a stranger', () => {
  const place = { destination: '***', destination_sealed: Buffer.from('x'), target_id: null }
  const stranger = (over: Partial<JudgedPayout>) => payout(null, { purpose: 'suspense', ...place, ...over })
  it.each<[string, Partial<JudgedPayout>, HoldReason[]]>([
    ['goes', {}, []],
    ['waits when it came back', { held_because: ['returned'] }, ['returned']],
    ['goes again when two have said so', { held_because: ['returned'], approved: ['returned'] }, []],
    ['of any other reason goes', { held_because: ['four_eyes'] }, []],
  ])('%s', async (_name, over, reasons) =>
    expect(await judge(stranger(over))).toEqual({
      ...place,
      approved: over.approved ?? [],
      reasons,
      heldUntil: null,
    }),
  )
})

describe('what a provider holds', () => {
  const account = async (userId: number, address: string) =>
    query(
      `insert into linked_account (user_id, provider, state, address_hash, bank_masked, name_matches, submitted_at, activated_at)
       values ($1, 'sandbox', 'activated', $2, '***', true, now(), now() - interval '2 days')`,
      [userId, await hashOf(app, strict, address)],
    )
  const ready = { state: 'held', keep_paise: HELD_PAISE, ready_at: new Date() } as const
  it('waits until it is where the deal has ended, and needs no target', async () => {
    const [waiting, done] = [await heldDeal(), await heldDeal({ ...ready, transfer_id: 'trf-ready' })]
    for (const [hold, reasons] of [
      [waiting, ['provider_hold']],
      [done, []],
    ] as const)
      expect(await judge(payout(hold.pair.payee.id, { hold_of: hold.id }))).toMatchObject({
        ...{ destination: 'acc_1', target_id: null, reasons },
      })
    expect(
      (
        await judge(
          payout(waiting.pair.payer.id, { purpose: 'refund', destination: 'a@bank', hold_of: waiting.id }),
        )
      ).reasons,
    ).toEqual(['provider_hold'])
  })
  it('is no release without its row', async () => {
    const { id } = await payee()
    await expect(judge(payout(id, { hold_of: 'none' }))).rejects.toThrow(
      'payout of-nobody-else without its hold',
    )
  })
  it('of a deal with oneself waits for the team, but not in practice', async () => {
    const { pair, id } = await heldDeal({ ...ready, transfer_id: 'trf-self' })
    const [{ source }] = await query('select source from deposit where deal_id = $1', [pair.formPk])
    const judged = payout(pair.payee.id, { deal_id: pair.formPk, hold_of: id })
    expect((await judge(judged)).reasons).toEqual([])
    await account(pair.payee.id, source)
    expect((await judge(judged)).reasons).toEqual(['self_deal'])
    expect((await judge(judged, practice)).reasons).toEqual([])
  })
  it.each<[string, string, string[]]>([
    ['an account that may be paid', '', []],
    ['one in its first day', `activated_at = product_now() - interval '23 hours'`, ['cooling']],
    ['one that was sent anew', `state = 'submitted', activated_at = null`, ['no_target']],
    ['one that is looked at', `state = 'under_review', activated_at = null`, ['no_target']],
    ['one that was taken out', `state = 'needs_clarification', activated_at = null`, ['no_target']],
    ['one that the provider has suspended', `state = 'refused', activated_at = null`, []],
    [
      'one that it has suspended after it was taken out',
      `state = 'refused', activated_at = null, taken_out_at = now()`,
      ['no_target'],
    ],
    ['one in another name', 'name_matches = false', ['target_unverified']],
  ])('%s: in practice too', async (_name, change, reasons) => {
    const { pair, id } = await heldDeal({ ...ready, transfer_id: `trf-${reasons}-${change}` })
    await account(pair.payee.id, 'nobody@bank')
    if (change !== '') await query(`update linked_account set ${change} where user_id = $1`, [pair.payee.id])
    for (const settings of [strict, practice]) {
      const verdict = await judge(payout(pair.payee.id, { deal_id: pair.formPk, hold_of: id }), settings)
      expect(verdict).toMatchObject({ destination: 'acc_1', reasons })
      expect(verdict.heldUntil !== null).toBe(reasons.includes('cooling'))
    }
  })
})
