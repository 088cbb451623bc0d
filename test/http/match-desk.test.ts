/** The match desk over HTTP: what people say of lines that no rule could tell, with four eyes, once, and sound books. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { look, type Person, person, teammate } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const app = useApp()
const desk = useDesk(app)
const { query, balance, waitingLine, awaited, act, read, list } = desk
let maker: Person
let checker: Person
beforeAll(() => {
  maker = desk.people.maker
  checker = desk.people.checker
})
const credit = (rupees: number, narration = 'UPI-SOMEBODY') => waitingLine({ dir: 'C', rupees, narration })
const debit = (rupees: number, narration = 'UPI-SOMEBODY') => waitingLine({ dir: 'D', rupees, narration })
const sound = async () => {
  expect(await app.verify()).toEqual([])
  expect(await query('select * from verify_bank()')).toEqual([])
}

describe('money that came', () => {
  it('pays the deal that a person names, out of suspense', async () => {
    const { pair, reference } = await awaited()
    const { id, account } = await credit(1500, 'UPI-ASHA RAO')
    const line = await read(id)
    expect(line).toMatchObject({
      state: 'waiting',
      needs_second: false,
      explanations: ['own', 'interest', 'charges'],
    })
    expect(line.choices).toContainEqual(
      expect.objectContaining({
        target: reference,
        reasons: ['amount', 'name'],
        outcome: 'applied',
        product: 'Phone',
      }),
    )
    const suspense = await balance('suspense')
    const reply = await act(maker, id, 'decide', { kind: 'pay_in', target: reference, expected: 'applied' })
    expect([reply.status, reply.body.state, reply.body.decision.outcome]).toEqual([200, 'done', 'applied'])
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    expect(await balance('suspense')).toBe(suspense - 150_000)
    expect(await balance(`hold:${pair.formPk}`)).toBe(150_000)
    const { body } = await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })
    expect(body.find((row: { id: string }) => row.id === account)).toMatchObject({
      ...{ balance_paise: 100_150_000, statement_paise: 100_150_000, explained: [] },
    })
    await sound()
  })
  it.each([
    [1499, 150_000, 'short', 'agreed'],
    [1501, 150_000, 'over', 'funded'],
  ])('of %i rupees for %i paise is %s', async (rupees, due, outcome, status) => {
    const { pair, reference } = await awaited(due)
    const { id } = await credit(rupees)
    const [choice] = (await read(id, reference)).choices
    expect(choice).toMatchObject({ target: reference, outcome })
    const reply = await act(maker, id, 'decide', { kind: 'pay_in', target: reference, expected: outcome })
    expect(reply.body.decision.outcome).toBe(outcome)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe(status)
    await sound()
  })
  it('is not booked as something else than was shown', async () => {
    const { pair, reference } = await awaited()
    const { id } = await credit(1500)
    await app.call('POST', `/api/deals/${pair.formPk}/withdraw`, { token: pair.payer.token, body: {} })
    const reply = await act(maker, id, 'decide', { kind: 'pay_in', target: reference, expected: 'applied' })
    expect(reply.status).toBe(409)
    expect((await read(id)).state).toBe('waiting')
  })
  it('from abroad pays no deal', async () => {
    const { reference } = await awaited()
    const { id } = await credit(1500, 'INWARD REM FIRC 22')
    const reply = await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['target']])
    expect((await read(id)).choices).toEqual([])
  })
  it.each([
    [{ kind: 'pay_in' }, 'target'],
    [{ kind: 'pay_in', target: 'TDNOBODY22' }, 'target'],
    [{ kind: 'payout', target: 'PYNOBODY22' }, 'target'],
    [{ kind: 'explain' }, 'class'],
    [{ kind: 'explain', class: 'gateway_fees' }, 'class'],
    [{ kind: 'gift' }, 'kind'],
  ])('is not decided by %j', async (body, field) => {
    const { id } = await credit(10)
    const reply = await act(maker, id, 'decide', body)
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]])
  })
})

test('a look at a line is in the audit log once an hour, a search too', async () => {
  const { id } = await credit(1500)
  for (const search of ['', '', 'Rao']) await read(id, search)
  const views = await query(
    `select subject_type || ' ' || subject_id as subject from audit_event
      where action = 'personal_data_viewed' and actor_id = $1 and subject_id in ($2, 'bank_line_search')`,
    [maker.id, id],
  )
  expect(views.map(({ subject }) => subject).sort()).toEqual(
    [`bank_line ${id}`, 'list bank_line_search'].sort(),
  )
})

describe('money that left', () => {
  /** A payout that a person has sent at the bank. */
  async function sentPayout(): Promise<{ code: string; user: number }> {
    const { pair, reference } = await awaited()
    const { id } = await credit(1500)
    await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
    await app.call('POST', `/api/deals/${pair.formPk}/cancel`, { token: pair.payee.token, body: {} })
    const [payout] = await query('select id from payout where deal_id = $1', [pair.formPk])
    const sent = await app.call('POST', `/api/admin/payouts/${payout.id}/pay-by-hand`, { token: maker.token })
    return { code: sent.body.code, user: pair.payer.id }
  }
  it('was the payout that a person names, once', async () => {
    const { code, user } = await sentPayout()
    const { id } = await debit(1500, 'UPI-ASHA RAO-SENT')
    expect((await read(id)).choices).toContainEqual(
      expect.objectContaining({ target: code, outcome: 'payout_paid', reasons: ['amount', 'name'] }),
    )
    const wish = { kind: 'payout', target: code, expected: 'payout_paid' }
    const reply = await act(maker, id, 'decide', wish)
    expect([reply.status, reply.body.state]).toEqual([200, 'done'])
    expect(await balance(`payable:${user}`)).toBe(0)
    const second = await debit(1500)
    // D5 by now: nothing is on its way any more, and it takes two people
    await act(maker, second.id, 'decide', wish)
    expect((await act(checker, second.id, 'approve')).status).toBe(400)
    await sound()
  })
  it.each(['gst', 'tds', 'tcs'] as const)('as %s paid to the State is owed to it no more', async (tax) => {
    const account = tax === 'gst' ? 'tax:gst_output' : `tax:${tax}`
    const { id } = await debit(118, 'TAX CHALLAN')
    const [owed, own] = [await balance(account), await balance('owner')]
    const { body } = await act(maker, id, 'decide', { kind: 'explain', class: tax })
    if (body.state === 'proposed') await act(checker, id, 'approve')
    expect([await balance(account), await balance('owner')]).toEqual([owed - 11_800, own])
    await sound()
  })
  it('as charges costs us, and undoing that takes two people', async () => {
    const [charges, unexplained] = [
      await balance('expense:bank_charges'),
      await balance('expense:unexplained'),
    ]
    const { id } = await debit(59, 'SMS CHGS Q2')
    expect((await act(maker, id, 'decide', { kind: 'explain', class: 'charges' })).body.state).toBe('done')
    expect(await balance('expense:bank_charges')).toBe(charges - 5_900)
    expect(await balance('expense:unexplained')).toBe(unexplained)
    expect((await act(maker, id, 'undo', { note: 'Wrong line' })).body.state).toBe('undo_asked')
    expect(await list('second')).toContain(id)
    expect((await act(maker, id, 'approve')).status).toBe(403)
    expect((await act(checker, id, 'approve')).body.state).toBe('waiting')
    expect(await balance('expense:bank_charges')).toBe(charges)
    expect(await balance('expense:unexplained')).toBe(unexplained - 5_900)
    // and it can be said anew
    expect((await act(checker, id, 'decide', { kind: 'explain', class: 'charges' })).body.state).toBe('done')
    await sound()
  })
})

