// Kysely over one client inside an open transaction: statements in the order they were given, none after its end.
import { setImmediate } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import { isAborted } from './errors.ts'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL keeps a plan for each named statement of each connection; texts made from lists of any length have none. */
const MOST_NAMES = 400
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** What is asked in one turn of the event loop leaves in one write: a system call costs more than a statement. */
export function hold(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corked } })
    .connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
interface Corked {
  readonly writableCorked: number
  cork(): void
  uncork(): void
}

export class TransactionDriver implements Driver, DatabaseConnection {
  readonly #client: pg.ClientBase
  readonly #running = new Set<Promise<unknown>>()
  #hasEnded = false
  #failure: unknown

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Waits for what is still running, and lets nothing more through but what leaves with the commit. */
  async finish(): Promise<void> {
    this.#hasEnded = true
    await Promise.allSettled(this.#running)
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // On a pooled client a late statement would join whatever transaction has the client next.
    if (this.#hasEnded) return Promise.reject(new Error('this transaction has ended'))
    const run = this.run<R>(query)
    this.#running.add(run)
    const ended = (): void => void this.#running.delete(run)
    run.then(ended, ended)
    return run
  }

  /** Asked at once, whether the transaction has ended or not. */
  async run<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    hold(this.#client)
    const asked = this.#client.query({ name: nameOf(text), text, values: [...parameters] })
    const { command, rowCount, rows } = await asked.catch((error) => this.#fail(error))
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** What is asked behind a statement that failed fails too, and its caller may hear of it first: all are told why. */
  async #fail(error: unknown): Promise<never> {
    if (!isAborted(error)) this.#failure ??= error
    else await setImmediate()
    throw this.#failure ?? error
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
