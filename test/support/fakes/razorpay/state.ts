/** What the pretended Razorpay remembers: entities in the form of the documents, in memory. */

import type { FakeCall } from '#test/support/fakes/fake-provider.ts'

export type FakeRoute = [
  method: string,
  path: RegExp,
  handler: (call: FakeCall, id: string, part: string) => unknown,
]

export interface FakeEntity {
  readonly id: string
  readonly entity: string
  readonly created_at: number
  // biome-ignore lint/suspicious/noExplicitAny: the fields of the documents, in every shape
  [field: string]: any
}

/** In the order in which they sort: a later id is the greater one, however many there were. */
const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
let count = 0

/** As long as theirs, and unlike each other. */
function fakeId(prefix: string): string {
  count += 1
  let rest = count
  let id = ''
  while (id.length < 14) {
    id = LETTERS[rest % LETTERS.length] + id
    rest = Math.floor(rest / LETTERS.length)
  }
  return `${prefix}_${id}`
}

/** What their API answers to a request that it does not take. */
export class FakeRefusal extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, description: string, reason = 'input_validation_failed') {
    super(description)
    this.status = status
    this.reason = reason
  }
  get body() {
    return {
      error: {
        code: this.status === 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
        description: this.message,
        ...{ source: 'business', step: 'payment_initiation', reason: this.reason, metadata: {} },
      },
    }
  }
}

export function requireThat(condition: unknown, description: string): asserts condition {
  if (!condition) throw new FakeRefusal(400, description)
}

export interface FakeEvent {
  readonly event: string
  readonly body: string
}

export class FakeState {
  readonly entities = new Map<string, FakeEntity>()
  /** Webhooks that were not delivered yet, in the order in which they came about. */
  readonly events: FakeEvent[] = []
  /** Answers by idempotency key. */
  readonly answers = new Map<string, { readonly request: string; readonly id: string }>()
  /** In paise, of the account of payouts. */
  balance = Number.MAX_SAFE_INTEGER
  /** How many of the next transfers to payees fail. */
  failing = 0
  /** What happens is told to nobody. */
  drops = false
  now = (): number => Math.floor(Date.now() / 1_000)

  add(prefix: string, entity: string, fields: Record<string, unknown>): FakeEntity {
    const row = { id: fakeId(prefix), entity, ...fields, created_at: this.now() }
    this.entities.set(row.id, row)
    return row
  }

  find(id: string, entity: string): FakeEntity {
    const row = this.entities.get(id)
    requireThat(row?.entity === entity, 'The id provided does not exist')
    return row
  }

  list(entity: string, matches: (row: FakeEntity) => boolean): { count: number; items: FakeEntity[] } {
    const items = [...this.entities.values()].filter((row) => row.entity === entity && matches(row))
    return { ...{ entity: 'collection' }, count: items.length, items: items.reverse() }
  }

  /** The same key and body: the first answer. `otherBody`: what their page says of another body. */
  once(key: string, request: unknown, otherBody: number, work: () => FakeEntity): FakeEntity {
    const text = JSON.stringify(request)
    const before = this.answers.get(key)
    if (before && before.request !== text)
      throw new FakeRefusal(
        otherBody,
        'Different request with the same idempotency key has already been processed.',
      )
    if (before) return this.entities.get(before.id) as FakeEntity
    const row = work()
    this.answers.set(key, { request: text, id: row.id })
    return row
  }

  tell(event: string, entities: Record<string, FakeEntity>): void {
    const payload = Object.fromEntries(
      Object.entries(entities).map(([name, entity]) => [name, { entity: { ...entity } }]),
    )
    this.#push(event, 'acc_Fake0000000001', payload)
  }

  /** Of a payee's account: with what it wants beside the entity, as its page has it. */
  tellOfProduct(event: string, entity: { readonly merchant_id: string }, data: unknown): void {
    this.#push(event, entity.merchant_id, { merchant_product: { entity, data } })
  }

  #push(event: string, account_id: string, payload: Record<string, unknown>): void {
    if (this.drops) return
    const body = { entity: 'event', account_id, event, contains: Object.keys(payload), payload }
    this.events.push({ event, body: JSON.stringify({ ...body, created_at: this.now() }) })
  }
}