// who may do what alone
describe('four eyes', () => {
  const SMALL = { dir: 'C', rupees: 49_999, narration: 'UPI-SOMEBODY' } as const
  const LARGE = { ...SMALL, rupees: 50_000 }
  const ALARM = { dir: 'D', rupees: 10, narration: 'UPI-SOMEBODY' } as const
  const CHARGE = { dir: 'D', rupees: 10, narration: 'SMS CHGS' } as const
  it.each([
    ['a small sum that came', SMALL, { kind: 'explain', class: 'own' }, 'done'],
    ['a large one', LARGE, { kind: 'explain', class: 'own' }, 'proposed'],
    ['money that left without us', ALARM, { kind: 'explain', class: 'own' }, 'proposed'],
    ['a small charge as our own', CHARGE, { kind: 'explain', class: 'own' }, 'proposed'],
    ['a small charge', CHARGE, { kind: 'explain', class: 'charges' }, 'done'],
    ['a large charge', { ...CHARGE, rupees: 50_000 }, { kind: 'explain', class: 'charges' }, 'proposed'],
  ])('%s', async (_, sample, wish, state) => {
    const { id } = await waitingLine(sample)
    expect((await act(maker, id, 'decide', wish)).body.state).toBe(state)
    if (state === 'done') return
    expect(await list('second')).toContain(id)
    expect((await act(maker, id, 'approve')).status).toBe(403)
    expect((await act(checker, id, 'approve')).body).toMatchObject({
      ...{ state: 'done', decision: { approved_by: expect.any(String) } },
    })
    expect((await act(checker, id, 'approve')).status).toBe(409)
    await sound()
  })
  it('a large payment funds its deal once a second person has approved it', async () => {
    const { pair, reference } = await awaited(60_000_00)
    const { id } = await credit(60_000)
    const reply = await act(maker, id, 'decide', { kind: 'pay_in', target: reference, expected: 'applied' })
    expect(reply.body.state).toBe('proposed')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
    await act(checker, id, 'approve')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    await sound()
  })
  it('what is given up waits as before', async () => {
    const { id } = await waitingLine(LARGE)
    await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    expect((await act(checker, id, 'drop')).body.state).toBe('waiting')
    expect((await act(checker, id, 'approve')).status).toBe(409)
    expect(await list('waiting')).toContain(id)
  })
  it.each(['decide', 'approve'])('a party of the deal does not %s it', async (verb) => {
    const { pair, reference } = await awaited(60_000_00)
    const { id } = await credit(60_000)
    if (verb === 'approve') await act(maker, id, 'decide', { kind: 'pay_in', target: reference })
    await query(`update app_user set user_type = 'Admin' where id = $1`, [pair.payer.id])
    const reply = await act(pair.payer, id, verb, { kind: 'pay_in', target: reference })
    expect(reply.status).toBe(403)
  })
  it.each(['Mediator', 'Buyer'])('a %s may nothing of it', async (role) => {
    const other = role === 'Buyer' ? await person(app, 'Buyer') : await teammate(app, 'Mediator')
    const { id } = await credit(10)
    const statuses = [
      (await app.call('GET', '/api/admin/bank-lines', { token: other.token })).status,
      (await app.call('GET', `/api/admin/bank-lines/${id}`, { token: other.token })).status,
      ...(await Promise.all(
        ['decide', 'approve', 'drop', 'undo'].map(
          async (verb) => (await act(other, id, verb, { kind: 'explain', class: 'own', note: 'why' })).status,
        ),
      )),
    ]
    expect(statuses).toEqual(Array(6).fill(403))
  })
})

