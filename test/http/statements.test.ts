/** Bank statements over HTTP: one Admin uploads, another approves, and lines are taken over once, as they came. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { shortfallPaise } from '#server/services/money/verify.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Person, person, teammate } from '#test/support/people.ts'
import { bytesOf, expectedFile, textOf } from '#test/support/statements/fixtures.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
import { WRITERS } from '#test/support/statements/writers.ts'

const app = useApp()
let maker: Person
let checker: Person
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  return stopReading
})

const ledger = async (code: string): Promise<number> =>
  Number((await app.db.ownerPool.query('select balance_of($1)', [code])).rows[0].balance_of)

let count = 0
/** An account of its own, with the number of the sample or a new one. */
async function bankAccount(over: Record<string, unknown> = {}): Promise<string> {
  count += 1
  const { status, body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: `5020001122${1000 + count}`, opening_paise: 100_000, ...over },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

const upload = (account: string, content: Buffer | string, who: Person | null = maker) =>
  uploadStatement(app, { account, content, who })

const approve = (id: string, who = checker) =>
  app.call('POST', `/api/admin/statements/${id}/approve`, { token: who.token })
const read = (id: string) => app.call('GET', `/api/admin/statements/${id}`, { token: maker.token })

const HEADER = 'Date,Narration,Ref No,Debit,Credit,Balance'
const table = (...rows: string[]): string => [HEADER, ...rows].join('\n')
const FIRST = '02/11/2026,UPI-SOMEBODY,,,10.00,1010.00'
const SECOND = '03/11/2026,UPI-ELSE,,,20.00,1030.00'

describe('from upload to approval', () => {
  const HDFC = 'hdfc-current-nov2026.csv'
  let account: string
  let id: string
  beforeAll(async () => {
    const { account: number, opening_paise } = expectedFile(HDFC)
    account = await bankAccount({ account: number, opening_paise, own_names: ['AMANAT OP'] })
    const { body } = await upload(account, bytesOf(HDFC))
    id = body.id
  })

  it('is read, with what is new', async () => {
    expect((await read(id)).body).toMatchObject({
      state: 'read',
      format: 'csv',
      from: '2026-11-02',
      to: '2026-11-19',
      opening_paise: 12_500_000,
      closing_paise: 103_633_376,
      lines: 51,
      new_lines: 51,
      problem: null,
    })
    const { rows } = (await read(id)).body
    expect(rows).toHaveLength(51)
    expect(rows[0]).toMatchObject({
      date: '2026-11-02',
      dir: 'C',
      amount_paise: 5_000_000,
      rule: 'C2',
      class: 'own',
    })
  })
  it('takes nothing over before another Admin says so', async () => {
    const { body } = await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })
    expect(body.find((row: { id: string }) => row.id === account)).toMatchObject({
      statement_paise: 12_500_000,
      lines: 0,
    })
    expect((await approve(id, maker)).status).toBe(403)
  })
  it('is approved once, sixteen times at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, () => approve(id)))
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(15).fill(409)])
    expect(await app.verify()).toEqual([])
    const { body } = await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })
    expect(body.find((row: { id: string }) => row.id === account)).toMatchObject({
      statement_paise: 103_633_376,
      lines: 51,
    })
  })
  it.each([
    [HDFC, 'nothing_new', textOf(HDFC)],
    ['camt053', 'nothing_new', textOf('hdfc-nov2026.camt053.xml')],
    ['mt940', 'nothing_new', textOf('hdfc-nov2026.mt940.txt')],
    ['an amount', 'balance_broken', textOf(HDFC).replace(',27000.00,', ',27100.00,')],
    ['a reference', 'conflict', textOf(HDFC).replace('TD4XD1VWHV', 'TD4XD1VWHW')],
    ['an account', 'wrong_account', textOf(HDFC).replaceAll('50200011223344', '50200099999999')],
  ])('%s brings %s', async (_, problem, text) => {
    const { status, body } = await upload(account, text)
    expect([status, body.state, body.problem, body.new_lines]).toEqual([201, 'refused', problem, 0])
    expect((await approve(body.id)).status).toBe(409)
  })
  it('keeps in the audit log who brought it and who approved it', async () => {
    const { body } = await app.call('GET', `/api/admin/audit?subject_type=statement&subject_id=${id}`, {
      token: maker.token,
    })
    expect(body.map((event: { action: string; actor_id: number }) => [event.action, event.actor_id])).toEqual(
      [
        ['statement_approved', checker.id],
        ['statement_uploaded', maker.id],
      ],
    )
  })
})

