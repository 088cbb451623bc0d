import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RolledBack } from '#server/db/errors.ts'
import { openPool } from '#server/db/pool.ts'
import { createTransactionRunner, type RunInTransaction, type Tx } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'

let db: FreshDatabase
let pool: ReturnType<typeof openPool>
let run: RunInTransaction

beforeAll(async () => {
  db = await freshDatabase()
  await db.ownerPool.query(`
    create table described (id bigint primary key, at timestamptz not null, tags text[] not null, note text);
    insert into described values (1, '2026-11-24T05:52:00Z', '{a,b}', null), (2, '2026-11-25T05:52:00Z', '{}', 'x');
    grant select, insert, update on described to amanat_app`)
  // one connection, so that every run of a statement but the first is of one that was described before
  pool = openPool({ url: db.url, log: quietLog, max: 1 })
  run = createTransactionRunner(pool)
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const rowsFrom = (tx: Tx, id: number) =>
  sql`select * from described where id >= ${id} order by id`.execute(tx).then(({ rows }) => rows)

const FIRST = { id: 1, at: new Date('2026-11-24T05:52:00Z'), tags: ['a', 'b'], note: null }
const SECOND = { id: 2, at: new Date('2026-11-25T05:52:00Z'), tags: [], note: 'x' }

test('a statement answers the same rows, with the same types, each time', async () => {
  for (let turn = 0; turn < 3; turn++) expect(await run((tx) => rowsFrom(tx, 1))).toEqual([FIRST, SECOND])
})

test('statements side by side keep their own columns', async () => {
  const count = (tx: Tx) =>
    sql<{ n: number }>`select count(*) as n from described`.execute(tx).then(({ rows }) => rows)
  for (let turn = 0; turn < 3; turn++)
    expect(
      await run((tx) => Promise.all([rowsFrom(tx, 2), count(tx), rowsFrom(tx, 3), rowsFrom(tx, 1)])),
    ).toEqual([[SECOND], [{ n: 2 }], [], [FIRST, SECOND]])
})

test('one that answers no rows does so again', async () => {
  for (let turn = 0; turn < 2; turn++) {
    const written = await run((tx) => sql`update described set note = 'x' where id = 2`.execute(tx))
    expect(written).toEqual({ numAffectedRows: 1n, rows: [] })
  }
})

test('one that failed works the next time', async () => {
  const divide = (by: number) => run((tx) => sql`select 1 / ${by}::int as whole`.execute(tx))
  await expect(divide(0)).rejects.toThrow(/division by zero/)
  expect((await divide(1)).rows).toEqual([{ whole: 1 }])
  await expect(divide(0)).rejects.toThrow(/division by zero/)
  expect((await divide(1)).rows).toEqual([{ whole: 1 }])
})

const double = (tx: Tx, n: number) =>
  sql<{ n: number }>`select ${n}::int * 2 as n`.execute(tx).then(({ rows }) => rows)

/** Of the pool's only one. */
function onlyConnection(): { describe(): void; sync(): void } {
  const [client] = (pool as unknown as { _clients: { connection: { describe(): void; sync(): void } }[] })
    ._clients
  if (!client) throw new Error('the pool has no connection')
  return client.connection
}

test('those behind one that fails are left out, and the transaction fails as it did', async () => {
  let outcomes: PromiseSettledResult<unknown>[] = []
  const work = run(async (tx) => {
    outcomes = await Promise.allSettled([
      rowsFrom(tx, 2),
      sql`select 1 / ${0}::int as whole`.execute(tx),
      rowsFrom(tx, 1),
      // never parsed before, and not this time either
      double(tx, 1),
    ])
  })
  await expect(work).rejects.toThrow(RolledBack)
  expect(outcomes[0]).toEqual({ status: 'fulfilled', value: [SECOND] })
  for (const outcome of outcomes.slice(1))
    expect(outcome).toMatchObject({ reason: { message: 'division by zero' } })
  expect(await run((tx) => Promise.all([rowsFrom(tx, 2), double(tx, 2)]))).toEqual([[SECOND], [{ n: 4 }]])
})

test('a value that cannot be written fails alone', async () => {
  const circle: { self?: object } = {}
  circle.self = circle
  const outcomes = await run((tx) =>
    Promise.allSettled([
      rowsFrom(tx, 2),
      sql`select ${circle}::jsonb as circle`.execute(tx),
      sql`select ${circle}::jsonb as circle`.execute(tx),
      double(tx, 3),
    ]),
  )
  expect(outcomes).toMatchObject([
    { value: [SECOND] },
    { reason: { message: expect.stringMatching(/circular/) } },
    { reason: { message: expect.stringMatching(/circular/) } },
    { value: [{ n: 6 }] },
  ])
  expect(await run((tx) => double(tx, 4))).toEqual([{ n: 8 }])
})

test('PostgreSQL is asked to answer once a message', async () => {
  const work = (tx: Tx) => Promise.all([rowsFrom(tx, 2), double(tx, 1), rowsFrom(tx, 1)])
  await run(work)
  const sync = vi.spyOn(onlyConnection(), 'sync')
  expect(await run(work)).toEqual([[SECOND], [{ n: 2 }], [FIRST, SECOND]])
  // with BEGIN, for the three, and with COMMIT
  expect(sync).toHaveBeenCalledTimes(3)
  sync.mockRestore()
})

test('the columns are asked for once a connection', async () => {
  const statement = (tx: Tx) => sql`select id, note from described where id = ${1}`.execute(tx)
  await run(statement)
  await run(async (tx) => {
    const describe = vi.spyOn(onlyConnection(), 'describe')
    expect((await statement(tx)).rows).toEqual([{ id: 1, note: null }])
    expect(describe).not.toHaveBeenCalled()
    describe.mockRestore()
  })
})

test('columns that have changed since are read as they are now', async () => {
  await run((tx) => rowsFrom(tx, 1))
  await db.ownerPool.query('alter table described add column more int default 7')
  // PostgreSQL refuses the old plan: the connection goes, and the work runs again on another
  expect(await run((tx) => rowsFrom(tx, 2))).toEqual([{ ...SECOND, more: 7 }])
})

test('one whose table has changed under every connection is planned anew', async () => {
  const size = 8
  const many = openPool({ url: db.url, log: quietLog, max: size })
  const runOnMany = createTransactionRunner(many)
  let open = 0
  let letGo: (value?: unknown) => void = () => {}
  const allOpen = new Promise((resolve) => {
    letGo = resolve
  })
  try {
    await Promise.all(
      Array.from({ length: size }, () =>
        runOnMany(async (tx) => {
          await rowsFrom(tx, 1)
          open += 1
          if (open === size) letGo()
          await allOpen
        }),
      ),
    )
    await db.ownerPool.query('alter table described add column added integer not null default 7')
    expect(await runOnMany((tx) => rowsFrom(tx, 2))).toMatchObject([{ id: 2, added: 7 }])
  } finally {
    await many.end()
    await db.ownerPool.query('alter table described drop column added')
  }
})