describe('the second person agrees to what they read', () => {
  const LARGE = { dir: 'C', rupees: 50_000, narration: 'UPI-SOMEBODY' } as const
  it('what was swapped after it was read is not approved, nor given up in its place', async () => {
    const [honest, own] = [await awaited(60_000_00), await awaited(60_000_00)]
    const { id } = await credit(60_000)
    await act(maker, id, 'decide', { kind: 'pay_in', target: honest.reference, expected: 'applied' })
    const { state, decision } = await read(id)
    const basis = { n: decision.n, state }
    await act(maker, id, 'drop')
    await act(maker, id, 'decide', { kind: 'pay_in', target: own.reference, expected: 'applied' })
    expect((await act(checker, id, 'approve', basis)).status).toBe(409)
    expect((await act(checker, id, 'drop', basis)).status).toBe(409)
    for (const { pair } of [honest, own])
      expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
    expect((await read(id)).state).toBe('proposed')
    expect((await act(checker, id, 'approve', { n: basis.n + 1 })).body.state).toBe('done')
    await sound()
  })
  it('a request to undo is not approved as what was proposed, nor the other way round', async () => {
    const { id } = await waitingLine(LARGE)
    await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    const [proposal, undoing] = [{ state: 'proposed' }, { state: 'undo_asked' }]
    for (const verb of ['approve', 'drop']) expect((await act(checker, id, verb, undoing)).status).toBe(409)
    await act(checker, id, 'approve')
    await act(maker, id, 'undo', { note: 'Wrong line' })
    for (const verb of ['approve', 'drop']) expect((await act(checker, id, verb, proposal)).status).toBe(409)
    expect((await read(id)).state).toBe('undo_asked')
    expect((await act(checker, id, 'approve', undoing)).body.state).toBe('waiting')
  })
  it.each(['approve', 'drop'])('whoever does not name what they read does not %s it', async (verb) => {
    const { id } = await waitingLine(LARGE)
    await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    const reply = await act(checker, id, verb, { n: undefined, state: undefined })
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['n', 'state']])
  })
})