test.each([100_000, 0, -5_000])('an account of %d paise is in the books from the start', async (opening) => {
  const owner = await ledger('owner')
  const id = await bankAccount({ opening_paise: opening })
  expect(await ledger(`bank:${id}`)).toBe(opening === 0 ? 0 : -opening)
  expect(await ledger('owner')).toBe(owner + opening)
  expect(await app.verify()).toEqual([])
})

test('a gap names its days, and what fills it is taken', async () => {
  const account = await bankAccount()
  const later = await upload(account, table(SECOND))
  expect(later.body).toMatchObject({ state: 'refused', problem: 'gap', problem_days: ['2026-11-03'] })
  await approve((await upload(account, table(FIRST))).body.id)
  expect((await upload(account, table(SECOND))).body).toMatchObject({ state: 'read', new_lines: 1 })
})

test('of two files that both follow the same line, one is taken over', async () => {
  const account = await bankAccount()
  const [one, other] = [await upload(account, table(FIRST)), await upload(account, table(FIRST, SECOND))]
  expect((await approve(one.body.id)).status).toBe(200)
  expect((await approve(other.body.id)).status).toBe(409)
  expect((await upload(account, table(FIRST, SECOND))).body).toMatchObject({ problem: null, new_lines: 1 })
})

test('a line that pays an open pay-in is matched to it, the next one is double', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
  const { body: payIn } = await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
  // no line of a bank pays for what is pretended
  await app.db.ownerPool.query(`update pay_in set provider = 'upi'`)
  const { rows } = await app.db.ownerPool.query(
    'select reference, amount_paise, created_at from pay_in order by created_at desc limit 1',
  )
  expect(payIn).toBeDefined()
  const { reference, amount_paise: amount, created_at: at } = rows[0]
  const day = new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 10)
  const account = await bankAccount({ opening_paise: 0, account: '999900001111' })
  const line = (n: number) => ({
    date: day,
    valueDate: day,
    dir: 'C' as const,
    amountPaise: Number(amount),
    balancePaise: n * Number(amount),
    narration: `UPI-ASHA RAO-63065223622${n}-${reference}`,
    ref: '',
  })
  const first = await upload(
    account,
    WRITERS.hdfc({ account: '999900001111', openingPaise: 0, lines: [line(1)] }),
  )
  expect((await read(first.body.id)).body.rows).toMatchObject([
    { tier: 'matched', rule: 'C3', outcome: 'applied', target: reference },
  ])
  await approve(first.body.id)
  const second = await upload(
    account,
    WRITERS.hdfc({ account: '999900001111', openingPaise: 0, lines: [line(1), line(2)] }),
  )
  expect((await read(second.body.id)).body.rows).toMatchObject([
    { rule: 'C3', outcome: 'double', target: reference },
  ])
})

describe('a file that is none', () => {
  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), /does not look like a bank statement/],
    ['a row', table(FIRST, '03/11/2026,X,,,2O.00,1030.00'), /Row 3 of this file/],
    ['too much', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), null],
  ])('%s', async (_, content, words) => {
    const { status, body } = await upload(await bankAccount(), content)
    expect(status).toBe(words ? 400 : 413)
    if (words) expect(body.file[0]).toMatch(words)
  })
  it('of an account that is not there', async () => {
    expect((await upload('nowhere', table(FIRST))).status).toBe(404)
  })
})

describe('who may', () => {
  it.each(['Mediator', 'Buyer'])('a %s may nothing of it', async (role) => {
    const other = role === 'Buyer' ? await person(app, 'Buyer') : await teammate(app, 'Mediator')
    const account = await bankAccount()
    const { body } = await upload(account, table(FIRST))
    const statuses = [
      (await app.call('GET', '/api/admin/bank-accounts', { token: other.token })).status,
      (await app.call('POST', '/api/admin/bank-accounts', { token: other.token, body: {} })).status,
      (await upload(account, table(FIRST), other)).status,
      (await app.call('GET', `/api/admin/statements/${body.id}`, { token: other.token })).status,
      (await approve(body.id, other)).status,
    ]
    expect(statuses).toEqual([403, 403, 403, 403, 403])
    expect((await upload(account, table(FIRST), null)).status).toBe(401)
  })
  it('an account number stands once', async () => {
    await bankAccount({ account: '123456789012' })
    const { status, body } = await app.call('POST', '/api/admin/bank-accounts', {
      token: maker.token,
      body: { bank: 'SBI', account: '123456789012', opening_paise: 0 },
    })
    expect([status, Object.keys(body)]).toEqual([400, ['account']])
  })
})

