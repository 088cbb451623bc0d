import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CommitUnknown, RolledBack } from '#server/db/errors.ts'
import { openPool } from '#server/db/pool.ts'
import type { EmailTable } from '#server/db/tables.ts'
import { beginWith, createTransactionRunner, type Tx } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'

let db: FreshDatabase

beforeAll(async () => {
  db = await freshDatabase()
  await db.ownerPool.query(`
    create table note (id int primary key, text text not null);
    create table checked (id int, constraint late unique (id) deferrable initially deferred);
    grant select, insert, update on note, checked to amanat_app`)
})
beforeEach(() => db.ownerPool.query('truncate note, checked'))
afterAll(() => db.drop())

const write = (tx: Tx, id: number) => sql`insert into note values (${id}, 'x')`.execute(tx)
const notes = async () => (await db.pool.query('select id from note order by id')).rows.map((row) => row.id)

/** Ends the transaction's own backend, as a crash or an operator does. */
async function killBackendOf(tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  await db.ownerPool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
}

test('commits when the work returns, and hands on its result', async () => {
  const result = await db.runInTransaction(async (tx) => {
    await write(tx, 1)
    return 'done'
  })
  expect(result).toBe('done')
  expect(await notes()).toEqual([1])
})

test('rolls back when the work throws, and throws the same', async () => {
  const reason = new Error('no')
  const work = db.runInTransaction(async (tx) => {
    await write(tx, 1)
    throw reason
  })
  await expect(work).rejects.toBe(reason)
  expect(await notes()).toEqual([])
})

test('works as the role that owns nothing, at READ COMMITTED', async () => {
  const { rows } = await db.runInTransaction((tx) =>
    sql`select current_user as role, current_setting('transaction_isolation') as isolation`.execute(tx),
  )
  expect(rows).toEqual([{ role: 'amanat_app', isolation: 'read committed' }])
})

test('has one plan for any values where it says so, from its first statement to its end', async () => {
  const mode = async (tx: Tx) => {
    const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(
      tx,
    )
    return rows[0]?.mode
  }
  const modes = await db.runInTransaction(
    async (tx, _now, { first }) => [first, await mode(tx)],
    beginWith(mode),
  )
  expect(modes).toEqual(['force_generic_plan', 'force_generic_plan'])
  // all connections of the pool, the one before among them
  const others = await Promise.all(Array.from({ length: 12 }, () => db.runInTransaction(mode)))
  expect(new Set(others)).toEqual(new Set(['auto']))
})

test('tells the product time, which the sandbox moves', async () => {
  const before = await db.runInTransaction(async (_tx, now) => now)
  expect(Math.abs(before - Date.now())).toBeLessThan(5_000)
  await db.pool.query('select advance_product_clock(86400000)')
  const after = await db.runInTransaction(async (_tx, now) => now)
  expect(after - before).toBeGreaterThanOrEqual(86_400_000)
  await expect(db.pool.query('select advance_product_clock(-1)')).rejects.toThrow('only moves forward')
})

test('runs again though what was asked behind the statement that failed is heard of first', async () => {
  let runs = 0
  await db.runInTransaction(async (tx) => {
    runs += 1
    const giveWay = async () => {
      if (runs === 1) await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(tx)
    }
    const slow = async () => await (async () => await (async () => await giveWay())())()
    await Promise.all([slow(), write(tx, 1), write(tx, 2)])
  })
  expect(runs).toBe(2)
  expect(await notes()).toEqual([1, 2])
})

