/** What the database itself refuses about the target of a deleted account, whoever asks. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { releasedPayout } from '#test/support/payout-rows.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
const { query } = app
let [first, second]: Person[] = []
let payoutId: string
let id: string
let targetId: string

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  )
const propose = (over: { kind?: string; sealed?: string; name?: string; reason?: string } = {}) =>
  query(
    `insert into payout_target_proposal
       (id, payout_id, kind, address_sealed, address_masked, holder_name, reason, proposed_by, proposed_at)
     values ($1, $2, $3, $4, 'x', $5, $6, $7, now()) returning id`,
    [
      ...[randomUUID(), payoutId, over.kind ?? 'upi', Buffer.from(over.sealed ?? 'sealed')],
      ...[over.name ?? 'Asha', over.reason ?? 'A letter', first?.id],
    ],
  )
const decide = (over: { state?: string; by?: number | null; target?: string | null; sealed?: string } = {}) =>
  query(
    `update payout_target_proposal
        set state = $2, decided_by = $3, decided_at = now(), target_id = $4, address_sealed = $5 where id = $1`,
    [
      ...[id, over.state ?? 'confirmed', over.by === undefined ? second?.id : over.by],
      ...[over.target === undefined ? targetId : over.target, Buffer.from(over.sealed ?? '')],
    ],
  )
const CHECK = '23514'

beforeAll(async () => {
  first = await teammate(app, 'Admin')
  second = await teammate(app, 'Admin')
})
beforeEach(async () => {
  const payout = await releasedPayout(app)
  payoutId = payout.id
  targetId = (await addTarget(app, testSettings, { userId: payout.pair.payee.id })).id
  id = (await propose())[0].id
})

describe('a proposed target', () => {
  it('is one at a time', async () => {
    expect(await codeOf(propose())).toBe('23505')
    await decide({ state: 'withdrawn', by: first?.id ?? null, target: null })
    expect(await codeOf(propose())).toBe('accepted')
  })
  it.each([
    ['to what is neither a UPI id nor a bank account', { kind: 'cash' }],
    ['without its address', { sealed: '' }],
    ['in nobody’s name', { name: '' }],
    ['without a letter', { reason: '' }],
  ])('is none %s', async (_name, over) => {
    await decide({ state: 'withdrawn', target: null })
    expect(await codeOf(propose(over))).toBe(CHECK)
  })
  it('is confirmed by another person alone, and withdrawn by either', async () => {
    expect(await codeOf(decide({ by: first?.id ?? null }))).toBe(CHECK)
    expect(await codeOf(decide())).toBe('accepted')
  })
  it.each([
    ['by nobody', { by: null }],
    ['into no target', { target: null }],
    ['into a target, and withdrawn', { state: 'withdrawn' }],
    ['and its address stays', { sealed: 'sealed' }],
  ])('is not decided %s', async (_name, over) => expect(await codeOf(decide(over))).toBe(CHECK))
  it('is a history: decided once, otherwise changed or gone never', async () => {
    const set = (change: string) => codeOf(query(`update payout_target_proposal set ${change}`))
    expect(await set(`holder_name = 'Ravi'`)).toBe('AM403')
    expect(await codeOf(query('delete from payout_target_proposal'))).toBe('AM403')
    await decide()
    expect(await codeOf(decide({ state: 'withdrawn', target: null }))).toBe('AM403')
    expect(await codeOf(query('truncate payout_target_proposal'))).toBe('AM403')
  })
})