describe('the database holds it', () => {
  const refused = async (text: string): Promise<string> =>
    app.db.ownerPool.query(text).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  it.each([
    ["update statement_line set narration = 'x'", 'AM403'],
    ['delete from statement_line', 'AM403'],
    ['truncate statement_line cascade', 'AM403'],
    ["update statement_import set rows = '[]'", 'AM403'],
    ['delete from statement_import', 'AM403'],
    ["update statement_import set state = 'read'", 'AM403'],
    ["update line_booking set outcome = 'late'", 'AM403'],
    ['delete from line_booking', 'AM403'],
    ['truncate line_booking cascade', 'AM403'],
  ])('%s', async (text, code) => {
    expect(await refused(text)).toBe(code)
  })
  it('a line that does not follow the balance before it', async () => {
    const text = `insert into statement_line
      select bank_account_id, position + 1, 'x', import_id, date, value_date, dir, amount_paise, balance_paise + 1,
             narration, ref, tier, rule, outcome, target, candidates, class, flag
        from statement_line order by position desc limit 1`
    expect(await refused(text)).toBe('AM403')
  })
})

test('lines that could not be booked are booked later, once', async () => {
  const id = await bankAccount()
  const { body } = await upload(id, table(FIRST, SECOND))
  raiseAlarm('disk_full', 'no room')
  expect((await approve(body.id)).status).toBe(503)
  clearAlarm('disk_full')
  const row = async () =>
    (await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })).body.find(
      (each: { id: string }) => each.id === id,
    )
  expect(await row()).toMatchObject({ statement_paise: 103_000, balance_paise: 100_000 })
  expect((await row()).explained.map(({ kind }: { kind: string }) => kind)).toEqual(['unbooked', 'unbooked'])
  const book = () =>
    bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
  await Promise.all(Array.from({ length: 8 }, book))
  expect(await row()).toMatchObject({ statement_paise: 103_000, balance_paise: 103_000 })
  expect(await app.verify()).toEqual([])
})

test('nobody approves what moves a deal of their own', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
  await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
  const paid = `update pay_in set provider = 'upi' where deal_id = $1 returning reference`
  const { reference } = (await app.db.ownerPool.query(paid, [pair.formPk])).rows[0]
  await app.db.ownerPool.query(`update app_user set user_type = 'Admin' where id = $1`, [pair.payer.id])
  const id = await bankAccount()
  const { body } = await upload(id, table(`02/11/2026,UPI-X-${reference},,,10.00,1010.00`))
  expect((await approve(body.id, pair.payer)).status).toBe(403)
  expect((await approve(body.id)).status).toBe(200)
})

// the last one: what it posts stays in the books
test('verify() finds what moves a bank account without a line of its statement', async () => {
  const id = await bankAccount()
  await app.db.ownerPool.query(
    `select post('stray-1', 'bank_credit', null, null, array['bank:' || $1, 'suspense'], array[-5, 5])`,
    [id],
  )
  expect(await app.verify()).toEqual([
    {
      check_name: 'bank_transfer',
      subject: 'transfer stray-1',
      detail: `moves bank account ${id} without a line of its statement`,
    },
  ])
})

describe('what an account is said to have had before its first line', () => {
  const OPENING = 1_000_000_000
  const money = async () => {
    const { body } = await app.call('GET', '/api/admin/home', { token: maker.token })
    const { backing_paise, own_paise, others_paise } = body.money
    return { backing_paise, own_paise, others_paise }
  }
  const today = async () => (await app.call('GET', '/api/admin/money', { token: maker.token })).body.own_paise
  const short = () => shortfallPaise((fn) => app.db.runInTransaction(fn))

  it('covers nothing until another Admin has approved a statement that begins with it', async () => {
    // an overdraft of ours is other people's money
    await bankAccount({ opening_paise: -500_000_000 })
    const [before, own] = [await money(), await today()]
    const missing = await short()
    expect(missing).toBeGreaterThan(0)
    const id = await bankAccount({ opening_paise: OPENING })
    expect([await money(), await today(), await short()]).toEqual([before, own, missing])
    const { body } = await upload(id, table('02/11/2026,UPI-SOMEBODY,,,10.00,10000010.00'))
    expect(body.problem).toBe(null)
    expect(await money()).toEqual(before)
    expect((await approve(body.id)).status).toBe(200)
    const after = await money()
    expect(after.backing_paise - before.backing_paise).toBe(OPENING + 1_000)
    expect(after.own_paise - before.own_paise).toBe(OPENING)
    expect(await short()).toBe(0)
  })
})