test('a swallowed error does not pass for a commit', async () => {
  const work = db.runInTransaction(async (tx) => {
    await write(tx, 1)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(work).rejects.toBeInstanceOf(RolledBack)
  expect(await notes()).toEqual([])
})

test('work that nobody waits for is waited for by the commit', async () => {
  await db.runInTransaction(async (tx) => {
    tx.waitUntil(write(tx, 1).then(() => write(tx, 2)))
    await write(tx, 3)
  })
  expect(await notes()).toEqual([1, 2, 3])
})

test('work that is begun by work that nobody waits for is waited for too', async () => {
  const twoSteps = async (tx: Tx): Promise<void> => {
    await write(tx, 1)
    tx.waitUntil(write(tx, 2).then(() => write(tx, 3)))
  }
  await db.runInTransaction(async (tx) => tx.waitUntil(twoSteps(tx)))
  expect(await notes()).toEqual([1, 2, 3])
  const fails = db.runInTransaction(async (tx) =>
    tx.waitUntil(write(tx, 4).then(() => tx.waitUntil(write(tx, 4)))),
  )
  await expect(fails).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([1, 2, 3])
})

test('work that nobody waits for takes all back when it fails, by the database or by itself', async () => {
  const twice = db.runInTransaction(async (tx) => {
    tx.waitUntil(write(tx, 1).then(() => write(tx, 1)))
    await write(tx, 2)
    return 'done'
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  const reason = new Error('no')
  const itself = db.runInTransaction(async (tx) => {
    tx.waitUntil(Promise.reject(reason))
    await write(tx, 3)
  })
  await expect(itself).rejects.toBe(reason)
  expect(await notes()).toEqual([])
})

const note = (tx: Tx, id: number) =>
  tx.insertInto('note' as 'email').values({ id, text: 'x' } as unknown as Insertable<EmailTable>)

test('the last statement is committed, and what it meets is what the caller is told', async () => {
  await db.runInTransaction(async (tx) => {
    tx.beforeCommit(note(tx, 2))
    await write(tx, 1)
  })
  expect(await notes()).toEqual([1, 2])
  const work = db.runInTransaction(async (tx) => {
    tx.beforeCommit(note(tx, 2))
    await write(tx, 3)
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([1, 2])
  await db.runInTransaction((tx) => write(tx, 4))
  expect(await notes()).toEqual([1, 2, 4])
})

interface Written {
  readonly now: Date
  readonly id: number
}
const writeAlone = (id: number) =>
  db.runInTransaction(async (_tx, now, row: Written) => ({ id: row.id, now }), {
    preamble: async (tx) => {
      const { rows } = await sql<Written>`
        insert into note values (${id}, 'x') returning id, product_now() as now`.execute(tx)
      return rows[0] as Written
    },
    isWhole: true,
  })

test('a transaction of one statement is committed before its result is known', async () => {
  const { id, now } = await writeAlone(1)
  expect([id, now]).toEqual([1, expect.any(Number)])
  expect(await notes()).toEqual([1])
})

test('a transaction of one statement that fails tells why, changes nothing and leaves no connection in it', async () => {
  await writeAlone(1)
  const [again, other] = await Promise.allSettled([writeAlone(1), writeAlone(2)])
  expect(again).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
  expect(other.status).toBe('fulfilled')
  await db.runInTransaction((tx) => write(tx, 3))
  expect(await notes()).toEqual([1, 2, 3])
})

test('whatever the database has by default, all run at READ COMMITTED and may write', async () => {
  const name = (await db.pool.query('select current_database() as name')).rows[0].name
  await db.ownerPool.query(`alter database ${name} set default_transaction_isolation = 'serializable'`)
  await db.ownerPool.query(`alter database ${name} set default_transaction_read_only = 'on'`)
  const pool = openPool({ url: db.url, log: quietLog, max: 1 })
  try {
    const run = createTransactionRunner(pool)
    const isolation = sql<{ now: Date; level: string }>`
      select product_now() as now, current_setting('transaction_isolation') as level`
    const read = async (tx: Tx) => (await isolation.execute(tx)).rows[0] as { now: Date; level: string }
    const alone = await run(async (_tx, _now, { level }: { now: Date; level: string }) => level, {
      preamble: read,
      isWhole: true,
    })
    const inOne = await run(async (tx) => (await read(tx)).level)
    expect([alone, inOne]).toEqual(['read committed', 'read committed'])
    await run((tx) => write(tx, 1))
    expect(await notes()).toEqual([1])
  } finally {
    await pool.end()
    await db.ownerPool.query(`alter database ${name} reset all`)
  }
})

test('a second statement of a transaction of one is refused', async () => {
  const work = db.runInTransaction(async () => {}, {
    preamble: async (tx) => {
      await write(tx, 1)
      await write(tx, 2)
      return { now: new Date() }
    },
    isWhole: true,
  })
  await expect(work).rejects.toThrow('this transaction has ended')
  expect(await notes()).toEqual([1])
})

test('a backend killed before the last statement is reported as unknown too', async () => {
  const work = db.runInTransaction(async (tx) => {
    tx.beforeCommit(note(tx, 2))
    await write(tx, 1)
    await killBackendOf(tx)
  })
  await expect(work).rejects.toBeInstanceOf(CommitUnknown)
  expect(await notes()).toEqual([])
})

test('a constraint that is checked at commit is an ordinary error', async () => {
  const work = db.runInTransaction((tx) => sql`insert into checked values (1), (1)`.execute(tx))
  await expect(work).rejects.toMatchObject({ constraint: 'late' })
})

test('a backend killed in the middle leaves nothing, and the next transaction works', async () => {
  const work = db.runInTransaction(async (tx) => {
    await write(tx, 1)
    await killBackendOf(tx)
    await write(tx, 2)
  })
  await expect(work).rejects.toThrow()
  expect(await notes()).toEqual([])
  await db.runInTransaction((tx) => write(tx, 3))
  expect(await notes()).toEqual([3])
})

test('a backend killed before COMMIT was answered is reported as unknown', async () => {
  const work = db.runInTransaction(async (tx) => {
    await write(tx, 1)
    await killBackendOf(tx)
  })
  await expect(work).rejects.toBeInstanceOf(CommitUnknown)
})

test('idle connections that died are replaced without a word', async () => {
  await Promise.all([1, 2, 3].map((id) => db.runInTransaction((tx) => write(tx, id))))
  await db.ownerPool.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'amanat_app'`)
  await db.runInTransaction((tx) => write(tx, 4))
  expect(await notes()).toEqual([1, 2, 3, 4])
})

test('the one that PostgreSQL sacrifices to a deadlock runs again', async () => {
  await db.runInTransaction(async (tx) => {
    await write(tx, 1)
    await write(tx, 2)
  })
  let meet = () => {}
  const bothHaveOne = new Promise<void>((resolve) => {
    meet = resolve
  })
  let arrived = 0
  let runs = 0
  const touch = (tx: Tx, id: number) => sql`update note set text = text || '.' where id = ${id}`.execute(tx)
  const both = (first: number, second: number) =>
    db.runInTransaction(async (tx) => {
      runs += 1
      await touch(tx, first)
      arrived += 1
      if (arrived === 2) meet()
      await bothHaveOne
      await touch(tx, second)
    })
  await Promise.all([both(1, 2), both(2, 1)])
  // once more, or oftener: the one that runs again may be faster than the one that waited, and meet it anew
  expect(runs).toBeGreaterThan(2)
  const { rows } = await db.pool.query('select text from note')
  expect(rows.map((row) => row.text)).toEqual(['x..', 'x..'])
})

test('what is asked side by side runs in the order it was asked, however it was put', async () => {
  const ids = Array.from({ length: 12 }, (_, id) => id)
  const inTurn = (id: number) => sql`case (select count(*) from checked) when ${id} then ${id}::int end`
  await db.runInTransaction((tx) =>
    Promise.all(
      ids.map((id) =>
        id % 2 === 0
          ? sql`insert into checked values (${inTurn(id)})`.execute(tx)
          : tx
              .insertInto('checked' as never)
              .values({ id: inTurn(id) } as never)
              .executeTakeFirst(),
      ),
    ),
  )
  const { rows } = await db.pool.query('select id from checked order by id')
  expect(rows.map((row) => row.id)).toEqual(ids)
})

test('a preamble is inside the transaction, and tells the time', async () => {
  const at = new Date('2030-01-01')
  const isMine = await db.runInTransaction(
    async (tx, now, { xid }: { now: Date; xid: string | undefined }) => {
      expect(now).toBe(at.getTime())
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx)
      return rows[0]?.xid === xid
    },
    {
      preamble: async (tx) => {
        const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx)
        return { now: at, xid: rows[0]?.xid }
      },
    },
  )
  expect(isMine).toBe(true)
})

test('the first of several failures is the one that is told, and the connection stays fit', async () => {
  const work = db.runInTransaction((tx) =>
    Promise.all([write(tx, 1), sql`select 1 / 0`.execute(tx), write(tx, 2), write(tx, 3)]),
  )
  await expect(work).rejects.toThrow('division by zero')
  expect(await notes()).toEqual([])
  await db.runInTransaction((tx) => Promise.all([write(tx, 1), write(tx, 2)]))
  expect(await notes()).toEqual([1, 2])
})

test('a table that a newer program changed under a prepared statement is asked anew', async () => {
  const ask = () => db.runInTransaction((tx) => sql`select * from note`.execute(tx))
  for (let i = 0; i < 8; i++) await ask()
  await db.ownerPool.query('alter table note add column added int')
  await expect(ask()).resolves.toMatchObject({ rows: [] })
  await db.ownerPool.query('alter table note drop column added')
  await expect(ask()).resolves.toMatchObject({ rows: [] })
})

test('a statement that comes after the end is refused', async () => {
  let ended: Tx | undefined
  await db.runInTransaction(async (tx) => {
    ended = tx
  })
  await expect(write(ended as Tx, 1)).rejects.toThrow('this transaction has ended')
})

test('integers come back exact, or not at all', async () => {
  const { rows } = await db.pool.query(
    'select 9007199254740991::bigint as most, array[1, null]::bigint[] as list',
  )
  expect(rows).toEqual([{ most: 9007199254740991, list: [1, null] }])
  await expect(db.pool.query('select 9007199254740992::bigint')).rejects.toThrow(RangeError)
})
