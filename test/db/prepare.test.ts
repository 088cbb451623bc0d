import fc from 'fast-check'
import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/db/pool.ts'
import { prepare, prepareText } from '#server/db/prepare.ts'
import type { PayInTable } from '#server/db/tables.ts'
import { createTransactionRunner, type RunInTransaction, type Tx } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'

let db: FreshDatabase
let pool: ReturnType<typeof openPool>
let run: RunInTransaction

beforeAll(async () => {
  db = await freshDatabase()
  pool = openPool({ url: db.url, log: quietLog, max: 1 })
  run = createTransactionRunner(pool)
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

interface Values {
  readonly id: string
  readonly changes: Updateable<PayInTable>
  readonly rows: readonly { readonly name: string; readonly value: string }[]
}

const build = (tx: Tx, { id, changes, rows }: Values) =>
  tx
    .with('kept', (also) => also.insertInto('app_secret').values(rows))
    .updateTable('pay_in')
    .set(changes)
    .where('id', '=', id)
    .returningAll()

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const values: fc.Arbitrary<Values> = fc.record({
  id: fc.string(),
  changes: fc
    .record({
      status: optional(fc.constantFrom('open' as const, 'paid' as const)),
      paid_at: optional(fc.option(fc.date({ noInvalidDate: true }))),
      provider_order_id: optional(fc.option(fc.string())),
      amount_paise: optional(fc.nat()),
    })
    .filter((changes) => Object.values(changes).some((value) => value !== undefined)),
  rows: fc.array(fc.record({ name: fc.string(), value: fc.string() }), { minLength: 1, maxLength: 3 }),
})

test('the text and the parameters are those of the statement built anew, whatever was prepared before', async () => {
  const prepared = prepareText(build)
  await run(async (tx) => {
    fc.assert(
      fc.property(values, (given) => {
        const { sql: text, parameters } = build(tx, given).compile()
        expect(prepared(tx, given)).toMatchObject({ sql: text, parameters })
      }),
      { numRuns: 300 },
    )
  })
})

test('it is built once for each form of its values', async () => {
  let builds = 0
  const select = prepare((_tx: Tx, { id, tags }: { id: number; tags?: readonly string[] }) => {
    builds += 1
    return sql<{
      id: number
      tags: string[] | null
    }>`select ${id}::int as id, ${tags ?? null}::text[] as tags`
  })
  const read = (given: { id: number; tags?: readonly string[] }) =>
    run(async (tx) => (await select(tx, given)).rows)
  expect(await read({ id: 1 })).toEqual([{ id: 1, tags: null }])
  expect(await read({ id: 2 })).toEqual([{ id: 2, tags: null }])
  expect(await read({ id: 3, tags: ['a', 'b'] })).toEqual([{ id: 3, tags: ['a', 'b'] }])
  expect(await read({ id: 4, tags: [] })).toEqual([{ id: 4, tags: [] }])
  expect(builds).toBe(2)
})

test('a value that is an expression is refused: it would be a part of the text', async () => {
  const update = prepareText((tx: Tx, { id }: { id: unknown }) =>
    tx
      .updateTable('pay_in')
      .set({ status: 'paid' })
      .where('id', '=', id as string),
  )
  await run(async (tx) => {
    expect(() => update(tx, { id: sql`gen_random_uuid()` })).toThrow(/is an expression/)
  })
})
