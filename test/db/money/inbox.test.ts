/** What providers report: stored once, applied once, tried again after a fault, given up at last, and emptied in the end. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#core/errors.ts'
import type { Reading } from '#server/rails/rail.ts'
import { forgetReports } from '#server/services/money/forget-reports.ts'
import {
  applyReport,
  claimReports,
  listInbox,
  lockReport,
  postponeReport,
  replayReport,
  storeReport,
} from '#server/services/money/inbox.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Person, teammate } from '#test/support/people.ts'
import { waitSet } from '#test/support/waits.ts'

const app = useApp()
let admin: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
})
const { query } = app
const inTransaction = <T>(
  work: (ctx: { tx: never; now: number; settings: typeof testSettings }) => Promise<T>,
) => app.db.runInTransaction((tx, now) => work({ tx: tx as never, now, settings: testSettings }))
const paid = (over: object): Extract<Reading, { is: 'facts' }> => ({
  ...{ is: 'facts', eventId: randomUUID() },
  facts: [
    {
      ...{
        kind: 'paid',
        paymentId: randomUUID(),
        orderId: null,
        reference: null,
        amountPaise: 100,
        source: null,
      },
      ...over,
    },
  ],
})
const store = (reading: Parameters<typeof storeReport>[2]['reading'], raw = '{"b": 1,  "a": [2]}') =>
  storeReport(app.db.runInTransaction, 'sandbox', { reading, raw: Buffer.from(raw) })
const rowOf = async (id: number | null) => (await query('select * from webhook_event where id = $1', [id]))[0]
const waitOf = async (id: number | null) =>
  waitSet(
    Number(
      (
        await query(
          'select extract(epoch from next_try_at - clock_timestamp()) as s from webhook_event where id = $1',
          [id],
        )
      )[0].s,
    ),
  )

describe('a report', () => {
  it('is stored as it came, and as what it says', async () => {
    const reading = paid({})
    const row = await rowOf(await store(reading))
    expect(row).toMatchObject({
      ...{
        provider: 'sandbox',
        event_id: reading.eventId,
        state: 'new',
        facts: reading.facts,
        body: { a: [2], b: 1 },
      },
    })
    expect(row.raw.toString()).toBe('{"b": 1,  "a": [2]}')
  })
  it('that means nothing to us is stored, and is no work', async () => {
    const reading = { is: 'ignored', eventId: randomUUID(), type: 'x' } as const
    expect(await store(reading)).toBeNull()
    const [row] = await query('select state, facts from webhook_event where event_id = $1', [reading.eventId])
    expect(row).toEqual({ state: 'ignored', facts: null })
  })
  it('told twice is the same while it is to be worked on, and nothing once that is done', async () => {
    const reading = paid({})
    const id = await store(reading)
    expect(id).not.toBeNull()
    expect(await store(reading)).toBe(id)
    await query(`update webhook_event set state = 'applied', applied_at = now() where id = $1`, [id])
    expect(await store(reading)).toBeNull()
  })
  it('is applied once', async () => {
    const pair = await agreedGoods(app)
    const { reference } = await dueOf(app, pair)
    const id = await store(paid({ reference, amountPaise: 150_000 }))
    await query(`update webhook_event set problem = 'before' where id = $1`, [id])
    for (let n = 0; n < 2; n += 1)
      await inTransaction(async (ctx) => applyReport(ctx, await lockReport(ctx.tx, id ?? 0)))
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    expect(await rowOf(id)).toMatchObject({ state: 'applied', problem: null, applied_at: expect.any(Date) })
    await inTransaction((ctx) => applyReport(ctx, undefined))
  })
  it('that was given up is not applied', async () => {
    const id = await store(paid({}))
    await query(`update webhook_event set state = 'failed' where id = $1`, [id])
    await inTransaction(async (ctx) => applyReport(ctx, await lockReport(ctx.tx, id ?? 0)))
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
  })
  it('without facts is done', async () => {
    const id = await store(paid({}))
    const row = { ...(await rowOf(id)), facts: null }
    await inTransaction((ctx) => applyReport(ctx, row))
    expect(await rowOf(id)).toMatchObject({ state: 'applied' })
  })
})

describe('after a fault', () => {
  const postponed = async (tries: number, error: Error) => {
    const id = await store(paid({}))
    await inTransaction((ctx) => postponeReport(ctx, { id: id ?? 0, tries }, error))
    const { state, problem } = await rowOf(id)
    return { state, problem, wait: state === 'new' ? await waitOf(id) : null }
  }
  it.each([
    [0, 5],
    [1, 10],
    [9, 2_560],
    [10, 3_600],
    [19, 3_600],
  ])('of the report at try %i it waits %i s', async (tries, wait) => {
    const row = await postponed(tries, new Error('e'.repeat(301)))
    expect(row).toMatchObject({ state: 'new', problem: 'e'.repeat(300) })
    expect(Math.abs((row.wait ?? 0) - wait)).toBeLessThanOrEqual(1)
  })
  it('at its twentieth try it is given up, with the reason', async () =>
    expect(await postponed(20, new Error('no deal'))).toEqual({
      state: 'failed',
      problem: 'no deal',
      wait: null,
    }))
  it.each([
    ['a database that gives way', Object.assign(new Error('x'), { code: '40001' })],
    ['a database that is away', Object.assign(new Error('x'), { code: '57P01' })],
    ['money that is stopped', new Refusal('unavailable')],
  ])('that is not its own, %s, it waits a minute however often', async (_name, error) => {
    const { state, wait } = await postponed(99, error)
    expect([state, wait]).toEqual(['new', 60])
  })
  it('that is another refusal it is given up as any', async () =>
    expect((await postponed(20, new Refusal('conflict'))).state).toBe('failed'))
})

describe('the team', () => {
  const replay = (id: number) => actingAs(app, admin, (ctx) => replayReport(ctx, id))
  it('sends what was given up to the job again, from the beginning', async () => {
    const id = (await store(paid({}))) ?? 0
    await query(
      `update webhook_event set state = 'failed', tries = 20, problem = 'no deal', next_try_at = now() + interval '1 day' where id = $1`,
      [id],
    )
    expect(await replay(id)).toEqual({ id, state: 'new' })
    expect(await rowOf(id)).toMatchObject({ state: 'new', tries: 0 })
    expect(await auditOf(app, id)).toEqual([
      {
        ...{ action: 'report_replayed', actor_id: admin.id, subject_type: 'report', after: null },
        before: { tries: 20, problem: 'no deal' },
      },
    ])
    const claimed = await inTransaction(({ tx }) => claimReports(tx, 99))
    expect(claimed.map((row) => row.id)).toContain(id)
  })
  it('changes nothing of any other, and finds none that is not there', async () => {
    const id = (await store(paid({}))) ?? 0
    await query(`update webhook_event set state = 'applied', applied_at = now() where id = $1`, [id])
    expect(await replay(id)).toEqual({ id, state: 'applied' })
    expect(await auditOf(app, id)).toEqual([])
    await expect(replay(-1)).rejects.toMatchObject({ code: 'not_found' })
  })
  it('sees them newest first, by page and by state', async () => {
    const list = (state?: 'new' | 'applied') =>
      actingAs(app, admin, (ctx) => listInbox(ctx, { page: 1, page_size: 2, state }))
    const { rows, total } = await list()
    expect(rows).toHaveLength(2)
    expect(total).toBeGreaterThan(2)
    expect(rows[0]?.id).toBeGreaterThan(rows[1]?.id ?? 0)
    expect(rows[0]?.at).toMatch(/\+05:30$/)
    const applied = await list('applied')
    expect(applied.rows.map(({ state }) => state)).toEqual(['applied', 'applied'])
    expect(applied.rows[0]?.applied_at).toMatch(/\+05:30$/)
    expect((await list('new')).rows[0]?.applied_at).toBeNull()
  })
})

it('what no bank can ask about any more is emptied, and counted', async () => {
  const id = await store(paid({}))
  await query(
    `update webhook_event set state = 'applied', applied_at = now(), at = now() - interval '5 years' where id = $1`,
    [id],
  )
  expect(await forgetReports(app.db.runInTransaction)).toBe(1)
  expect(await forgetReports(app.db.runInTransaction)).toBe(0)
})
