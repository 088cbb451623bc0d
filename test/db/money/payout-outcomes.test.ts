/** The outcome of a payout that no machine can tell: one states it, another confirms it, and the log has both. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserCtx } from '#server/services/context.ts'
import { confirmOutcome, rejectOutcome, stateOutcome } from '#server/services/money/payout-outcomes.ts'
import { resendPayout } from '#server/services/money/resume-payouts.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { payoutCalls, releasedPayout } from '#test/support/payout-rows.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { NO_ANSWER, RecordingRail } from '#test/support/rails.ts'

const app = useApp()
const { query, begin, tryWith, attemptsOf, failedPayout: failed } = payoutCalls(app, new RecordingRail())
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  other = await teammate(app, 'Admin')
})
const as = <T>(who: Person, work: (ctx: UserCtx) => Promise<T>) => actingAs(app, who, work)
const unknown = async () => {
  const payout = await releasedPayout(app)
  await tryWith(payout.id, NO_ANSWER)
  await query(`update payout set status = 'review' where id = $1`, [payout.id])
  return payout
}
const STATED = { outcome: 'paid', reference: 'UTR1', evidence: 'The bank wrote' } as const
const state = (id: string, over: object = {}, who = admin) =>
  as(who, (ctx) => stateOutcome(ctx, id, { ...STATED, ...over }))
const confirm = (id: string, who = other) => as(who, (ctx) => confirmOutcome(ctx, id))

describe('an outcome that nobody knows', () => {
  it('is stated by one and confirmed by another: it was paid', async () => {
    const { id } = await unknown()
    const stated = await state(id)
    expect(stated).toEqual({
      ...{
        id: expect.any(String),
        payout_id: id,
        generation: 1,
        ...STATED,
        stated_by: admin.id,
        stated_at: expect.any(Date),
      },
      ...{ state: 'stated', decided_by: null, decided_at: null },
    })
    await expect(state(id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(confirm(stated.id, admin)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await confirm(stated.id)).toMatchObject({ status: 'paid', provider_ref: 'UTR1' })
    await expect(confirm(stated.id)).rejects.toMatchObject({ code: 'wrong_state' })
    expect(await auditOf(app, id)).toEqual([
      {
        action: 'payout_outcome_stated',
        actor_id: admin.id,
        subject_type: 'payout',
        before: null,
        after: STATED,
      },
      {
        action: 'payout_outcome_confirmed',
        actor_id: other.id,
        subject_type: 'payout',
        before: null,
        after: { outcome: 'paid' },
      },
    ])
  })
  it('or it failed: it may go again', async () => {
    const { id } = await unknown()
    const stated = await state(id, { outcome: 'failed' })
    expect(stated.reference).toBeNull()
    expect(await confirm(stated.id)).toMatchObject({ status: 'review' })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'failed', detail: 'The bank wrote' }])
  })
  it('is rejected by anybody of them, its author too', async () => {
    const { id } = await unknown()
    const stated = await state(id)
    expect((await as(admin, (ctx) => rejectOutcome(ctx, stated.id))).status).toBe('review')
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'payout_outcome_rejected' })
    await expect(as(admin, (ctx) => rejectOutcome(ctx, stated.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    expect((await state(id)).state).toBe('stated')
  })
})

describe('no outcome', () => {
  it('is stated of none whose outcome is known, that a person paid, or without its reference; and by no party', async () => {
    const { id, pair } = await unknown()
    await expect(state('none')).rejects.toMatchObject({ code: 'not_found' })
    for (const who of [pair.payer, pair.payee])
      await expect(state(id, {}, who)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(state(id, { reference: '' })).rejects.toMatchObject({ fields: { reference: ['required'] } })
    await query('update payout set by_hand = true where id = $1', [id])
    await expect(state(id)).rejects.toMatchObject({ code: 'wrong_state' })
    expect((await state(id, { outcome: 'failed', reference: '' })).outcome).toBe('failed')
    const known = await failed()
    await expect(state(known.id)).rejects.toMatchObject({ code: 'wrong_state' })
    const queued = await releasedPayout(app)
    await expect(state(queued.id)).rejects.toMatchObject({ code: 'wrong_state' })
    await begin(queued.id)
    await expect(state(queued.id)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(confirm('none')).rejects.toMatchObject({ code: 'not_found' })
  })
  it('is confirmed of the generation that it was said of', async () => {
    const { id } = await unknown()
    const stated = await state(id)
    await query(`update payout_attempt set outcome = 'failed' where payout_id = $1`, [id])
    await as(admin, (ctx) => resendPayout(ctx, id))
    await expect(confirm(stated.id)).rejects.toMatchObject({ code: 'wrong_state' })
  })
})
