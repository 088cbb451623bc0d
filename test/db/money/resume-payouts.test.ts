/** Payouts that wait go on, or come back: with what the log has of each. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountCode } from '#core/accounts.ts'
import { freezePayouts } from '#server/repositories/payout-targets.ts'
import type { UserCtx } from '#server/services/context.ts'
import { freezeByLink, liftFreeze } from '#server/services/money/freeze-payouts.ts'
import {
  releaseHold,
  resendPayout,
  resumeAfterNumber,
  resumePayouts,
  returnPayout,
  returnSandboxPayout,
} from '#server/services/money/resume-payouts.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { payoutCalls, releasedPayout } from '#test/support/payout-rows.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { NO_ANSWER, paidOut, RecordingRail } from '#test/support/rails.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
const {
  query,
  inTransaction,
  tryWith,
  rowOf,
  toldOf,
  failedPayout: failed,
} = payoutCalls(app, new RecordingRail())
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  other = await teammate(app, 'Admin')
})
const as = <T>(who: Person, work: (ctx: UserCtx) => Promise<T>) => actingAs(app, who, work)
const paid = async () => {
  const payout = await releasedPayout(app)
  await tryWith(payout.id, paidOut(payout.id))
  return payout
}
const hold = (id: string, reasons: string[]) =>
  query(`update payout set status = 'held', held_because = $2 where id = $1`, [id, reasons])
const successorOf = async (id: string) => (await query('select * from payout where replaces = $1', [id]))[0]

describe('after a new target', () => {
  it('what waited for one goes on, and what has failed goes again to it under a new key', async () => {
    const one = await failed()
    const target = await addTarget(app, testSettings, { userId: one.pair.payee.id })
    await inTransaction((ctx) => resumePayouts(ctx, one.pair.payee.id))
    expect(await rowOf(one.id)).toMatchObject({ status: 'queued', target_id: target.id, generation: 2 })
    const two = await releasedPayout(app)
    await hold(two.id, ['no_target'])
    await inTransaction((ctx) => resumePayouts(ctx, two.pair.payee.id))
    expect(await rowOf(two.id)).toMatchObject({ status: 'queued', generation: 1 })
  })
  it('what may still be paid does not', async () => {
    const { id, pair } = await releasedPayout(app)
    await tryWith(id, NO_ANSWER)
    await query(`update payout set status = 'review' where id = $1`, [id])
    await inTransaction((ctx) => resumePayouts(ctx, pair.payee.id))
    expect(await rowOf(id)).toMatchObject({ status: 'review', generation: 1 })
  })
  it('a new number is one in practice alone', async () => {
    const [practice, strict] = [await failed(), await failed()]
    await inTransaction((ctx) => resumeAfterNumber(ctx, practice.pair.payee.id))
    await inTransaction((ctx) => resumeAfterNumber(ctx, strict.pair.payee.id), { verification: 'on' })
    expect([(await rowOf(practice.id)).status, (await rowOf(strict.id)).status]).toEqual(['queued', 'review'])
  })
})

describe('the team sends one again', () => {
  const resend = (id: string) => as(admin, (ctx) => resendPayout(ctx, id))
  it('that has failed for certain, with a line in the log', async () => {
    const { id } = await failed()
    expect(await resend(id)).toMatchObject({ status: 'queued', generation: 2 })
    expect(await auditOf(app, id)).toEqual([
      {
        action: 'payout_resent',
        actor_id: admin.id,
        subject_type: 'payout',
        before: null,
        after: { generation: 2, status: 'queued' },
      },
    ])
    await expect(resend(id)).rejects.toMatchObject({ code: 'wrong_state' })
  })
  it('none that may still be paid, none that is not with the team, none that is not there', async () => {
    const { id } = await releasedPayout(app)
    await expect(resend(id)).rejects.toMatchObject({ code: 'wrong_state' })
    await tryWith(id, NO_ANSWER)
    await query(`update payout set status = 'review' where id = $1`, [id])
    await expect(resend(id)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(resend('none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the team lets one go', () => {
  const release = (id: string, who = admin) => as(who, (ctx) => releaseHold(ctx, id))
  it('of what it alone can judge, and keeps the rest', async () => {
    const { id, pair } = await releasedPayout(app)
    await inTransaction(({ tx }) => freezePayouts(tx, pair.payee.id))
    await hold(id, ['velocity', 'frozen'])
    expect(await release(id)).toMatchObject({
      status: 'held',
      held_because: ['frozen'],
      approved: ['velocity'],
    })
    expect(await auditOf(app, id)).toEqual([
      {
        ...{ action: 'payout_hold_released', actor_id: admin.id, subject_type: 'payout' },
        ...{
          before: { held_because: ['velocity', 'frozen'] },
          after: { approved: ['velocity'], status: 'held' },
        },
      },
    ])
    await expect(release(id)).rejects.toMatchObject({ code: 'wrong_state' })
  })
  it('none that is not held, and no party of it', async () => {
    const { id, pair } = await releasedPayout(app)
    await expect(release(id)).rejects.toMatchObject({ code: 'wrong_state' })
    await hold(id, ['velocity'])
    for (const who of [pair.payee, pair.payer])
      await expect(release(id, who)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await release(id)).status).toBe('queued')
  })
  it('a large one with two approvals, of which one person gives one', async () => {
    const { id } = await releasedPayout(app)
    await hold(id, ['four_eyes', 'velocity'])
    expect(await release(id)).toMatchObject({ approved: ['velocity'] })
    await hold(id, ['four_eyes'])
    await expect(release(id)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await release(id, other)).approved).toEqual(expect.arrayContaining(['four_eyes']))
    const approvals = await query(
      'select approved_by, target_id from payout_approval where payout_id = $1 order by at',
      [id],
    )
    expect(approvals).toEqual([
      { approved_by: admin.id, target_id: null },
      { approved_by: other.id, target_id: null },
    ])
  })
})

describe('one that comes back', () => {
  const back = (id: string, account?: AccountCode) => inTransaction((ctx) => returnPayout(ctx, id, account))
  it('is owed again by another that waits, once, and its owner and the team are told', async () => {
    const { id, pair } = await paid()
    expect(await back(id)).toMatchObject({ status: 'returned', returned_at: expect.any(Date) })
    const before = await rowOf(id)
    const row = await successorOf(id)
    expect(row).toMatchObject({
      ...{
        deal_id: pair.formPk,
        user_id: pair.payee.id,
        party: 'payee',
        purpose: 'release',
        amount_paise: 1_900_000,
      },
      ...{ provider: 'sandbox', status: 'held', held_because: ['returned'], destination: before.destination },
      ...{
        target_id: null,
        refund_of: null,
        hold_of: null,
        given_back: null,
        by_hand: false,
        by_transfer: false,
      },
    })
    expect(await back(id)).toBeNull()
    expect(await query('select from payout where replaces = $1', [id])).toHaveLength(1)
    expect([await toldOf(id, pair.payee), await toldOf(id, admin)]).toEqual([
      ['paid', 'returned'],
      ['returned'],
    ])
    const posting = await query(
      `select t.kind, a.code, e.amount::int from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
        where t.id = 'payout:' || $1 || ':returned' order by a.code`,
      [id],
    )
    expect(posting).toEqual([
      { kind: 'payout_returned', code: 'gateway:sandbox', amount: -1_900_000 },
      { kind: 'payout_returned', code: `payable:${pair.payee.id}`, amount: 1_900_000 },
    ])
  })
  it('to another account, and one that was paid by hand is paid so again', async () => {
    const { id } = await paid()
    await query('update payout set by_hand = true where id = $1', [id])
    await back(id, 'gateway:other-bank' as AccountCode)
    expect(await successorOf(id)).toMatchObject({ by_hand: true, code: expect.stringMatching(/^PY/) })
    const [{ code }] = await query(
      `select a.code from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
        where t.id = 'payout:' || $1 || ':returned' and e.amount < 0`,
      [id],
    )
    expect(code).toBe('gateway:other-bank')
  })
  it('was paid; and by the sandbox’s lever no real one', async () => {
    const { id } = await releasedPayout(app)
    await expect(back(id)).rejects.toMatchObject({ code: 'wrong_state' })
    const real = await paid()
    await query(`update payout set provider = 'other-bank' where id = $1`, [real.id])
    await expect(inTransaction((ctx) => returnSandboxPayout(ctx, real.id))).rejects.toMatchObject({
      code: 'not_found',
    })
    const pretended = await paid()
    await inTransaction((ctx) => returnSandboxPayout(ctx, pretended.id))
    expect((await rowOf(pretended.id)).status).toBe('returned')
  })
})

describe('"this was not me"', () => {
  it('stops what is queued, signs its owner out, and the team lifts it', async () => {
    const { id, pair } = await releasedPayout(app)
    const hash = Buffer.alloc(32, pair.payee.id)
    await addTarget(app, testSettings, { userId: pair.payee.id, freeze_hash: hash })
    expect(await inTransaction((ctx) => freezeByLink(ctx, Buffer.alloc(32, 255)))).toBe(false)
    expect(await inTransaction((ctx) => freezeByLink(ctx, hash))).toBe(true)
    expect(await inTransaction((ctx) => freezeByLink(ctx, hash))).toBe(false)
    expect((await rowOf(id)).held_because).toContain('frozen')
    expect((await app.call('GET', '/api/account/payout-target', { token: pair.payee.token })).status).toBe(
      401,
    )
    expect(
      await query('select retired_because from payout_target where user_id = $1', [pair.payee.id]),
    ).toEqual([{ retired_because: 'not_me' }])
    const log = (await auditOf(app, pair.payee.id)).filter(({ action }) => action.startsWith('payouts_'))
    expect(log).toEqual([
      expect.objectContaining({
        action: 'payouts_frozen',
        actor_id: null,
        before: { address: `***p${pair.payee.id}@bank`, bank: null },
      }),
    ])
    await as(admin, (ctx) => liftFreeze(ctx, pair.payee.id))
    expect((await rowOf(id)).held_because).not.toContain('frozen')
    expect((await auditOf(app, pair.payee.id)).at(-1)).toMatchObject({
      action: 'payouts_unfrozen',
      actor_id: admin.id,
      subject_type: 'user',
    })
    await expect(as(admin, (ctx) => liftFreeze(ctx, pair.payee.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await expect(as(admin, (ctx) => liftFreeze(ctx, 999_999))).rejects.toMatchObject({ code: 'not_found' })
  })
})
