/** Money of nobody we know goes back to the account that it came from: to no other, by two people, once, and provably. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { istDay } from '#core/time.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const app = useApp()
const desk = useDesk(app)
const { query, balance, waitingLine, act, read, list } = desk
let maker: Person
let checker: Person
beforeAll(async () => {
  maker = desk.people.maker
  checker = desk.people.checker
})
const NARRATION = 'UPI-DEV MEHTA-dev.mehta@okbank-HDFC0000042-640000000009'
const BACK = { kind: 'refund', upi_id: 'dev.mehta@okbank', recipient: 'DEV MEHTA' }
const stranger = (rupees = 1500) => waitingLine({ dir: 'C', rupees, narration: NARRATION })
const payoutOf = async (key: string) =>
  (
    await query('select * from payout where bank_line = $1 order by created_at desc, replaces is null', [key])
  )[0]
const sound = async () => {
  expect(await app.verify()).toEqual([])
  expect(await query('select * from verify_bank()')).toEqual([])
}

test('not before its payer had three working days to say that it is theirs', async () => {
  const { id } = await stranger()
  const reply = await act(maker, id, 'decide', BACK)
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['kind']])
  expect((await read(id)).goes_back).toEqual({ from: expect.any(String), upi_id: 'dev.mehta@okbank' })
  // for all that follow
  await app.advance('P12D')
})

/** Proposed by one, confirmed by the other. */
async function paidBack(rupees = 1500) {
  const line = await stranger(rupees)
  expect((await act(maker, line.id, 'decide', BACK)).body.state).toBe('proposed')
  expect((await act(checker, line.id, 'approve')).body).toMatchObject({
    ...{ state: 'done', decision: { kind: 'refund', target: BACK.upi_id, recipient: BACK.recipient } },
  })
  return line
}

test('goes back once a second person has confirmed the account, and is paid by its line', async () => {
  const [suspense, owed] = [await balance('suspense'), await balance('payable:strangers')]
  const { id, account } = await stranger()
  expect((await act(maker, id, 'decide', BACK)).body.state).toBe('proposed')
  expect(await list('second')).toContain(id)
  expect((await act(maker, id, 'approve')).status).toBe(403)
  expect(await payoutOf(id)).toBe(undefined)
  expect((await act(checker, id, 'approve')).body.decision.outcome).toBe('refund')
  expect([await balance('suspense'), await balance('payable:strangers')]).toEqual([suspense, owed + 150_000])
  const payout = await payoutOf(id)
  expect(payout).toMatchObject({
    ...{ status: 'queued', purpose: 'suspense', user_id: null, destination: BACK.upi_id, by_hand: true },
  })
  await sound()
  const waiting = await app.call('GET', '/api/admin/payouts/by-hand', { token: maker.token })
  expect(waiting.body).toContainEqual(
    expect.objectContaining({ id: payout.id, name: 'DEV MEHTA', kind: 'upi', form_pk: null }),
  )
  const sent = await app.call('POST', `/api/admin/payouts/${payout.id}/pay-by-hand`, { token: maker.token })
  expect(sent.body).toMatchObject({ address: BACK.upi_id, name: 'DEV MEHTA', amount_paise: 150_000 })
  await bankSays(account, [`UPI-${sent.body.code}-DEV MEHTA,,1500.00,,1000000.00`])
  expect((await payoutOf(id)).status).toBe('paid')
  expect(await balance('payable:strangers')).toBe(owed)
  await sound()
})

test.each([
  [{ upi_id: 'thief@okbank' }, 'upi_id'],
  [{ upi_id: 'thief' }, 'upi_id'],
  [{ upi_id: undefined, account_number: '50100123456789', ifsc: 'HDFC0001234' }, 'account_number'],
  [{ upi_id: undefined }, 'account_number'],
  [{ upi_id: undefined, account_number: '50100123456789', ifsc: 'HDFC' }, 'ifsc'],
  [{ recipient: undefined }, 'recipient'],
])('not with %j', async (change, field) => {
  const { id } = await stranger()
  const reply = await act(maker, id, 'decide', { ...BACK, ...change })
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]])
})

test('money that left does not', async () => {
  const { id } = await waitingLine({ dir: 'D', rupees: 10, narration: NARRATION })
  const reply = await act(maker, id, 'decide', BACK)
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['kind']])
  expect((await read(id)).goes_back).toBe(null)
})

// whatever the sum
test.each([10, 60_000])('of %i rupees takes two Admins', async (rupees) => {
  const { id } = await stranger(rupees)
  expect((await act(maker, id, 'decide', BACK)).body.state).toBe('proposed')
  for (const other of [await person(app, 'Buyer'), await teammate(app)])
    expect((await act(other, id, 'approve')).status).toBe(403)
  expect((await act(maker, id, 'approve')).status).toBe(403)
  expect((await act(checker, id, 'approve')).status).toBe(200)
})

