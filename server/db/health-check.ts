/**
 * Whether the database answers, asked on a connection of its own. A host that vanished neither refuses nor answers:
 * without this check a request would wait until the network gives up, minutes later.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#server/log.ts'
import { DatabaseClient } from './client.ts'

/** Together below a second: a request hangs no longer than that when the database vanishes. */
const CHECK_EVERY_MS = 250
const ANSWER_TIMEOUT_MS = 600
/** Connections in use are destroyed after this: otherwise they fill the pool even when the database is back. */
const DESTROY_IN_USE_AFTER_MS = 5_000

export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  /** connection failure, as PostgreSQL's own codes have it */
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

export interface DatabaseHealth {
  isAlive(): boolean
  /** Rejects with DatabaseUnavailableError as soon as the database is lost, without waiting for `work` to fail. */
  unlessLost<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

type CheckResult = 'alive' | 'failed' | 'late'

/** The socket itself: `end()` would wait for an answer that does not come. */
export const destroyConnection = (client: pg.ClientBase): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** After a stall of this process the answer may have arrived unread: one more turn of the event loop lets it in. */
function startTimeout(ms: number): { promise: Promise<'late'>; cancel: () => void } {
  const cancelled = new AbortController()
  const promise = sleep(ms, undefined, { signal: cancelled.signal })
    .then(() => setImmediate())
    .then(
      () => 'late' as const,
      () => 'late' as const,
    )
  return { promise, cancel: () => cancelled.abort() }
}

class HealthCheck implements DatabaseHealth {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #timeoutMs: number
  readonly #waiting = new Set<() => void>()
  readonly #inUse = new Set<pg.PoolClient>()
  #client: pg.Client | null = null
  #lostAt: number | null = null
  #isStopped = false
  readonly #checks: Promise<void>

  constructor(pool: pg.Pool, log: Log, timeoutMs: number) {
    this.#pool = pool
    this.#log = log
    this.#timeoutMs = timeoutMs
    pool.on('acquire', (client) => this.#inUse.add(client))
    pool.on('release', (_error, client) => this.#inUse.delete(client))
    pool.on('remove', (client) => this.#inUse.delete(client))
    this.#checks = this.#checkUntilStopped()
  }

  isAlive = (): boolean => this.#lostAt === null

  unlessLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onLost = (): void => reject(new DatabaseUnavailableError())
      this.#waiting.add(onLost)
      work.then(resolve, reject).finally(() => this.#waiting.delete(onLost))
      if (this.#lostAt !== null) onLost()
    })
  }

  async #checkUntilStopped(): Promise<void> {
    while (!this.#isStopped) {
      let result = await this.#check()
      // A single connection that ended is not an outage: a new one is tried first.
      if (result === 'failed') result = await this.#check()
      if (result === 'alive') this.#onAlive()
      else this.#onLost()
      await sleep(CHECK_EVERY_MS)
    }
  }

  async #check(): Promise<CheckResult> {
    const timeout = startTimeout(this.#timeoutMs)
    const query = this.#query().then(
      () => 'alive' as const,
      () => 'failed' as const,
    )
    const result = await Promise.race([query, timeout.promise])
    timeout.cancel()
    if (result !== 'alive') this.#dropClient()
    return result
  }

  async #query(): Promise<void> {
    if (this.#client === null) {
      const client = new DatabaseClient({ ...this.#pool.options, connectionTimeoutMillis: this.#timeoutMs })
      client.on('error', () => {})
      this.#client = client
      await client.connect()
    }
    // One of our tables, so that an empty or restored database counts as lost until it is migrated. A standby answers
    // too, and takes no write.
    const { rowCount } = await this.#client.query('select from product_clock where not pg_is_in_recovery()')
    if (rowCount === 0) throw new DatabaseUnavailableError()
  }

  #dropClient(): void {
    if (this.#client) destroyConnection(this.#client)
    this.#client = null
  }

  #onAlive(): void {
    if (this.#lostAt === null || this.#isStopped) return
    this.#lostAt = null
    this.#log.warn('database connection restored')
  }

  #onLost(): void {
    if (this.#isStopped) return
    const now = performance.now()
    if (this.#lostAt === null) {
      this.#lostAt = now
      this.#log.warn('database connection lost: requests are refused until it answers')
    }
    for (const reject of this.#waiting) reject()
    this.#waiting.clear()
    if (now - this.#lostAt > DESTROY_IN_USE_AFTER_MS)
      for (const client of this.#inUse) destroyConnection(client)
  }

  stop = async (): Promise<void> => {
    this.#isStopped = true
    await this.#checks
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }
}

export const startHealthCheck = (pool: pg.Pool, log: Log, timeoutMs = ANSWER_TIMEOUT_MS): DatabaseHealth =>
  new HealthCheck(pool, log, timeoutMs)
