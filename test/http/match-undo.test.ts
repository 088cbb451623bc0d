/** A payment that a person put to the wrong deal is taken out again: by two, while nobody has acted on it, once. */
import { describe, expect, it, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { look, person } from '#test/support/people.ts'
import { type AwaitedPayment, useDesk } from '#test/support/statements/desk.ts'

const app = useApp()
const { people, query, balance, waitingLine, awaited, act, read, list } = useDesk(app)

interface Funded extends AwaitedPayment {
  readonly id: string
}
/** A deal that a person has funded by a line that named nobody. */
async function funded(amountPaise = 150_000): Promise<Funded> {
  const due = await awaited(amountPaise)
  const { id } = await waitingLine({ dir: 'C', rupees: amountPaise / 100, narration: 'UPI-SOMEBODY' })
  const wish = { kind: 'pay_in', target: due.reference, expected: 'applied' }
  await act(people.maker, id, 'decide', wish)
  if (amountPaise >= 5_000_000) await act(people.checker, id, 'approve')
  expect((await look(app, due.pair.payer, due.pair.formPk)).status).toBe('funded')
  return { ...due, id }
}
const NOTE = { note: 'It was for another deal' }
const sound = async () => {
  expect(await app.verify()).toEqual([])
  expect(await query('select * from verify_bank()')).toEqual([])
}

describe('a payment put to the wrong deal', () => {
  it('goes back to suspense, ends that deal, and pays the right one', async () => {
    const { pair, id } = await funded()
    const suspense = await balance('suspense')
    expect((await read(id)).decision.may_undo).toBe(true)
    const reply = await act(people.maker, id, 'undo', NOTE)
    expect([reply.status, reply.body.state]).toEqual([200, 'undo_asked'])
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    expect(await list('second')).toContain(id)
    expect((await act(people.maker, id, 'approve')).status).toBe(403)
    expect((await act(people.checker, id, 'approve')).body.state).toBe('waiting')
    expect(await balance('suspense')).toBe(suspense + 150_000)
    expect(await balance(`hold:${pair.formPk}`)).toBe(0)
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({
      status: 'refunded',
      money: { held_paise: 0, payer_paise: 0, payee_paise: 0 },
    })
    expect(await query('select id from payout where deal_id = $1', [pair.formPk])).toEqual([])
    const right = await awaited()
    const wish = { kind: 'pay_in', target: right.reference, expected: 'applied' }
    expect((await act(people.checker, id, 'decide', wish)).body.state).toBe('done')
    expect((await look(app, right.pair.payer, right.pair.formPk)).status).toBe('funded')
    expect(await balance('suspense')).toBe(suspense)
    await sound()
  })
  it('tells both sides, without the reason, and writes the reason down', async () => {
    const { pair, id } = await funded()
    await act(people.maker, id, 'undo', NOTE)
    await act(people.checker, id, 'approve')
    for (const who of [pair.payer, pair.payee]) {
      const { events } = await look(app, who, pair.formPk)
      expect(events.at(-1)).toMatchObject({ name: 'unfund', by: 'team', data: {} })
      const { body } = await app.call('GET', '/api/notices', { token: who.token })
      expect(JSON.stringify(body)).toContain('took the payment out of the deal')
    }
    const { body } = await app.call('GET', `/api/admin/audit?subject_type=bank_line&subject_id=${id}`, {
      token: people.maker.token,
    })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      ...['line_undone', 'line_undo_asked', 'line_decided'],
    ])
    expect(JSON.stringify(body)).toContain(NOTE.note)
  })
})

