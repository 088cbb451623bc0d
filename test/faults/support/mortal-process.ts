/**
 * A process that is killed at one of its awaits, as kill -9 does it: its connections are cut, whatever it had asked for may
 * have been done, and nothing of it runs on.
 */
import type pg from 'pg'
import { openPool } from '#server/db/pool.ts'
import { createTransactionRunner, type RunInTransaction } from '#server/db/transaction.ts'
import type { Rail } from '#server/rails/rail.ts'
import { testLog } from '#test/support/logs.ts'

type Query = (...args: unknown[]) => unknown
type Answered = (error: Error | undefined, result?: unknown) => void
const isSubmittable = (query: unknown): query is { callback: Answered } =>
  typeof query === 'object' && query !== null && 'submit' in query
const never = (): Promise<never> => new Promise(() => {})

export class MortalProcess {
  /** Moments so far at which it could have died: before and after each statement, call and answer. */
  points = 0
  isDead = false
  readonly runInTransaction: RunInTransaction
  readonly #diesAt: number
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  #bury = (): void => {}
  readonly #death = new Promise<void>((resolve) => {
    this.#bury = resolve
  })

  /** `diesAt`: which of its awaits is the last; -1 for one that lives. */
  constructor(url: string, diesAt: number) {
    this.#diesAt = diesAt
    this.#pool = openPool({ url, log: testLog, max: 4 })
    // a cut connection is no news
    this.#pool.on('error', () => {})
    this.runInTransaction = createTransactionRunner({
      connect: this.#connect,
      options: this.#pool.options,
    } as unknown as pg.Pool)
  }

  /** Until the work is done, or the process is dead. */
  async run(work: () => Promise<unknown>): Promise<void> {
    await Promise.race([work(), this.#death])
  }

  async end(): Promise<void> {
    if (!this.isDead) await this.#pool.end()
  }

  /** The verbs of a rail that move money or ask about it, as this process calls them. */
  calls(rail: Rail): Rail {
    const step = async <T>(call: (() => Promise<T>) | undefined): Promise<T> => {
      if (this.#isOver()) return never()
      const answer = await call?.()
      return this.#isOver() ? never() : (answer as T)
    }
    return Object.assign(Object.create(rail) as Rail, {
      send: (order: Parameters<NonNullable<Rail['send']>>[0]) => step(() => rail.send?.(order) as never),
      findOut: (order: Parameters<NonNullable<Rail['findOut']>>[0]) =>
        step(() => rail.findOut?.(order) as never),
    })
  }

  #isOver(): boolean {
    if (this.points++ === this.#diesAt) this.#die()
    return this.isDead
  }

  #die(): void {
    this.isDead = true
    for (const client of this.#clients)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    this.#bury()
  }

  #connect = async (): Promise<pg.PoolClient> => {
    if (this.isDead) return never()
    const client = await this.#pool.connect()
    client.on('error', () => {})
    this.#clients.add(client)
    const query = client.query.bind(client) as Query
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return (...args: unknown[]) => this.#ask(query, args)
        if (name === 'release')
          return (isBroken?: boolean) => (this.isDead ? undefined : target.release(isBroken))
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  #ask(query: Query, args: unknown[]): unknown {
    const [submittable] = args
    if (this.#isOver()) return isSubmittable(submittable) ? submittable : never()
    if (!isSubmittable(submittable))
      return (query(...args) as Promise<unknown>).then(
        (result) => (this.#isOver() ? never() : result),
        (error) => (this.isDead ? never() : Promise.reject(error)),
      )
    const { callback } = submittable
    submittable.callback = (error, result) => {
      if (this.isDead || this.#isOver()) return
      callback(error, result)
    }
    return query(submittable)
  }
}
