// Whether the database is there, felt on a connection of its own. A host that vanished refuses nothing and answers
// nothing, so without this a request would wait for it until the network gives up, minutes later.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/** Together below a second: that is how long a request may hang on a database that has gone. */
const EVERY_MS = 250
const ANSWER_MS = 600
/** Connections that were in use are cut after this, or they would hold the pool after the database is back. */
const CUT_MS = 5_000

export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  /** connection failure, as PostgreSQL's own codes have it */
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

export interface Pulse {
  isAlive(): boolean
  /** Does what it is given, unless the database goes away meanwhile; throws DatabaseAway then. */
  unlessLost<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

const cut = (client: pg.ClientBase): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** After a stall of this process itself the answer may be there, unread: so the loop turns once before it is late. */
function lateness(ms: number): { promise: Promise<'late'>; stop: () => void } {
  const stopped = new AbortController()
  const promise = sleep(ms, undefined, { signal: stopped.signal })
    .then(() => setImmediate())
    .then(
      () => 'late' as const,
      () => 'late' as const,
    )
  return { promise, stop: () => stopped.abort() }
}

class Heart implements Pulse {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #waiting = new Set<() => void>()
  readonly #inUse = new Set<pg.PoolClient>()
  #client: pg.Client | null = null
  #lostAt: number | null = null
  #isStopped = false
  #beating: Promise<void>

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool
    this.#log = log
    pool.on('acquire', (client) => this.#inUse.add(client))
    pool.on('release', (_error, client) => this.#inUse.delete(client))
    pool.on('remove', (client) => this.#inUse.delete(client))
    this.#beating = this.#beat()
  }

  isAlive = (): boolean => this.#lostAt === null

  unlessLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = (): void => reject(new DatabaseAway())
      this.#waiting.add(lost)
      work.then(resolve, reject).finally(() => this.#waiting.delete(lost))
      if (this.#lostAt !== null) lost()
    })
  }

  async #beat(): Promise<void> {
    while (!this.#isStopped) {
      let answer = await this.#ask()
      // One connection that ends is not the database's end: it is asked for another before we say so.
      if (answer === 'failed') answer = await this.#ask()
      if (answer === 'alive') this.#found()
      else this.#lose()
      await sleep(EVERY_MS)
    }
  }

  async #ask(): Promise<'alive' | 'failed' | 'late'> {
    const late = lateness(ANSWER_MS)
    const asked = this.#query().then(
      () => 'alive' as const,
      () => 'failed' as const,
    )
    const answer = await Promise.race([asked, late.promise])
    late.stop()
    if (answer !== 'alive') this.#drop()
    return answer
  }

  async #query(): Promise<void> {
    if (this.#client === null) {
      const client = new pg.Client({ ...this.#pool.options, connectionTimeoutMillis: ANSWER_MS })
      client.on('error', () => {})
      this.#client = client
      await client.connect()
    }
    // A table of ours: it is there, and it is migrated.
    await this.#client.query('select from product_clock')
  }

  #drop(): void {
    if (this.#client) cut(this.#client)
    this.#client = null
  }

  #found(): void {
    if (this.#lostAt === null || this.#isStopped) return
    this.#lostAt = null
    this.#log.warn('the database answers again')
  }

  #lose(): void {
    if (this.#isStopped) return
    const now = performance.now()
    if (this.#lostAt === null) {
      this.#lostAt = now
      this.#log.warn('the database does not answer')
    }
    for (const tell of this.#waiting) tell()
    this.#waiting.clear()
    if (now - this.#lostAt > CUT_MS) for (const client of this.#inUse) cut(client)
  }

  stop = async (): Promise<void> => {
    this.#isStopped = true
    await this.#beating
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }
}

export const feelPulse = (pool: pg.Pool, log: Log): Pulse => new Heart(pool, log)
