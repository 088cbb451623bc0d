/** Payouts as their services have them: brought to a state, tried, and looked at again, one call at a time. */
import { randomUUID } from 'node:crypto'
import { lockPayout, type PayoutRow } from '#server/repositories/payments.ts'
import type { AppSettings, Ctx } from '#server/services/context.ts'
import {
  beginPayout,
  endPayout,
  type Rails,
  type StartedAttempt,
} from '#server/services/money/send-payout.ts'
import { type TestApp, testSettings } from './app.ts'
import { bringTo, offerServices, type Pair, type Person, take } from './people.ts'
import { type RecordingRail, refusedOut } from './rails.ts'
import { waitSet } from './waits.ts'

type Answer = Parameters<typeof endPayout>[2]['answer']
export interface ReleasedPayout {
  readonly pair: Pair
  readonly id: string
}

/** Each message that a program of somebody's is sent, whatever it is about. */
export async function listenFor(app: TestApp, { id }: Person): Promise<() => Promise<string[]>> {
  const endpoint = randomUUID()
  await app.db.ownerPool.query(
    `with made as (insert into app (id, owner_id, name, mode) values ($1, $2, 'Shop', 'test'))
     insert into webhook_endpoint (id, app_id, url, types, secret_sealed) values ($1, $1, 'https://shop.example', '{*}', '')`,
    [endpoint, id],
  )
  return async () => {
    const { rows } = await app.db.ownerPool.query(
      `select type || ' ' || (body::json->'data'->>'amount_paise') as line from webhook_message
        where endpoint_id = $1 and (type like 'payout.%' or type like 'payment.%') order by id`,
      [endpoint],
    )
    return rows.map(({ line }) => line)
  }
}

/** Work of Rs 20,000 that its payer has released, for which Rs 19,000 are owed. */
export async function releasedPayout(app: TestApp): Promise<ReleasedPayout> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  const { rows } = await app.db.ownerPool.query('select id from payout where deal_id = $1', [pair.formPk])
  return { pair, id: rows[0].id }
}

export function payoutCalls(app: TestApp, rail: RecordingRail) {
  const { query } = app
  const rails = new Map([[rail.name, rail]]) as unknown as Rails
  const inTransaction = <T>(
    work: (ctx: Ctx) => Promise<T>,
    over: Partial<AppSettings> = {},
    laterMs = 0,
  ): Promise<T> =>
    app.db.runInTransaction((tx, now) =>
      work({ tx, now: now + laterMs, settings: { ...testSettings, ...over } }),
    )
  const withRow = <T>(
    id: string,
    work: (ctx: Ctx, row: PayoutRow) => Promise<T>,
    over: Partial<AppSettings> = {},
  ) =>
    inTransaction(async (ctx) => {
      const row = await lockPayout(ctx.tx, id)
      if (!row) throw new Error(`no payout ${id}`)
      return work(ctx, row)
    }, over)
  const begin = (id: string, over: Partial<AppSettings> = {}) =>
    withRow(id, (ctx, row) => beginPayout(ctx, rails, row), over)
  const end = (id: string, attempt: StartedAttempt, answer: Answer) =>
    withRow(id, (ctx, row) => endPayout(ctx, row, { attempt, answer }))
  /** One try with its answer. */
  async function tryWith(id: string, answer: Answer) {
    const attempt = await begin(id)
    if (!attempt) throw new Error(`payout ${id} has nothing to send`)
    return end(id, attempt, answer)
  }
  /** Whose first try was refused for certain. */
  async function failedPayout(): Promise<ReleasedPayout> {
    const payout = await releasedPayout(app)
    await tryWith(payout.id, refusedOut('closed', 'never'))
    return payout
  }
  const rowOf = async (id: string): Promise<PayoutRow> =>
    (await query('select * from payout where id = $1', [id]))[0]
  /** Seconds until it is due again. */
  const waitOf = async (id: string): Promise<number> => {
    const [row] = await query(
      'select extract(epoch from next_try_at - clock_timestamp()) as s from payout where id = $1',
      [id],
    )
    return waitSet(Number(row.s))
  }
  const attemptsOf = (id: string) =>
    query('select n, outcome, detail, generation from payout_attempt where payout_id = $1 order by n', [id])
  /** What one person was told of it. */
  const toldOf = async (id: string, who: { id: number }): Promise<string[]> =>
    (
      await query(
        `select key from notification where user_id = $1 and key like 'payout:' || $2 || ':%' order by id`,
        [...[who.id, id]],
      )
    ).map(({ key }) => key.split(':')[2])
  const ofRows = { rowOf, waitOf, attemptsOf, toldOf }
  return { query, rails, inTransaction, withRow, begin, end, tryWith, failedPayout, ...ofRows }
}
