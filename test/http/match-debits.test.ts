/** Debits of the bank over HTTP: what their rule has found one Admin says, all else two, and the team is told of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ownPaise } from '#server/repositories/ledger.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import type { Person } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const app = useApp({ settings: { ...testSettings, providers: ['razorpay', 'sandbox'] } })
const desk = useDesk(app)
const { query, balance, waitingLine, awaited, act, read } = desk
let maker: Person
let checker: Person
beforeAll(() => {
  maker = desk.people.maker
  checker = desk.people.checker
})
const debit = (rupees: number, narration: string) => waitingLine({ dir: 'D', rupees, narration })
const alarms = async (): Promise<string[]> => {
  const rows = await query(
    `select title from notification where user_id = $1 and kind = 'stray' order by id`,
    [checker.id],
  )
  return rows.map(({ title }) => title)
}
const sound = async () => {
  expect(await app.verify()).toEqual([])
  expect(await query('select * from verify_bank()')).toEqual([])
}

/** A payout of Rs 1,500 that waits for a person. */
async function owedPayout(): Promise<{ id: string; user: number }> {
  const { pair, reference } = await awaited()
  const { id } = await waitingLine({ dir: 'C', rupees: 1500, narration: 'UPI-SOMEBODY' })
  await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
  await app.call('POST', `/api/deals/${pair.formPk}/cancel`, { token: pair.payee.token, body: {} })
  const [payout] = await query('select id from payout where deal_id = $1', [pair.formPk])
  return { id: payout.id, user: pair.payer.id }
}
/** That a person has sent at the bank. */
async function sentPayout(): Promise<{ id: string; code: string; user: number }> {
  const owed = await owedPayout()
  const sent = await app.call('POST', `/api/admin/payouts/${owed.id}/pay-by-hand`, { token: maker.token })
  return { ...owed, code: sent.body.code }
}

describe('what nobody explains alone', () => {
  it('a payout’s code with another amount, which is an alarm', async () => {
    const { code } = await sentPayout()
    const before = await alarms()
    const { id } = await debit(1490, `UPI-ASHA RAO-${code}`)
    expect((await alarms()).slice(before.length)).toEqual([
      '₹1,490 left our bank account and nobody knows why. Look at the statement now.',
    ])
    expect(await read(id)).toMatchObject({ rule: 'D1', needs_second: true, explained_alone: [] })
    const { body } = await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    expect(body.state).toBe('proposed')
    expect((await act(maker, id, 'approve')).status).toBe(403)
    // told when it was booked: once is enough
    expect(await alarms()).toHaveLength(before.length + 1)
  })
  it('what was suggested as a payout, as something else: then the team is told', async () => {
    await sentPayout()
    const { id } = await debit(1500, 'UPI-ASHA RAO-SENT')
    const before = await alarms()
    expect((await read(id)).needs_second).toBe(false)
    const { body } = await act(maker, id, 'decide', { kind: 'explain', class: 'charges' })
    expect(body.state).toBe('proposed')
    expect((await alarms()).slice(before.length)).toEqual([
      '₹1,500 left our bank account and nobody knows why. Look at the statement now.',
    ])
    await sound()
  })
  it('what reads like charges, as our own', async () => {
    const { id } = await debit(10, 'SMS CHGS')
    expect(await read(id)).toMatchObject({ needs_second: false, explained_alone: ['charges'] })
    expect((await act(maker, id, 'decide', { kind: 'explain', class: 'own' })).body.state).toBe('proposed')
  })
})

const show = (who: Person, id: string) =>
  app.call('POST', `/api/admin/payouts/${id}/pay-by-hand`, { token: who.token })
const listed = async (who: Person, id: string) =>
  (await app.call('GET', '/api/admin/payouts/by-hand', { token: who.token })).body.find(
    (row: { id: string }) => row.id === id,
  )
const waits = async (id: string) =>
  (await app.call('GET', '/api/admin/payouts?page_size=100', { token: maker.token })).body.find(
    (row: { id: string }) => row.id === id,
  )
/** By the Admin who made it; Rs 900 of its Rs 1,500 has left. */
async function partOf(code: string): Promise<string> {
  const { id } = await debit(900, `UPI-ASHA RAO-${code}`)
  const [choice] = (await read(id)).choices
  expect(choice).toMatchObject({ target: code, outcome: 'payout_part', needs_second: true })
  const wish = { kind: 'payout', target: code, expected: 'payout_part' }
  expect((await act(maker, id, 'decide', wish)).body.state).toBe('proposed')
  return id
}

