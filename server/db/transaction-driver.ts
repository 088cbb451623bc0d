// Kysely over one client inside an open transaction: statements one after another, none after its end.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export class TransactionDriver implements Driver, DatabaseConnection {
  readonly #client: pg.ClientBase
  #last: Promise<unknown> = Promise.resolve()
  #hasEnded = false

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Waits for what is still running, and lets nothing more through. */
  async finish(): Promise<void> {
    this.#hasEnded = true
    await this.#last
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // On a pooled client a late statement would join whatever transaction has the client next.
    if (this.#hasEnded) return Promise.reject(new Error('this transaction has ended'))
    const run = this.#last.then(() => this.#run<R>(query))
    this.#last = run.catch(() => {})
    return run
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(query.sql, [...query.parameters])
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('a transaction does not stream')
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('already inside a transaction'))
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
}