describe('at the same moment', () => {
  const statusesOf = (replies: readonly { readonly status: number }[]) =>
    replies.map(({ status }) => status).sort()
  it('of sixteen decisions one is booked', async () => {
    const { pair, reference } = await awaited()
    const { id } = await credit(1500)
    const wishes = [
      { kind: 'pay_in', target: reference },
      { kind: 'explain', class: 'own' },
    ]
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => act(n % 2 ? maker : checker, id, 'decide', wishes[n % 2])),
    )
    expect(statusesOf(replies)).toEqual([200, ...Array(15).fill(409)])
    const held = (await balance(`hold:${pair.formPk}`)) === 150_000
    const [decision] = await query(
      `select d.kind from line_decision d join statement_line l using (bank_account_id, position)
      where l.key = $1 and d.state = 'done'`,
      [id],
    )
    expect(held).toBe(decision.kind === 'pay_in')
    await sound()
  })
  it('of sixteen approvals one books, of two lines for one pay-in one funds it', async () => {
    const { id } = await waitingLine({ dir: 'C', rupees: 70_000, narration: 'UPI-SOMEBODY' })
    await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    const replies = await Promise.all(Array.from({ length: 16 }, () => act(checker, id, 'approve')))
    expect(statusesOf(replies)).toEqual([200, ...Array(15).fill(409)])
    const { reference } = await awaited()
    const lines = [await credit(1500), await credit(1500)]
    const wish = { kind: 'pay_in', target: reference, expected: 'applied' }
    const both = await Promise.all(lines.map((line) => act(maker, line.id, 'decide', wish)))
    expect(statusesOf(both)).toEqual([200, 409])
    await sound()
  })
})

describe('the database holds it', () => {
  it.each([
    ["update line_decision set target = 'TD'", 'AM403'],
    ["update line_decision set state = 'proposed'", 'AM403'],
    ['delete from line_decision', 'AM403'],
    ['truncate line_decision', 'AM403'],
  ])('%s', async (text, code) => {
    const refusal = await app.db.ownerPool.query(text).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    expect(refusal).toBe(code)
  })
  it('a decision for two is not done by one, nor approved by whoever made it', async () => {
    const { id } = await waitingLine({ dir: 'C', rupees: 50_000, narration: 'UPI-SOMEBODY' })
    await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
    const done = (approver: string) =>
      app.db.ownerPool
        .query(
          `update line_decision d set state = 'done', outcome = 'own', transfers = '{x}', done_at = now(), approved_by = ${approver}
             from statement_line l
            where l.key = $1 and (l.bank_account_id, l.position) = (d.bank_account_id, d.position)`,
          [id],
        )
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
    expect([await done('null'), await done(String(maker.id))]).toEqual(['23514', '23514'])
  })
})
