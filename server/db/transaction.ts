// One transaction: begin, the work, commit. The only way to write to the database.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { CommitUnknown, codeOf, isConnectionLost, isRetryable, RolledBack } from './errors.ts'
import { DatabaseAway, type Pulse } from './pulse.ts'
import type { Database } from './tables.ts'
import { TransactionDriver } from './transaction-driver.ts'

/** A query builder bound to one open transaction; useless once that has ended. */
export type Tx = Kysely<Database>

/**
 * READ COMMITTED; commits when `fn` returns and rolls back when it throws. `now` is the product's clock.
 * `fn` may run again when PostgreSQL chose this transaction to give way: its effects belong in `tx` alone.
 */
export type Transactor = <T>(fn: (tx: Tx, now: number) => Promise<T>) => Promise<T>

const ATTEMPTS = 4
// One round trip. The isolation is said, since a database may have another default.
const BEGIN = 'begin isolation level read committed read write; select product_now() as now'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

function kyselyOver(driver: TransactionDriver): Tx {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
}

async function begin(client: pg.ClientBase): Promise<number> {
  const results = (await client.query(BEGIN)) as unknown as pg.QueryResult<{ now: Date }>[]
  const now = results[1]?.rows[0]?.now
  if (!now) throw new Error('the database did not tell the time')
  return now.getTime()
}

/** Connections that lay idle while PostgreSQL was restarted fail at their first word: nothing has run yet. */
async function beginOnLiving(pool: pg.Pool, pulse: Pulse): Promise<{ client: pg.PoolClient; now: number }> {
  for (let left = pool.options.max; ; left--) {
    const client = await borrow(pool, pulse)
    try {
      return { client, now: await pulse.unlessLost(begin(client)) }
    } catch (error) {
      client.release(true)
      if (left === 0 || error instanceof DatabaseAway || !isConnectionLost(error)) throw error
    }
  }
}

async function borrow(pool: pg.Pool, pulse: Pulse): Promise<pg.PoolClient> {
  const asked = pool.connect()
  try {
    return await pulse.unlessLost(asked)
  } catch (error) {
    // It may still come, for nobody.
    asked.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  }
}

async function commit(client: pg.ClientBase): Promise<void> {
  let answer: pg.QueryResult
  try {
    answer = await client.query('commit')
  } catch (error) {
    // With a code of another class the server itself said that it rolled back, as a deferred check does.
    throw codeOf(error) !== '' && !isConnectionLost(error) ? error : new CommitUnknown(error)
  }
  if (answer.command !== 'COMMIT') throw new RolledBack()
}

/** Whether the client is fit for another transaction. */
async function rollback(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

async function once<T>(pool: pg.Pool, pulse: Pulse, fn: (tx: Tx, now: number) => Promise<T>): Promise<T> {
  const { client, now } = await beginOnLiving(pool, pulse)
  const driver = new TransactionDriver(client)
  let isFit = false
  try {
    const result = await fn(kyselyOver(driver), now)
    await driver.finish()
    await commit(client)
    isFit = true
    return result
  } catch (error) {
    await driver.finish()
    isFit = !(error instanceof CommitUnknown) && !isConnectionLost(error) && (await rollback(client))
    throw error
  } finally {
    client.release(!isFit)
  }
}

/** For tools that wait rather than give up. */
const noPulse: Pulse = { isAlive: () => true, unlessLost: (work) => work, stop: async () => {} }

export function makeTransactor(pool: pg.Pool, pulse = noPulse): Transactor {
  return async (fn) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, pulse, fn)
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      }
    }
  }
}
