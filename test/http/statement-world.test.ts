/**
 * The sample statements from end to end: the world of state.json, each file uploaded by one Admin and approved by another,
 * every line as expected.json has it.
 */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { createStatementWorld, statementWorld } from '#server/services/demo/statement-world.ts'
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
    for (const sister of [file, ...sisters]) {
      const { body } = await upload(expectedFile(file).account, bytesOf(sister))
      expect([sister, body.problem, body.new_lines]).toEqual([sister, 'nothing_new', 0])
    }
  })
  it('leaves the account where its statement ends', async () => {
    const { body } = await get('/api/admin/bank-accounts')
    const { account, closing_paise } = expectedFile(file)
    expect(body.find((row: { account: string }) => row.account === account)).toMatchObject({
      statement_paise: closing_paise,
    })
  })
})

test('the books are sound, and the samples are for a database without bank accounts', async () => {
  expect(await app.verify()).toEqual([])
  await expect(createWorld()).rejects.toMatchObject({ code: 'conflict' })
})
