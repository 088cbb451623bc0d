/** Debits of the bank over HTTP: what their rule has found one Admin says, all else two, and the team is told of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import type { Person } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const app = useApp()
const desk = useDesk(app)
const { query, waitingLine, awaited, act, read } = desk
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

/** A payout of Rs 1,500 that a person has sent at the bank. */
async function sentPayout(): Promise<{ id: string; code: string; user: number }> {
  const { pair, reference } = await awaited()
  const { id } = await waitingLine({ dir: 'C', rupees: 1500, narration: 'UPI-SOMEBODY' })
  await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
  await app.call('POST', `/api/deals/${pair.formPk}/cancel`, { token: pair.payee.token, body: {} })
  const [payout] = await query('select id from payout where deal_id = $1', [pair.formPk])
  const sent = await app.call('POST', `/api/admin/payouts/${payout.id}/pay-by-hand`, { token: maker.token })
  return { id: payout.id, code: sent.body.code, user: pair.payer.id }
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
