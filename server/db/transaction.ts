// One transaction: begin, the work, commit. The only way to write to the database.
import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type pg from 'pg'
import { CommitUnknown, codeOf, isConnectionLost, isRetryable, isStalePlan, RolledBack } from './errors.ts'
import { DatabaseAway, type Pulse } from './pulse.ts'
import type { Database } from './tables.ts'
import { hold, TransactionDriver } from './transaction-driver.ts'

/** A query builder bound to one open transaction; useless once that has ended. */
export interface Tx extends Kysely<Database> {
  /** Work that goes on beside what comes next, since nobody needs its answer: the commit waits for it, or fails with it. */
  meanwhile(work: Promise<unknown>): void
  /** A last statement, which leaves in one message with the commit. */
  withCommit(last: Compilable): void
}

/**
 * READ COMMITTED; commits when `fn` returns and rolls back when it throws. `now` is the product's clock.
 * `fn` may run again when PostgreSQL chose this transaction to give way: its effects belong in `tx` alone.
 * Statements that are asked side by side (`Promise.all`) travel together and run in the order they were asked.
 * What `along` asks travels with the beginning itself; it tells the time too, and `fn` gets its answer.
 */
export type Transactor = <T, A extends Timed = Timed>(
  fn: (tx: Tx, now: number, along: A) => Promise<T>,
  along?: (tx: Tx) => Promise<A>,
) => Promise<T>

export interface Timed {
  /** `product_now()`, as of the beginning. */
  readonly now: Date
}

const ATTEMPTS = 4
// The isolation is said, since a database may have another default.
const BEGIN = 'begin isolation level read committed read write'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** What a transaction has to see to before it ends. */
interface Ending {
  readonly beside: Promise<unknown>[]
  readonly last: CompiledQuery[]
}

function txOver(driver: TransactionDriver, { beside, last }: Ending): Tx {
  const queries = new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
  return Object.assign(queries, {
    meanwhile: (work: Promise<unknown>) => {
      // it is waited for at the end; until then its failure is nobody's
      work.catch(() => {})
      beside.push(work)
    },
    withCommit: (query: Compilable) => void last.push(query.compile()),
  })
}

type Along<A> = (tx: Tx) => Promise<A>

async function askTime(tx: Tx): Promise<Timed> {
  const { rows } = await sql<Timed>`select product_now() as now`.execute(tx)
  return rows[0] as Timed
}

async function begin<A extends Timed>(client: pg.ClientBase, tx: Tx, ask: Along<A>): Promise<A> {
  hold(client)
  // One round trip.
  const [, along] = await Promise.all([client.query(BEGIN), ask(tx)])
  return along
}

interface Open<A> {
  readonly along: A
  readonly client: pg.PoolClient
  readonly driver: TransactionDriver
  readonly tx: Tx
  readonly ending: Ending
}

/** Connections that lay idle while PostgreSQL was restarted fail at their first word: nothing has run yet. */
async function beginOnLiving<A extends Timed>(pool: pg.Pool, pulse: Pulse, ask: Along<A>): Promise<Open<A>> {
  for (let left = pool.options.max; ; left--) {
    const client = await borrow(pool, pulse)
    const driver = new TransactionDriver(client)
    const ending: Ending = { beside: [], last: [] }
    const tx = txOver(driver, ending)
    try {
      return { client, driver, tx, ending, along: await pulse.unlessLost(begin(client, tx, ask)) }
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

/** The commit, right behind the last statements. */
async function commit(client: pg.ClientBase, driver: TransactionDriver, { last }: Ending): Promise<void> {
  const asked = last.map((query) => driver.run(query))
  const [ended, ...before] = await Promise.allSettled([client.query('commit'), ...asked])
  if (ended.status === 'rejected') {
    const error = ended.reason
    // With a code of another class the server itself said that it rolled back, as a deferred check does.
    throw codeOf(error) !== '' && !isConnectionLost(error) ? error : new CommitUnknown(error)
  }
  if (ended.value.command === 'COMMIT') return
  throw before.find((one) => one.status === 'rejected')?.reason ?? new RolledBack()
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

async function once<T, A extends Timed>(
  pool: pg.Pool,
  pulse: Pulse,
  fn: (tx: Tx, now: number, along: A) => Promise<T>,
  ask: Along<A>,
): Promise<T> {
  const { client, driver, tx, ending, along } = await beginOnLiving(pool, pulse, ask)
  let isFit = false
  try {
    const result = await fn(tx, along.now.getTime(), along)
    await Promise.all(ending.beside)
    await driver.finish()
    await commit(client, driver, ending)
    isFit = true
    return result
  } catch (error) {
    await driver.finish()
    const isSpoiled = error instanceof CommitUnknown || isConnectionLost(error) || isStalePlan(error)
    isFit = !isSpoiled && (await rollback(client))
    throw error
  } finally {
    client.release(!isFit)
  }
}

/** For tools that wait rather than give up. */
const noPulse: Pulse = { isAlive: () => true, unlessLost: (work) => work, stop: async () => {} }

export function makeTransactor(pool: pg.Pool, pulse = noPulse): Transactor {
  return async <T, A extends Timed = Timed>(
    fn: (tx: Tx, now: number, along: A) => Promise<T>,
    along?: Along<A>,
  ): Promise<T> => {
    // without one, `fn` knows of no answer but the time
    const ask = along ?? (askTime as Along<Timed> as Along<A>)
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, pulse, fn, ask)
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      }
    }
  }
}
