/** What a provider holds of a deal, with a provider that answers what a test has told it to. */
import type { HeldTransfer, Holds } from '#server/rails/holds.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import type { ProviderHoldRow, ProviderHoldStepRow } from '#server/repositories/provider-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { advanceHold } from '#server/services/money/advance-hold.ts'
import type { Rails } from '#server/services/money/send-payout.ts'
import { type TestApp, testSettings, useApp } from './app.ts'
import { bringTo, offerServices, type Pair } from './people.ts'
import { waitSet } from './waits.ts'

type Call = 'findOfOrder' | 'findOfPayment' | 'find' | 'reverse' | 'transfer'
type Answer = RailAnswer<unknown> | (() => Promise<RailAnswer<unknown>>)

/** Of Rs 20,000 the commission is 5 %. */
export const HELD_PAISE = 1_900_000
export const ACCOUNT = 'acc_1'

export const transferOf = (over: Partial<HeldTransfer> = {}): HeldTransfer => ({
  ...{ id: 'trf_1', accountId: ACCOUNT, amountPaise: HELD_PAISE, reversedPaise: 0, state: 'made' },
  ...{ isOnHold: true, isSettled: false },
  ...over,
})
export const answered = <T>(facts: T): RailAnswer<T> => ({ is: 'done', facts })

/** Answers in the order that the test has written; what nobody expected is an error. */
class ScriptedHolds {
  readonly days = 120
  readonly calls: string[] = []
  readonly script: [Call, Answer][] = []
  #next(call: Call, ...args: readonly unknown[]): Promise<RailAnswer<unknown>> {
    this.calls.push([call, ...args].join(' '))
    const [expected, answer] = this.script.shift() ?? []
    if (expected !== call || !answer) throw new Error(`${call} was called in the place of ${expected}`)
    return typeof answer === 'function' ? answer() : Promise.resolve(answer)
  }
  findOfOrder = (id: string) => this.#next('findOfOrder', id)
  findOfPayment = (id: string) => this.#next('findOfPayment', id)
  find = (id: string) => this.#next('find', id)
  reverse = (id: string, paise: number) => this.#next('reverse', id, paise)
  transfer = (id: string, order: { accountId: string; amountPaise: number }) =>
    this.#next('transfer', id, order.accountId, order.amountPaise)
}

export interface HoldFixture {
  readonly pair: Pair
  readonly id: string
  readonly paymentId: string
}

type Query = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>

/** Of a deal whose money has come; what the provider was asked for is on its way. */
async function insertHeldDeal(app: TestApp, over: Partial<ProviderHoldRow>): Promise<HoldFixture> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'funded')
  const { rows } = await app.db.ownerPool.query(
    `update pay_in set provider_order_id = 'order-' || id where deal_id = $1 and purpose = 'amount'
      returning id, (select provider_payment_id from deposit where pay_in_id = pay_in.id) as payment_id`,
    [pair.formPk],
  )
  const { id, payment_id } = rows[0]
  const row = {
    ...{ id, deal_id: pair.formPk, user_id: pair.payee.id, provider: 'sandbox', account_id: ACCOUNT },
    ...{ amount_paise: HELD_PAISE, payment_id, created_at: new Date() },
    ...over,
  }
  const names = Object.keys(row)
  await app.db.ownerPool.query(
    `insert into provider_hold (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  )
  return { pair, id, paymentId: payment_id }
}

/** What became of a hold, as the tables have it. */
const viewsOf = (query: Query) => ({
  rowOf: async ({ id }: HoldFixture) =>
    (await query('select * from provider_hold where id = $1', [id]))[0] as unknown as ProviderHoldRow,
  /** Seconds until it is looked at again; null: not before something happens. */
  waitOf: async ({ id }: HoldFixture): Promise<number | null> => {
    const [row] = await query(
      'select extract(epoch from next_try_at - clock_timestamp()) as s from provider_hold where id = $1',
      [id],
    )
    return row?.s ? waitSet(Number(row.s)) : null
  },
  stepsOf: async ({ id }: HoldFixture) =>
    (await query('select * from provider_hold_step where hold_id = $1 order by n', [
      id,
    ])) as unknown as ProviderHoldStepRow[],
  /** What was booked of it, in the order of its calls. */
  postingsOf: async ({ id }: HoldFixture) => {
    const rows = await query(
      `select substr(t.id, length($1) + 16) || ' ' || t.kind || ' ' || -e.amount as line
         from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
        where t.id like 'provider_hold:' || $1 || ':%' and a.code = 'gateway:sandbox-hold' order by t.no`,
      [id],
    )
    return rows.map(({ line }) => line)
  },
  /** Of what somebody of the team was told of it. */
  toldOf: async ({ id }: HoldFixture, who: { id: number }) => {
    const rows = await query('select key from notification where user_id = $1 and key like $2 order by id', [
      ...[String(who.id), `%${id}%`],
    ])
    return rows.map(({ key }) => key?.split(':')[1])
  },
})

export function useProviderHolds() {
  const settings = { ...testSettings, custody: 'psp_hold' as const }
  const app = useApp({ settings })
  const holds = new ScriptedHolds()
  const rail = { name: 'sandbox', holds: holds as unknown as Holds }
  const rails = new Map([['sandbox', rail]]) as unknown as Rails
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  /** As the product's own; `laterMs` is by its clock. */
  const inTransaction =
    (laterMs = 0) =>
    <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
      app.db.runInTransaction((tx, now) => work({ tx, now: now + laterMs, settings }))
  async function advance({ id }: HoldFixture, script: [Call, Answer][], laterMs = 0): Promise<string[]> {
    holds.calls.length = 0
    holds.script.splice(0, holds.script.length, ...script)
    await advanceHold(inTransaction(laterMs), rails, { id, provider: 'sandbox' })
    if (holds.script.length > 0) throw new Error(`${holds.script[0]?.[0]} was not called`)
    return holds.calls
  }
  const heldDeal = (over: Partial<ProviderHoldRow> = {}) => insertHeldDeal(app, over)
  return { app, settings, query, heldDeal, inTransaction, advance, ...viewsOf(query) }
}
