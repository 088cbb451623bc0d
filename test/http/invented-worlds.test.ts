/**
 * A world of another seed from end to end: two accounts uploaded, approved and booked, every line as is true. Of all banks and
 * forms: server/statements/worlds.test.ts.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { createStatementWorld, statementWorld } from '#server/cli/statement-world.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { LAYOUTS } from '#test/support/statements/layouts.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
import { inventWorld } from '#test/support/statements/worlds.ts'

const app = useApp()
const SEED = 20_261_123
const worlds = ['ICICI', 'KOTAK'].map((bank) => inventWorld(bank, SEED))
let maker: Person
let checker: Person
let accounts: readonly { readonly account: string; readonly id: string }[]

beforeAll(async () => {
  const states = statementWorld.parse(worlds.map(({ state }) => state))
  accounts = await createStatementWorld(
    (fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })),
    states,
  )
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  return stopReading
}, 120_000)

describe.each(worlds.map((world) => [world.bank, world] as const))('%s', (bank, { state, lines, truths }) => {
  test('each line becomes what is true, and the books are what the bank says', async () => {
    const { account, opening_paise: openingPaise } = state
    const id = accounts.find((row) => row.account === account)?.id ?? ''
    // the last form that the bank gives
    const content = LAYOUTS[bank]?.at(-1)?.write({ account, openingPaise, lines }) ?? ''
    const upload = await uploadStatement(app, { account: id, content, who: maker })
    expect([upload.status, upload.body.problem, upload.body.new_lines]).toEqual([201, null, lines.length])
    const { body } = await app.call('GET', `/api/admin/statements/${upload.body.id}`, { token: maker.token })
    expect(body.rows).toMatchObject(
      truths.map((truth, n) => ({
        ...{ date: lines[n]?.date, dir: lines[n]?.dir, amount_paise: lines[n]?.amountPaise },
        ...{ tier: truth.tier, rule: truth.rule, outcome: truth.outcome, target: truth.target ?? null },
        ...{ candidates: truth.candidates ?? [], class: truth.class ?? null, flag: truth.flag ?? null },
      })),
    )
    await app.call('POST', `/api/admin/statements/${upload.body.id}/approve`, { token: checker.token })
    await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
    const booked = (await app.call('GET', `/api/admin/statements/${upload.body.id}`, { token: maker.token }))
      .body
    const waits = (n: number) => (lines[n]?.dir === 'C' ? 'suspense' : 'unexplained')
    expect(booked.rows.map((row: { booked: string }) => row.booked)).toEqual(
      truths.map(({ tier, outcome }, n) => (tier === 'matched' ? outcome : waits(n))),
    )
    const list = (await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })).body
    const closing = lines.at(-1)?.balancePaise
    expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({
      ...{ balance_paise: closing, statement_paise: closing, difference_paise: 0 },
    })
  })
})

test('the books are sound', async () => {
  expect(await app.verify()).toEqual([])
})