test('of sixteen who approve one does; nobody matches what goes back', async () => {
  const { id } = await stranger()
  await act(maker, id, 'decide', BACK)
  const replies = await Promise.all(Array.from({ length: 16 }, () => act(checker, id, 'approve')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)])
  expect(await query('select id from payout where bank_line = $1', [id])).toHaveLength(1)
  expect((await act(checker, id, 'decide', { kind: 'explain', class: 'own' })).status).toBe(409)
  await sound()
})

test('before it has left two can keep it: it waits again, and is decided anew', async () => {
  const { id } = await paidBack()
  const suspense = await balance('suspense')
  expect((await act(maker, id, 'undo', { note: 'Dev wrote to us' })).body.state).toBe('undo_asked')
  expect((await act(maker, id, 'approve')).status).toBe(403)
  expect((await act(checker, id, 'approve')).body.state).toBe('waiting')
  expect(await balance('suspense')).toBe(suspense + 150_000)
  expect((await query('select status from payout where bank_line = $1', [id]))[0].status).toBe('cancelled')
  await sound()
  await act(checker, id, 'decide', BACK)
  expect((await act(maker, id, 'approve')).status).toBe(200)
  await sound()
})

test('what may have left is not kept, also at the same moment', async () => {
  const { id } = await paidBack()
  await act(maker, id, 'undo', { note: 'Dev wrote to us' })
  const { id: payoutId } = await payoutOf(id)
  const [keeping, sending] = await Promise.all([
    act(checker, id, 'approve'),
    app.call('POST', `/api/admin/payouts/${payoutId}/pay-by-hand`, { token: maker.token }),
  ])
  expect([
    [200, 404],
    [200, 409],
    [400, 200],
  ]).toContainEqual([keeping.status, sending.status])
  await sound()
})

test('one that comes back waits, and another account can be tried', async () => {
  const { id, account } = await paidBack()
  const { id: payoutId } = await payoutOf(id)
  const sent = await app.call('POST', `/api/admin/payouts/${payoutId}/pay-by-hand`, { token: maker.token })
  const code = sent.body.code
  await bankSays(account, [
    `UPI-${code}-DEV MEHTA-650000000009,650000000009,1500.00,,1000000.00`,
    `UPI-${code}-RETURN-650000000009,650000000009,,1500.00,1001500.00`,
  ])
  expect((await query('select status from payout where id = $1', [payoutId]))[0].status).toBe('returned')
  expect(await query('select status, held_because from payout where replaces = $1', [payoutId])).toEqual([
    { status: 'held', held_because: ['returned'] },
  ])
  await sound()
  await act(maker, id, 'undo', { note: 'The account is closed' })
  expect((await act(checker, id, 'approve')).body.state).toBe('waiting')
  await sound()
})

/** The lines that follow the first one of an account. */
async function bankSays(account: string, rows: readonly string[]): Promise<void> {
  const [first] = await query(
    'select date, narration, amount_paise, balance_paise from statement_line where bank_account_id = $1',
    [account],
  )
  const [year, month, day] = istDay(Date.parse(`${first.date}T12:00:00+05:30`)).split('-')
  const opening = `${day}/${month}/${year},${first.narration},,,${first.amount_paise / 100}.00,${first.balance_paise / 100}.00`
  const content = [
    'Date,Narration,Ref No,Debit,Credit,Balance',
    opening,
    ...rows.map((row) => `${day}/${month}/${year},${row}`),
  ].join('\n')
  const { body } = await uploadStatement(app, { account, content, who: maker })
  expect(body.problem).toBe(null)
  await app.call('POST', `/api/admin/statements/${body.id}/approve`, { token: checker.token })
  await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
}

describe('the database holds it', () => {
  it.each([
    [
      'payout_of_line',
      `insert into payout select (jsonb_populate_record(p, '{"id": "twice", "code": null}')).* from payout p where bank_line is not null and status = 'queued' limit 1`,
      '23505',
    ],
    [
      'a user of a stranger',
      `update payout set user_id = (select min(id) from app_user) where bank_line is not null`,
      '23514',
    ],
    ['a refund by one', `update line_decision set needs_second = false where kind = 'refund'`, 'AM403'],
  ])('%s', async (_, text, code) => {
    const refusal = await app.db.ownerPool.query(text).then(
      () => 'none',
      (error: { code: string }) => error.code,
    )
    expect(refusal).toBe(code)
  })
})
