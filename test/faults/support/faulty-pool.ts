/** A pool whose n-th statement from now goes wrong, in one of the ways that PostgreSQL and networks have. */
import type pg from 'pg'

/** An error of this class at the statement, its backend ended before it, or its answer lost after it was done. */
export type Wrong = '40001' | '40P01' | '57P01' | 'ended' | 'unanswered'
export const WRONGS: readonly Wrong[] = ['40001', '40P01', '57P01', 'ended', 'unanswered']

const raise = (code: string): string =>
  `do $$ begin raise exception 'injected' using errcode = '${code}'; end $$`

type Answered = (error: Error | undefined, result?: unknown) => void

/** A query object of pg's, which answers through its callback: `client.query` returns it at once. */
const isSubmittable = (query: unknown): query is { callback: Answered } =>
  typeof query === 'object' && query !== null && 'submit' in query

/** The answer as a promise, for a query object too. */
function send(client: pg.PoolClient, args: unknown[]): Promise<unknown> {
  const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
  const [submittable] = args
  if (!isSubmittable(submittable)) return query(...args)
  return new Promise((resolve, reject) => {
    submittable.callback = (error, result) => (error ? reject(error) : resolve(result))
    query(submittable)
  })
}

export class FaultyPool {
  /** Statements since the last `arm`. */
  count = 0
  #at = -1
  #wrong: Wrong = 'ended'
  readonly #pool: pg.Pool
  readonly #killer: pg.Pool

  constructor(pool: pg.Pool, killer: pg.Pool) {
    this.#pool = pool
    this.#killer = killer
  }

  /** -1 lets everything through, and counts. */
  arm(at: number, wrong: Wrong = 'ended'): void {
    this.count = 0
    this.#at = at
    this.#wrong = wrong
  }

  get hasFired(): boolean {
    return this.#at >= 0 && this.count > this.#at
  }

  get options() {
    return this.#pool.options
  }

  connect = async (): Promise<pg.PoolClient> => {
    const client = await this.#pool.connect()
    // what is asked behind a statement that goes wrong stays behind it
    let wrong: Promise<unknown> | null = null
    const answer = (ask: () => Promise<unknown>): Promise<unknown> => {
      const isTurn = this.count++ === this.#at
      if (!isTurn) return wrong ? wrong.then(ask) : ask()
      const gone = this.#goWrong(client, ask)
      wrong = gone.catch(() => {})
      return gone
    }
    const query = (...args: unknown[]): unknown => {
      const [submittable] = args
      if (!isSubmittable(submittable)) return answer(() => send(client, args))
      const { callback } = submittable
      answer(() => send(client, args)).then((result) => callback(undefined, result), callback)
      return submittable
    }
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  async #goWrong(client: pg.PoolClient, ask: () => Promise<unknown>): Promise<unknown> {
    if (this.#wrong === 'ended') {
      await this.#end(client)
      return ask()
    }
    if (this.#wrong === 'unanswered') {
      await ask()
      await this.#end(client)
      throw new Error('Connection terminated unexpectedly')
    }
    return client.query(raise(this.#wrong))
  }

  async #end(client: pg.PoolClient): Promise<void> {
    const { processID } = client as unknown as { processID: number }
    await this.#killer.query('select pg_terminate_backend($1, 5000)', [processID])
  }
}
