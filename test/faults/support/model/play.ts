/** What the parts of one seed's walk share: its dice, its time, its deals, and the way to the services. */
import { Refusal } from '#core/errors.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { type Random, seeded } from '#test/faults/support/fault.ts'
import { testSettings } from '#test/support/app.ts'
import type { FreshDatabase } from '#test/support/database.ts'
import type { Books } from './books.ts'
import type { ModelDeal } from './deal.ts'
import type { ModelPeople, Person } from './people.ts'

export interface Counts {
  /** `state action` by how often it was tried. */
  readonly cells: Map<string, number>
  done: number
  refused: number
}

export interface Given {
  readonly db: FreshDatabase
  readonly books: Books
  readonly coupons: readonly string[]
  readonly counts: Counts
}

export class Play {
  readonly db: FreshDatabase
  readonly books: Books
  readonly coupons: readonly string[]
  readonly counts: Counts
  readonly seed: number
  readonly random: Random
  readonly people: ModelPeople
  readonly deals: ModelDeal[] = []
  /** How often something was tried in each state. */
  readonly visits = new Map<string, number>()
  readonly #tried = new Map<string, number>()
  now = Date.parse('2026-11-20T12:00:00+05:30')
  #serial = 0

  constructor({ db, books, coupons, counts }: Given, people: ModelPeople, seed: number) {
    this.db = db
    this.books = books
    this.coupons = coupons
    this.counts = counts
    this.people = people
    this.seed = seed
    this.random = seeded(seed)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T
  }

  /** A name that nothing else has. */
  newName(): string {
    this.#serial += 1
    return `m${this.seed}-${this.#serial}`
  }

  async ctx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T | Refusal> {
    const { now } = this
    try {
      return await this.db.runInTransaction((tx) => work({ tx, now, settings: testSettings }))
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  as<T>(user: Person, work: (ctx: UserCtx) => Promise<T>): Promise<T | Refusal> {
    return this.ctx((ctx) => work({ ...ctx, user }))
  }

  /** What a service answered beside what the oracle said: null for done, else the refusal's code. */
  agree(what: string, answer: unknown, wanted: string | null): void {
    const refusal = answer instanceof Refusal ? answer.code : null
    if (refusal === null) this.counts.done += 1
    else this.counts.refused += 1
    if (refusal !== wanted)
      throw new Error(`${what}: ${refusal ?? 'done'}, and the oracle says ${wanted ?? 'done'}`)
  }

  count({ status }: ModelDeal, action: string): void {
    const key = `${status} ${action}`
    this.counts.cells.set(key, (this.counts.cells.get(key) ?? 0) + 1)
    this.#tried.set(key, (this.#tried.get(key) ?? 0) + 1)
    this.visits.set(status, (this.visits.get(status) ?? 0) + 1)
  }

  /** By this seed alone: what others did must not change what one does. */
  readonly triedIn = (status: string, action: string): number => this.#tried.get(`${status} ${action}`) ?? 0
}
