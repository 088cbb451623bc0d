/**
 * The sample statements from end to end: the world of state.json, each file uploaded by one Admin and approved by another,
 * every line as expected.json has it.
 */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { createStatementWorld, statementWorld } from '#server/cli/statement-world.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'
import {
  bytesOf,
  type ExpectedLine,
  expectedFile,
  expectedLines,
  textOf,
} from '#test/support/statements/fixtures.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const app = useApp()
let maker: Person
let checker: Person
let accounts: readonly { readonly account: string; readonly id: string }[]

const createWorld = () =>
  createStatementWorld(
    (fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })),
    statementWorld.parse(JSON.parse(textOf('state.json'))),
  )

beforeAll(async () => {
  accounts = await createWorld()
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  return stopReading
}, 120_000)

const idOf = (account: string): string =>
  accounts.find((row) => row.account === account)?.id ?? `no account ${account}`
const get = (url: string) => app.call('GET', url, { token: maker.token })
const upload = (account: string, content: Buffer | string) =>
  uploadStatement(app, { account: idOf(account), content, who: maker })

const asShown = (line: ExpectedLine) => ({
  date: line.date,
  dir: line.dir,
  amount_paise: line.paise,
  tier: line.tier,
  rule: line.rule,
  outcome: line.outcome,
  target: line.target ?? null,
  candidates: line.candidates ?? [],
  class: line.class ?? null,
  flag: line.flag ?? null,
})

const BANKS = [
  ['HDFC', 'hdfc-current-nov2026.csv', ['hdfc-nov2026.camt053.xml', 'hdfc-nov2026.mt940.txt']],
  ['ICICI', 'icici-cib-nov2026.xlsx', ['icici-optransactionhistory-nov2026.xls']],
  ['SBI', 'sbi-current-nov2026.xls', []],
  ['AXIS', 'axis-current-nov2026.csv', []],
] as const

describe.each(BANKS)('%s', (bank, file, sisters) => {
  let id: string
  beforeAll(async () => {
    const { status, body } = await upload(expectedFile(file).account, bytesOf(file))
    expect(status).toBe(201)
    id = body.id
  })

  it('is read as the bank wrote it', async () => {
    const { from, to, opening_paise, closing_paise, lines } = expectedFile(file)
    expect((await get(`/api/admin/statements/${id}`)).body).toMatchObject({
      ...{ state: 'read', problem: null, from, to, opening_paise, closing_paise, lines, new_lines: lines },
    })
  })
  it('becomes what is expected, line by line', async () => {
    const { body } = await get(`/api/admin/statements/${id}`)
    expect(body.rows.map(({ narration: _, ...row }: Record<string, unknown>) => row)).toMatchObject(
      expectedLines(bank).map(asShown),
    )
  })
  it('is approved by another Admin, and its sisters bring nothing new', async () => {
    const approval = await app.call('POST', `/api/admin/statements/${id}/approve`, { token: checker.token })
    expect([approval.status, approval.body.state]).toEqual([200, 'approved'])
    // what a slow machine leaves to the job
    await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
    for (const sister of [file, ...sisters]) {
      const { body } = await upload(expectedFile(file).account, bytesOf(sister))
      expect([sister, body.problem, body.new_lines]).toEqual([sister, 'nothing_new', 0])
    }
  })
  it('leaves the account where its statement ends', async () => {
    const { body } = await get('/api/admin/bank-accounts')
    const { account, closing_paise } = expectedFile(file)
    const row = body.find((each: { account: string }) => each.account === account)
    expect(row).toMatchObject({ statement_paise: closing_paise, balance_paise: closing_paise })
    const { suspense, unexplained } = await totalsOf(row.id)
    const waiting = row.explained.filter(({ kind }: { kind: string }) => kind !== 'in_flight')
    const sum = waiting.reduce(
      (total: number, each: { amount_paise: number }) => total + each.amount_paise,
      0,
    )
    expect(sum).toBe(suspense - unexplained)
    const uncertain = expectedLines(bank).filter(({ tier }) => tier !== 'matched')
    expect(waiting).toHaveLength(uncertain.length)
  })
  it('is booked as each line was matched', async () => {
    const { body } = await get(`/api/admin/statements/${id}`)
    const dueElsewhere = (line: ExpectedLine) => (line.dir === 'C' ? 'suspense' : 'unexplained')
    expect(body.rows.map(({ booked }: { booked: string }) => booked)).toEqual(
      expectedLines(bank).map((line) => (line.tier === 'matched' ? line.outcome : dueElsewhere(line))),
    )
    expect(await app.verify()).toEqual([])
  })
})