describe('a payout that leaves in parts', () => {
  it('is owed until the rest has left, which its debit proves', async () => {
    const { id, code, user } = await sentPayout()
    const [unexplained, parts] = [await balance('expense:unexplained'), await balance('gateway:upi')]
    const line = await partOf(code)
    expect((await act(maker, line, 'approve')).status).toBe(403)
    expect((await act(checker, line, 'approve')).body.decision.outcome).toBe('payout_part')
    expect(await balance(`payable:${user}`)).toBe(150_000)
    expect(await balance('expense:unexplained')).toBe(unexplained)
    expect(await balance('gateway:upi')).toBe(parts - 90_000)
    expect(await listed(maker, id)).toMatchObject({ part_paise: 90_000, shown: { mine: true } })
    await sound()
    // the order is of the rest
    expect((await show(maker, id)).body).toMatchObject({ code, amount_paise: 60_000 })
    const rest = await debit(600, `UPI-ASHA RAO-${code}`)
    const [booking] = await query(
      'select b.outcome from line_booking b join statement_line l using (bank_account_id, position) where l.key = $1',
      [rest.id],
    )
    expect(booking.outcome).toBe('payout_paid')
    expect([await balance(`payable:${user}`), await balance('gateway:upi')]).toEqual([0, parts])
    const [payout] = await query('select status from payout where id = $1', [id])
    expect(payout.status).toBe('paid')
    await sound()
  })
  it('may be taken back by two until then', async () => {
    const { code } = await sentPayout()
    const parts = await balance('gateway:upi')
    const line = await partOf(code)
    await act(checker, line, 'approve')
    expect((await read(line)).decision.may_undo).toBe(true)
    await act(maker, line, 'undo', { note: 'It was another payment' })
    expect((await act(checker, line, 'approve')).body.state).toBe('waiting')
    expect(await balance('gateway:upi')).toBe(parts)
    await sound()
  })
  it('is not called paid by a debit of less, nor a part by one of as much', async () => {
    const { code } = await sentPayout()
    for (const [rupees, expected] of [
      [900, 'payout_paid'],
      [1500, 'payout_part'],
      [1600, 'payout_part'],
    ] as const) {
      const { id } = await debit(rupees, 'UPI-SOMEBODY ELSE')
      await act(maker, id, 'decide', { kind: 'payout', target: code, expected })
      expect((await act(checker, id, 'approve')).status).toBe(400)
    }
    await sound()
  })
  it.each([
    ['nobody has said what left with its code', false],
    ['a part of it has left', true],
  ])('has not failed and is not sent again while %s', async (_, isPart) => {
    const { id, code } = await sentPayout()
    const line = await partOf(code)
    if (isPart) await act(checker, line, 'approve')
    await query(`update payout_attempt set at = at - interval '20 days' where payout_id = $1`, [id])
    const row = await waits(id)
    expect(row).toMatchObject({ debited: true, may_state_outcome: false, status: 'sent' })
    expect(row.part_paise).toBe(isPart ? 90_000 : 0)
    const stated = await app.call('POST', `/api/admin/payouts/${id}/outcome`, {
      token: maker.token,
      body: { outcome: 'failed', evidence: 'The bank says that it failed' },
    })
    expect([stated.status, stated.body.code]).toEqual([409, 'payout_debited'])
    // as if the bank's report had said so
    await query(`update payout set status = 'review' where id = $1`, [id])
    await query(`update payout_attempt set outcome = 'failed' where payout_id = $1`, [id])
    expect((await waits(id)).may_resend).toBe(false)
    const again = await app.call('POST', `/api/admin/payouts/${id}/resend`, { token: checker.token })
    expect([again.status, again.body.code]).toEqual([409, 'payout_debited'])
  })
})

describe('a payout that is paid by hand', () => {
  it('is not shown once it waits again, and the refusal says so', async () => {
    const { id, user } = await owedPayout()
    await query('update app_user set payouts_frozen_at = clock_timestamp() where id = $1', [user])
    const reply = await show(maker, id)
    expect([reply.status, reply.body.code]).toEqual([409, 'payout_held'])
    expect(await waits(id)).toMatchObject({ status: 'held', held_because: ['frozen'] })
  })
  it('is shown again to the one who has seen it, and to nobody else', async () => {
    const { id, code } = await sentPayout()
    expect(await listed(checker, id)).toMatchObject({ code, shown: { mine: false } })
    expect((await show(maker, id)).body).toMatchObject({ code, amount_paise: 150_000 })
    expect((await show(checker, id)).status).toBe(403)
    const events = await query(
      `select after from audit_event where action = 'payout_paid_by_hand' and subject_id = $1 order by at`,
      [id],
    )
    expect(events.map(({ after }) => after)).toEqual([null, { again: true }])
  })
})

describe('money that the operator moves to a provider', () => {
  it.each(['C', 'D'] as const)('(%s) lies there, and is neither spent nor earned', async (dir) => {
    const { id } = await waitingLine({ dir, rupees: 5_000, narration: 'NEFT RAZORPAYX TOP UP' })
    const own = () => app.db.runInTransaction((tx) => ownPaise(tx))
    const ownBefore = await own()
    const before = [await balance('gateway:razorpay'), await balance('owner')]
    const line = await read(id)
    expect(line.explanations).toContain('razorpay')
    expect(line.explanations).not.toContain('cashfree')
    const { body } = await act(maker, id, 'decide', { kind: 'explain', class: 'razorpay' })
    expect(body.state).toBe('proposed')
    expect((await act(maker, id, 'approve')).status).toBe(403)
    await act(checker, id, 'approve')
    const moved = dir === 'D' ? -500_000 : 500_000
    expect([await balance('gateway:razorpay'), await balance('owner')]).toEqual([
      (before[0] ?? 0) + moved,
      before[1],
    ])
    // what left and nobody knew of was counted as lost
    expect(await own()).toBe(ownBefore + (dir === 'D' ? 500_000 : 0))
    await sound()
    await act(maker, id, 'undo', { note: 'It was another transfer' })
    await act(checker, id, 'approve')
    expect(await balance('gateway:razorpay')).toBe(before[0])
  })
  it('of a provider that is not on is refused', async () => {
    const { id } = await debit(5_000, 'NEFT CASHFREE')
    const reply = await act(maker, id, 'decide', { kind: 'explain', class: 'cashfree' })
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['class']])
  })
})
