/**
 * A connection that each of our processes holds to the cluster for as long as it lives. It ends at once when PostgreSQL
 * dies, and its shared advisory lock shows whether another process still needs the cluster.
 */
import pg from 'pg'

/** Any constant: only processes of this program use the cluster's `postgres` database. */
const IN_USE = 0x616d6e74

export class ClusterLease {
  readonly #client: pg.Client
  #isClosing = false
  #onLost: () => void = () => {}

  private constructor(client: pg.Client) {
    this.#client = client
    client.on('error', () => {})
    client.on('end', () => {
      if (!this.#isClosing) this.#onLost()
    })
  }

  /** Throws while the cluster does not accept connections. */
  static async open(sockets: string): Promise<ClusterLease> {
    const client = new pg.Client({
      host: sockets,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      application_name: 'amanat lease',
      connectionTimeoutMillis: 2_000,
    })
    const lease = new ClusterLease(client)
    try {
      await client.connect()
      await client.query('set lock_timeout = 2000')
      await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
      return lease
    } catch (error) {
      await lease.close().catch(() => {})
      throw error
    }
  }

  onLost(callback: () => void): void {
    this.#onLost = callback
  }

  /** Creates the application's role and database, unless another process was first. */
  async ensureDatabase(name: string): Promise<void> {
    const existing = await this.#client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount) return
    await this.#runIgnoring(['42710', '23505'], `create role ${name} login createrole`)
    await this.#runIgnoring(['42P04', '23505'], `create database ${name} owner ${name}`)
  }

  async #runIgnoring(codes: string[], text: string): Promise<void> {
    try {
      await this.#client.query(text)
    } catch (error) {
      if (!codes.includes((error as pg.DatabaseError).code ?? '')) throw error
    }
  }

  /** Gives up the lease. True when no other process holds one; nobody can then join before the cluster is stopped. */
  async releaseIfLast(): Promise<boolean> {
    await this.#client.query('select pg_advisory_unlock_shared($1)', [IN_USE])
    const { rows } = await this.#client.query('select pg_try_advisory_lock($1) as last', [IN_USE])
    return rows[0]?.last === true
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#client.end()
  }
}
