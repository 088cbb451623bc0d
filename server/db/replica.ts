/**
 * The replica of READ_URL, for reads of what may be a little old. It is asked twice a second how far it is; one that is away,
 * too far behind or no standby is left alone, and the primary serves. Nothing here may stop a start or a payment.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import { isRetryable, isUnavailable } from './errors.ts'
import { type DatabaseHealth, DatabaseUnavailableError, destroyConnection } from './health-check.ts'
import { openPool } from './pool.ts'
import { positionOf, ReplicaLag } from './replica-lag.ts'
import { createTransactionRunner, type Reads, type RunInTransaction, readsOf } from './transaction.ts'

export interface Replica {
  readonly reads: Reads
  /** How old what it shows is, as far as is known. */
  lagMs(): number
  /** Whether reads go to it now. */
  isUsed(): boolean
  stop(): Promise<void>
}

interface ReplicaOptions {
  readonly url: string
  /** Of the primary: asked for its log position. */
  readonly primaryPool: pg.Pool
  readonly runInTransaction: RunInTransaction
  readonly maxLagMs: number
  readonly log: Log
}

const ASK_EVERY_MS = 500
const ANSWER_TIMEOUT_MS = 1_000
/** Fewer than for requests: what goes there is for few people, or waits. */
const CONNECTIONS = 4

class ReplicaWatch implements DatabaseHealth {
  readonly #lag = new ReplicaLag(performance.now())
  readonly #options: ReplicaOptions
  readonly #inUse = new Set<pg.PoolClient>()
  readonly #waiting = new Set<() => void>()
  readonly #rounds: Promise<void>
  #client: pg.Client | null = null
  #answers = false
  #isTold = false
  #isStopped = false

  constructor(pool: pg.Pool, options: ReplicaOptions) {
    this.#options = options
    pool.on('acquire', (client) => this.#inUse.add(client))
    pool.on('release', (_error, client) => this.#inUse.delete(client))
    pool.on('remove', (client) => this.#inUse.delete(client))
    this.#rounds = this.#watch()
  }

  lagMs = (): number => this.#lag.lagMs(performance.now())

  isAlive = (): boolean => this.#answers && this.lagMs() <= this.#options.maxLagMs

  unlessLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onLost = (): void => reject(new DatabaseUnavailableError())
      this.#waiting.add(onLost)
      work.then(resolve, reject).finally(() => this.#waiting.delete(onLost))
      if (!this.isAlive()) onLost()
    })
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      const problem = await this.#ask().catch((error: Error) => {
        this.#drop()
        return error.message
      })
      this.#answers = problem === null
      if (!this.isAlive()) this.#giveUp()
      this.#tell(problem)
      await sleep(ASK_EVERY_MS)
    }
  }

  /** The primary first: what the replica answers after that is compared with it. Null: it answers. */
  async #ask(): Promise<string | null> {
    const { primaryPool } = this.#options
    const at = performance.now()
    const { rows } = await primaryPool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    if (rows[0]) this.#lag.note(at, positionOf(rows[0].lsn))
    const client = await this.#connect()
    const played = await client.query<{ lsn: string | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
    )
    const lsn = played.rows[0]?.lsn
    if (!lsn) return 'it is no standby'
    this.#lag.reach(positionOf(lsn))
    return null
  }

  async #connect(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({
      ...{ connectionString: this.#options.url, application_name: 'amanat replica check' },
      ...{ connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS },
    })
    client.on('error', () => {})
    this.#client = client
    await client.connect()
    return client
  }

  #drop(): void {
    if (this.#client) destroyConnection(this.#client)
    this.#client = null
  }

  /** Reads under way are asked at the primary instead; connections in which they hang are not used again. */
  #giveUp(): void {
    for (const reject of this.#waiting) reject()
    this.#waiting.clear()
    if (!this.#answers) for (const client of this.#inUse) destroyConnection(client)
  }

  /** One line when it is left alone and one when it is used again. */
  #tell(problem: string | null): void {
    const isAlive = this.isAlive()
    if (isAlive === !this.#isTold || this.#isStopped) return
    this.#isTold = !isAlive
    const { log } = this.#options
    const reason = problem ?? `${Math.round(this.lagMs() / 1_000)} s behind`
    if (isAlive) log.info('the replica is used')
    else log.warn({ reason }, 'the replica is not used: its reads go to the primary')
  }

  stop = async (): Promise<void> => {
    this.#isStopped = true
    await this.#rounds
    await this.#client?.end().catch(() => {})
  }
}

/** The replica was lost, was too far behind, or had to cancel the read to keep up with the primary. */
const mayBeAskedElsewhere = (error: unknown): boolean => isUnavailable(error) || isRetryable(error)

export function openReplica(options: ReplicaOptions): Replica {
  const { url, log, runInTransaction } = options
  const pool = openPool({ url, log, max: CONNECTIONS, settings: 'statements' })
  const watch = new ReplicaWatch(pool, options)
  const onReplica = createTransactionRunner(pool, watch, 'read only')
  const onPrimary = readsOf(runInTransaction)
  const reads: Reads = {
    async alone(read) {
      if (!watch.isAlive()) return onPrimary.alone(read)
      try {
        return await watch.unlessLost(onReplica((tx, now) => read(tx, now)))
      } catch (error) {
        if (!mayBeAskedElsewhere(error)) throw error
        return onPrimary.alone(read)
      }
    },
    async beside(own, read) {
      if (!watch.isAlive()) return read(own)
      try {
        return await watch.unlessLost(onReplica((tx) => read(tx)))
      } catch (error) {
        if (!mayBeAskedElsewhere(error)) throw error
        return read(own)
      }
    },
  }
  const stop = async () => {
    await watch.stop()
    await pool.end()
  }
  return { reads, lagMs: watch.lagMs, isUsed: watch.isAlive, stop }
}
