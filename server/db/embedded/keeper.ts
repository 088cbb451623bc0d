// One connection that each of our processes keeps to the cluster for as long as it lives. It says at once
// when PostgreSQL dies, and its shared lock tells whether another process still needs the cluster.
import pg from 'pg'

/** Any constant; only processes of this program meet in the cluster's `postgres` database. */
const IN_USE = 0x616d6e74

export class Keeper {
  readonly #client: pg.Client
  #expected = false
  #onLost: () => void = () => {}

  private constructor(client: pg.Client) {
    this.#client = client
    client.on('error', () => {})
    client.on('end', () => {
      if (!this.#expected) this.#onLost()
    })
  }

  /** Throws while the cluster is not (yet, or any longer) open to us. */
  static async open(sockets: string): Promise<Keeper> {
    const client = new pg.Client({
      host: sockets,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      application_name: 'amanat keeper',
      connectionTimeoutMillis: 2_000,
    })
    const keeper = new Keeper(client)
    try {
      await client.connect()
      await client.query('set lock_timeout = 2000')
      await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
      return keeper
    } catch (error) {
      await keeper.close().catch(() => {})
      throw error
    }
  }

  whenLost(callback: () => void): void {
    this.#onLost = callback
  }

  /** The application's role and database; created on the first start, by whichever process is first. */
  async ensureDatabase(name: string): Promise<void> {
    const found = await this.#client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await this.#ignoring(['42710', '23505'], `create role ${name} login createrole`)
    await this.#ignoring(['42P04', '23505'], `create database ${name} owner ${name}`)
  }

  async #ignoring(codes: string[], text: string): Promise<void> {
    try {
      await this.#client.query(text)
    } catch (error) {
      if (!codes.includes((error as pg.DatabaseError).code ?? '')) throw error
    }
  }

  /** True when no other process holds the cluster; nobody can then join before it is stopped. */
  async isLast(): Promise<boolean> {
    await this.#client.query('select pg_advisory_unlock_shared($1)', [IN_USE])
    const { rows } = await this.#client.query('select pg_try_advisory_lock($1) as last', [IN_USE])
    return rows[0]?.last === true
  }

  async close(): Promise<void> {
    this.#expected = true
    await this.#client.end()
  }
}
