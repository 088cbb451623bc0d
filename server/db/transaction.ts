/** One transaction: begin, the work, commit. The only way to write to the database. */
import {
  type Compilable,
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import { CommitUnknown, isConnectionLost, isRetryable, isStalePlan } from './errors.ts'
import { type DatabaseHealth, DatabaseUnavailableError } from './health-check.ts'
import { prepare } from './prepare.ts'
import { PRODUCT_TIME } from './product-time.ts'
import type { Database } from './tables.ts'
import { type AccessMode, type PlanMode, TransactionDriver } from './transaction-driver.ts'

/** A query builder bound to one open transaction; useless once that has ended. */
export interface Tx extends Kysely<Database> {
  /** Work whose result nobody needs: it runs beside the statements that follow. The commit waits for it, and fails with it. */
  waitUntil(work: Promise<unknown>): void
  /** A last statement that leaves in one message with the commit. */
  beforeCommit(query: Compilable | CompiledQuery): void
  /** Called once the commit is confirmed. Only for signals: a process that dies in between never makes the call. */
  afterCommit(signal: () => void): void
}

/** What reads alone may have of a transaction: it may be one on a replica, which takes no write. */
export type ReadTx = Pick<Tx, 'selectFrom' | 'getExecutor' | 'fn'>

/** A transaction for reads alone, whose work may run twice. */
export type RunReads = <T>(read: (tx: ReadTx, now: number) => Promise<T>) => Promise<T>

/** Reads of what may be a little old: on the replica of READ_URL while it serves and is not too far behind. */
export interface Reads {
  /** Where there is none, in `own`, which is open anyway. */
  beside<T>(own: ReadTx, read: (tx: ReadTx) => Promise<T>): Promise<T>
  alone: RunReads
}

/** Without a replica. */
export const readsOf = (runInTransaction: RunInTransaction): Reads => ({
  beside: (own, read) => read(own),
  alone: (read) => runInTransaction(read),
})

export interface TransactionStart {
  /** The product clock's, as of the beginning. */
  readonly now: Date
}

/** The work of a transaction. `now` is the product clock's. */
type TransactionWork<T, P extends TransactionStart> = (tx: Tx, now: number, preamble: P) => Promise<T>

/** Statements that travel in one message with BEGIN, the product clock's time among them; `fn` gets their result. */
interface TransactionOptions<P extends TransactionStart> {
  readonly preamble: (tx: Tx) => Promise<P>
  /**
   * The preamble is one statement and all of the work, and `fn` is called after it is committed. Only for a statement that
   * may run twice: it does when the connection is lost before its answer.
   */
  readonly isWhole?: boolean
  /** `generic` for work on rows that are named by their keys; lists and searches have plans for their values. */
  readonly plans?: PlanMode
}

/**
 * READ COMMITTED; commits when `fn` returns and rolls back when it throws.
 * `fn` may run again when PostgreSQL chose this transaction to give way: its effects belong in `tx` alone.
 * Statements that are issued side by side (`Promise.all`) travel together and run in the order they were issued.
 */
export type RunInTransaction = <T, P extends TransactionStart = TransactionStart>(
  fn: TransactionWork<T, P>,
  options?: TransactionOptions<P>,
) => Promise<T>

const ATTEMPTS = 4
/** More than a pool has connections. Each may have a plan from before a migration, and goes with it. */
const STALE_PLANS = 100

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** What has to happen before the transaction ends. */
interface PendingWork {
  readonly promises: Promise<unknown>[]
  readonly lastQueries: CompiledQuery[]
  readonly signals: (() => void)[]
}

/** To the driver at once: the way of Kysely's own is six promises longer, for a pool and for plugins. */
class TransactionExecutor extends DefaultQueryExecutor {
  readonly #driver: TransactionDriver

  constructor(driver: TransactionDriver) {
    super(compiler, adapter, { provideConnection: (work) => work(driver) })
    this.#driver = driver
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.executeQuery(query)
  }
}

function createTx(driver: TransactionDriver, { promises, lastQueries, signals }: PendingWork): Tx {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
  const executor = new TransactionExecutor(driver)
  const queries = new Kysely<Database>({ config: { dialect }, dialect, driver, executor })
  return Object.assign(queries, {
    waitUntil: (work: Promise<unknown>) => {
      // Awaited before the commit. The no-op catch prevents an unhandled rejection until then.
      work.catch(() => {})
      promises.push(work)
    },
    beforeCommit: (query: Compilable | CompiledQuery) =>
      void lastQueries.push('compile' in query ? query.compile() : query),
    afterCommit: (signal: () => void) => void signals.push(signal),
  })
}

const selectTime = prepare(
  (_tx: Tx, _none: object) => sql<TransactionStart>`select ${PRODUCT_TIME} as now from product_clock`,
)

async function readTime(tx: Tx): Promise<TransactionStart> {
  const { rows } = await selectTime(tx, {})
  return rows[0] as TransactionStart
}

/** Options for work on one row, whose first statement is known before it begins: it leaves in the message of BEGIN. */
export const beginWith = <T>(read: (tx: Tx) => Promise<T>) => ({
  plans: 'generic' as const,
  preamble: async (tx: Tx): Promise<TransactionStart & { readonly first: T }> => {
    const [{ now }, first] = await Promise.all([readTime(tx), read(tx)])
    return { now, first }
  },
})

type Preamble<P> = (tx: Tx) => Promise<P>

interface OpenTransaction<P> {
  readonly client: pg.PoolClient
  readonly driver: TransactionDriver
  readonly tx: Tx
  readonly pending: PendingWork
  readonly preamble: P
}

interface Connections {
  readonly pool: pg.Pool
  readonly health: DatabaseHealth
  readonly mode?: AccessMode
}

/** Connections that were idle while PostgreSQL restarted fail at BEGIN. Nothing has run yet, so the next one is tried. */
async function begin<P extends TransactionStart>(
  { pool, health, mode }: Connections,
  { preamble, isWhole = false, plans }: TransactionOptions<P>,
): Promise<OpenTransaction<P>> {
  for (let left = pool.options.max; ; left--) {
    const client = await borrowClient({ pool, health })
    const driver = new TransactionDriver(client, mode, plans)
    const pending: PendingWork = { promises: [], lastQueries: [], signals: [] }
    const tx = createTx(driver, pending)
    try {
      const start = isWhole ? driver.runWhole(() => preamble(tx)) : driver.begin(() => preamble(tx))
      const result = await health.unlessLost(start)
      return { client, driver, tx, pending, preamble: result }
    } catch (error) {
      client.release(true)
      if (left === 0 || error instanceof DatabaseUnavailableError || !isConnectionLost(error)) throw error
    }
  }
}

async function borrowClient({ pool, health }: Connections): Promise<pg.PoolClient> {
  const connection = pool.connect()
  try {
    return await health.unlessLost(connection)
  } catch (error) {
    // The pool may still hand one over, which nobody waits for any more: it would be lost to the pool for ever.
    connection.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  }
}

async function attempt<T, P extends TransactionStart>(
  connections: Connections,
  fn: TransactionWork<T, P>,
  options: TransactionOptions<P>,
): Promise<T> {
  const { client, driver, tx, pending, ...start } = await begin(connections, options)
  let isReusable = options.isWhole === true
  try {
    const result = await fn(tx, start.preamble.now.getTime(), start.preamble)
    if (options.isWhole) return result
    // what was begun beside the work may itself begin more
    while (pending.promises.length > 0) await Promise.all(pending.promises.splice(0))
    await driver.finish()
    await driver.commit(pending.lastQueries)
    isReusable = true
    for (const signal of pending.signals) signal()
    return result
  } catch (error) {
    if (options.isWhole) throw error
    await driver.finish()
    const isBroken = error instanceof CommitUnknown || isConnectionLost(error) || isStalePlan(error)
    isReusable = !isBroken && (await driver.rollback())
    throw error
  } finally {
    client.release(!isReusable)
  }
}

/** For tools that wait rather than give up. */
const noHealthCheck: DatabaseHealth = {
  isAlive: () => true,
  unlessLost: (work) => work,
  stop: async () => {},
}

export function createTransactionRunner(
  pool: pg.Pool,
  health = noHealthCheck,
  mode?: AccessMode,
): RunInTransaction {
  return async <T, P extends TransactionStart = TransactionStart>(
    fn: TransactionWork<T, P>,
    options?: TransactionOptions<P>,
  ): Promise<T> => {
    // Without options P is TransactionStart, which the compiler cannot conclude.
    const preamble = options?.preamble ?? (readTime as Preamble<TransactionStart> as Preamble<P>)
    let [tries, stalePlans] = [0, 0]
    for (;;) {
      try {
        return await attempt({ pool, health, mode }, fn, { ...options, preamble })
      } catch (error) {
        if (isStalePlan(error)) stalePlans += 1
        else tries += 1
        if (tries === ATTEMPTS || stalePlans === STALE_PLANS || !isRetryable(error)) throw error
      }
    }
  }
}