/** Of all lines of an account, in paise; what left above zero. */
async function totalsOf(accountId: string) {
  const { rows } = await app.db.ownerPool.query(
    `select b.outcome, split_part(a.code, ':', 1) as kind, sum(e.amount)::bigint as amount, count(*)::int as count
       from line_booking b cross join lateral unnest(b.transfers) u (id)
       join transfer t on t.id = u.id
       join entry e on e.transfer_no = t.no
       join ledger_account a on a.id = e.account_id
      where b.bank_account_id = $1 group by 1, 2`,
    [accountId],
  )
  const of = (kind: string, isIt = (_outcome: string) => true) =>
    rows
      .filter((row) => row.kind === kind && isIt(row.outcome))
      .reduce((total, { amount }) => total + Number(amount), 0)
  return {
    held: of('hold'),
    funded: rows.filter(({ kind }) => kind === 'hold').reduce((total, { count }) => total + count, 0),
    owed: of('payable', (outcome) => !outcome.startsWith('payout_')),
    suspense: of('suspense'),
    paid: 0 - of('payable', (outcome) => outcome === 'payout_paid'),
    returned: of('payable', (outcome) => outcome === 'payout_returned'),
    takenBack: 0 - of('receivable'),
    unexplained: 0 - of('expense'),
  }
}

// worked by hand, in rupees
test.each([
  ['037505012379', [806_199, 25, 110_900, 271_895, 122_400, 15_500, 1_600, 56_657.24]],
  ['40011223344', [926_599, 26, 65_500, 254_593, 258_700, 29_900, 15_500, 68_739.24]],
  ['917020011223344', [722_599, 24, 52_250, 274_286, 226_100, 28_600, 23_800, 56_857.24]],
])('the lines of %s add up to the table', async (account, totals) => {
  const { funded, ...paise } = await totalsOf(idOf(account))
  const [held, count, ...rest] = totals
  expect(funded).toBe(count)
  expect(Object.values(paise)).toEqual([held, ...rest].map((rupees) => Math.round((rupees ?? 0) * 100)))
})

test('payouts that a line has shown are paid, with its number; what came back waits for its owner', async () => {
  const { rows } = await app.db.ownerPool.query(
    `select status, count(*)::int as count, count(provider_ref)::int as refs
       from payout where code is not null and purpose = 'release' group by status order by status`,
  )
  const of = (status: string) => rows.find((row) => row.status === status)
  expect(of('paid').refs).toBe(of('paid').count)
  expect(of('held').count).toBe(of('returned').count)
})

test('a claim that the line bears out is seen, one that it contradicts is a conflict', async () => {
  const { rows } = await app.db.ownerPool.query(
    `select distinct c.state, p.status from payment_claim c join pay_in p on p.id = c.pay_in_id
      where c.state <> 'claimed' order by 1, 2`,
  )
  expect(rows).toEqual([
    { state: 'conflict', status: 'open' },
    { state: 'seen', status: 'paid' },
  ])
})

test('the books are sound, and the samples are for a database without bank accounts', async () => {
  expect(await app.verify()).toEqual([])
  await expect(createWorld()).rejects.toMatchObject({ code: 'conflict' })
})