describe('it stays where it is', () => {
  const refusal = { note: ['line_moved_on'] }
  it.each(['before it is asked', 'before it is approved'])(
    'once the seller has sent the goods %s',
    async (when) => {
      const { pair, id } = await funded()
      if (when === 'before it is approved') await act(people.maker, id, 'undo', NOTE)
      const parcel = { courier: 'other', tracking_number: 'X1' }
      await app.call('POST', `/api/deals/${pair.formPk}/ship`, { token: pair.payee.token, body: parcel })
      const reply = await (when === 'before it is approved'
        ? act(people.checker, id, 'approve')
        : act(people.maker, id, 'undo', NOTE))
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, Object.keys(refusal)])
      expect((await look(app, pair.payer, pair.formPk)).status).toBe('in_delivery')
      expect((await read(id)).decision.may_undo).toBe(false)
      await sound()
    },
  )
  it('once the deal was cancelled and the money is owed to the payer', async () => {
    const { pair, id } = await funded()
    await app.call('POST', `/api/deals/${pair.formPk}/cancel`, { token: pair.payee.token, body: {} })
    expect((await act(people.maker, id, 'undo', NOTE)).status).toBe(400)
    expect(await balance(`payable:${pair.payer.id}`)).toBe(150_000)
  })
  it('when more was paid than was due: the rest is on its way back', async () => {
    const { reference } = await awaited()
    const { id } = await waitingLine({ dir: 'C', rupees: 1600, narration: 'UPI-SOMEBODY' })
    await act(people.maker, id, 'decide', { kind: 'pay_in', target: reference, expected: 'over' })
    expect((await act(people.maker, id, 'undo', NOTE)).status).toBe(400)
  })
  test('nobody of the deal does it by a call of their own', async () => {
    const { pair } = await funded()
    for (const { token } of [pair.payer, pair.payee, people.maker])
      expect((await app.call('POST', `/api/deals/${pair.formPk}/unfund`, { token, body: {} })).status).toBe(
        404,
      )
  })
})

// always two, and neither of them a party
describe('four eyes', () => {
  it.each([
    ['a small payment', 150_000],
    ['a large one', 6_000_000],
  ])('%s is undone by two', async (_, amountPaise) => {
    const { id } = await funded(amountPaise)
    expect((await act(people.maker, id, 'undo', NOTE)).body.state).toBe('undo_asked')
    expect((await act(people.maker, id, 'approve')).status).toBe(403)
    expect((await act(people.checker, id, 'approve')).status).toBe(200)
    await sound()
  })
  it.each(['undo', 'approve'])('a party of the deal does not %s it', async (verb) => {
    const { pair, id } = await funded()
    if (verb === 'approve') await act(people.maker, id, 'undo', NOTE)
    await query(`update app_user set user_type = 'Admin' where id = $1`, [pair.payee.id])
    expect((await act(pair.payee, id, verb, NOTE)).status).toBe(403)
  })
  test('a stranger does nothing', async () => {
    const { id } = await funded()
    const { token } = await person(app, 'Buyer')
    expect((await app.call('POST', `/api/admin/bank-lines/${id}/undo`, { token, body: NOTE })).status).toBe(
      403,
    )
  })
})

describe('at the same moment', () => {
  test('of sixteen approvals one takes the payment out', async () => {
    const { id } = await funded()
    await act(people.maker, id, 'undo', NOTE)
    const replies = await Promise.all(Array.from({ length: 16 }, () => act(people.checker, id, 'approve')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)])
    await sound()
  })
  test('of the approval and the seller who sends the goods one wins', async () => {
    for (let round = 0; round < 4; round++) {
      const { pair, id } = await funded()
      await act(people.maker, id, 'undo', NOTE)
      const parcel = { courier: 'other', tracking_number: 'X1' }
      const [undone, shipped] = await Promise.all([
        act(people.checker, id, 'approve'),
        app.call('POST', `/api/deals/${pair.formPk}/ship`, { token: pair.payee.token, body: parcel }),
      ])
      const { status } = await look(app, pair.payer, pair.formPk)
      expect([undone.status === 200, shipped.status === 200]).toEqual([
        status === 'refunded',
        status === 'in_delivery',
      ])
    }
    await sound()
  })
})
