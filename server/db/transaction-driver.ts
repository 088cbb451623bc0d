/** Kysely over one pooled client inside one transaction: statements run in the order they were issued, none after its end. */
import { setImmediate } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import { CommitUnknown, codeOf, isAborted, isConnectionLost, RolledBack } from './errors.ts'
import { runNamed } from './named-query.ts'
import { noteCommit } from './open-commits.ts'

/** A server that takes no writes any more refuses it, before anything old is read from it. */
const BEGIN = {
  'read write': 'begin isolation level read committed read write',
  'read only': 'begin isolation level read committed read only',
} as const
export type AccessMode = keyof typeof BEGIN

/**
 * `generic`: each named statement has one plan for whatever values. Left to itself, PostgreSQL compares estimates of
 * different times once a table was analysed, and may plan a long statement at every run (docs/decisions/046).
 */
export type PlanMode = 'auto' | 'generic'
const GENERIC_PLANS = 'set local plan_cache_mode = force_generic_plan'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * PostgreSQL keeps a plan for each named statement of each connection. The limit keeps generated texts, such as lists
 * of any length, from filling its memory.
 */
const MAX_STATEMENT_NAMES = 400
const statementNames = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_STATEMENT_NAMES) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

export class TransactionDriver implements Driver, DatabaseConnection {
  readonly #client: pg.ClientBase
  readonly #running = new Set<Promise<unknown>>()
  #hasEnded = false
  #failure: unknown
  #isWhole = false

  readonly #opening: readonly string[]

  constructor(client: pg.ClientBase, mode: AccessMode = 'read write', plans: PlanMode = 'auto') {
    this.#client = client
    this.#opening = plans === 'generic' ? [BEGIN[mode], GENERIC_PLANS] : [BEGIN[mode]]
  }

  /** BEGIN and the statements of `preamble`, in one round trip. */
  async begin<P>(preamble: () => Promise<P>): Promise<P> {
    const opened = Promise.all(this.#opening.map((text) => this.#send(text, [])))
    const [result] = await Promise.all([preamble(), opened])
    return result
  }

  /** One statement, which PostgreSQL commits by itself: BEGIN and COMMIT around it would cost as much again. */
  async runWhole<P>(statement: () => Promise<P>): Promise<P> {
    this.#isWhole = true
    const answered = noteCommit()
    try {
      return await statement()
    } finally {
      answered()
    }
  }

  /** Waits for the statements that are still running; from now on new ones are refused. */
  async finish(): Promise<void> {
    this.#hasEnded = true
    await Promise.allSettled(this.#running)
  }

  /** COMMIT, in the same message as the statements of `last` before it. */
  async commit(last: readonly CompiledQuery[]): Promise<void> {
    const queries = last.map((query) => this.#run(query))
    const answered = noteCommit()
    const [commit, ...results] = await Promise.allSettled([this.#send('commit', []), ...queries])
    answered()
    const failed = results.find((result) => result.status === 'rejected')?.reason
    if (commit.status === 'rejected') {
      const error = commit.reason
      if (isAborted(error)) throw failed ?? error
      // An error code of another class means that the server itself rolled back, as a deferred check does.
      throw codeOf(error) !== '' && !isConnectionLost(error) ? error : new CommitUnknown(error)
    }
    if (commit.value.command === 'COMMIT') return
    throw failed ?? new RolledBack()
  }

  /** Whether the client is fit for another transaction. */
  async rollback(): Promise<boolean> {
    try {
      await this.#client.query('rollback')
      return true
    } catch {
      return false
    }
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // On a pooled client a late statement would join the next transaction of that client.
    if (this.#hasEnded) return Promise.reject(new Error('this transaction has ended'))
    const run = this.#run<R>(query)
    this.#running.add(run)
    if (this.#isWhole) this.#hasEnded = true
    const settled = (): void => void this.#running.delete(run)
    run.then(settled, settled)
    return run
  }

  #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = statementName(text)
    return name ? runNamed(this.#client, { name, text, values }) : this.#client.query({ text, values })
  }

  async #run<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#send(text, [...parameters]).catch((error) => this.#fail(error))
    const { command, rowCount, rows } = result
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /**
   * Statements pipelined behind a failed one fail with "transaction is aborted", and their callers may be served first.
   * All of them get the first failure, which is the one that decides whether the transaction runs again.
   */
  async #fail(error: unknown): Promise<never> {
    if (!isAborted(error)) this.#failure ??= error
    else await setImmediate()
    throw this.#failure ?? error
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface requires it
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
