/** Reports of providers: stored before anything is done with them, applied once, and given up in front of a person. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { inboxQueue } from '#server/jobs/inbox.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Pair, type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
})

const { query } = app
const report = (event: { event_id: string }, sign?: string) => {
  // blanks: what is kept is what was signed, and not the same written anew
  const payload = JSON.stringify(event, null, 2)
  const headers = {
    'content-type': 'application/json',
    [SIGNATURE]: sign ?? signature('test-secret', payload),
  }
  return app.call('POST', '/api/payments/webhooks/sandbox', { body: payload, headers })
}
const paid = (reference: string) => ({
  event_id: randomUUID(),
  type: 'payment.succeeded',
  payment: { id: randomUUID(), reference, amount_paise: 150_000, source: 'x@y' },
})
const storedOf = async ({ event_id }: { event_id: string }) =>
  (await query('select * from webhook_event where event_id = $1', [event_id]))[0]
const runInbox = async (): Promise<void> => {
  await query('update webhook_event set next_try_at = clock_timestamp()')
  await runBatch(inboxQueue({ runInTransaction: app.db.runInTransaction, settings: testSettings }), quietLog)
}
const replay = (id: number) => app.call('POST', `/api/admin/inbox/${id}/replay`, { token: admin.token })

async function payable(): Promise<Pair & { readonly reference: string }> {
  const pair = await agreedGoods(app)
  return { ...pair, reference: (await dueOf(app, pair)).reference }
}
const heldOf = async (pair: Pair): Promise<number> =>
  (await look(app, pair.payer, pair.formPk)).money.held_paise

test('is kept as it came, byte by byte, and applied at once', async () => {
  const pair = await payable()
  const event = paid(pair.reference)
  expect((await report(event)).status).toBe(200)
  const row = await storedOf(event)
  expect(row).toMatchObject({ provider: 'sandbox', state: 'applied', problem: null })
  expect(row.raw.toString()).toBe(JSON.stringify(event, null, 2))
  expect(await heldOf(pair)).toBe(150_000)
})

test('nothing is kept of what the provider has not signed', async () => {
  const event = paid('TD00000000')
  expect((await report(event, 'f'.repeat(64))).status).toBe(401)
  expect(await storedOf(event)).toBe(undefined)
})

test('while money is stopped it is stored and not sent away, and applied once when money goes again', async () => {
  const pair = await payable()
  const event = paid(pair.reference)
  raiseAlarm('ledger_invalid', 'for the test')
  try {
    expect((await report(event)).status).toBe(202)
    await runInbox()
  } finally {
    clearAlarm('ledger_invalid')
  }
  expect(await storedOf(event)).toMatchObject({ state: 'new', problem: 'unavailable' })
  expect(await heldOf(pair)).toBe(0)
  await Promise.all([runInbox(), report(event), report(event), runInbox()])
  expect(await storedOf(event)).toMatchObject({ state: 'applied', problem: null })
  expect(await heldOf(pair)).toBe(150_000)
  expect(await query('select kind from deposit where deal_id = $1', [pair.formPk])).toEqual([
    { kind: 'applied' },
  ])
  expect(await app.verify()).toEqual([])
})

test('a process that dies after storing it leaves it to the job of another', async () => {
  const pair = await payable()
  const event = paid(pair.reference)
  await report(event)
  // as if it had died between the two transactions of another payment
  const copy = { ...event, event_id: randomUUID(), payment: { ...event.payment, id: randomUUID() } }
  const facts = [
    {
      kind: 'paid',
      paymentId: copy.payment.id,
      reference: pair.reference,
      amountPaise: 150_000,
      source: null,
    },
  ]
  await query(
    `insert into webhook_event (provider, event_id, body, raw, facts, state) values ('sandbox', $1, '{}', '', $2, 'new')`,
    [copy.event_id, JSON.stringify(facts)],
  )
  await runInbox()
  await runInbox()
  expect(await storedOf(copy)).toMatchObject({ state: 'applied' })
  expect(await query('select kind from deposit where deal_id = $1 order by kind', [pair.formPk])).toEqual([
    { kind: 'applied' },
    { kind: 'double' },
  ])
  expect(await app.verify()).toEqual([])
})

test('one that cannot be applied is given up after its tries, and an Admin sends it through again', async () => {
  const pair = await payable()
  const event = paid(pair.reference)
  await query(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  )
  await query('create trigger broken before insert on deposit for each row execute function broken()')
  expect((await report(event)).status).toBe(202)
  const { id } = await storedOf(event)
  expect((await replay(id)).body).toEqual({ id, state: 'new' })
  await query('update webhook_event set tries = 18 where id = $1', [id])
  await runInbox()
  expect((await storedOf(event)).state).toBe('new')
  await runInbox()
  expect(await storedOf(event)).toMatchObject({ state: 'failed', tries: 20, problem: 'broken' })
  await runInbox()
  expect((await storedOf(event)).tries).toBe(20)
  const { body, headers } = await app.call('GET', '/api/admin/inbox?state=failed', { token: admin.token })
  expect([body, headers['x-total-count']]).toEqual([
    [
      {
        ...{
          id,
          provider: 'sandbox',
          event_id: event.event_id,
          state: 'failed',
          tries: 20,
          problem: 'broken',
        },
        ...{ at: expect.any(String), applied_at: null },
      },
    ],
    '1',
  ])
  expect((await app.call('GET', '/metrics')).body).toMatch(/amanat_queue_dead{queue="webhook_event"} 1/)
  await query('drop trigger broken on deposit')
  const replies = await Promise.all(Array.from({ length: 8 }, () => replay(id)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await runInbox()
  expect((await replay(id)).body).toEqual({ id, state: 'applied' })
  await runInbox()
  expect(await heldOf(pair)).toBe(150_000)
  const { rows } = { rows: await query(`select actor_id from audit_event where action = 'report_replayed'`) }
  expect(rows).toEqual([{ actor_id: admin.id }])
  expect(await app.verify()).toEqual([])
})

test('is emptied after 200 days, and told again it is still known', async () => {
  const [old, recent, waiting] = [await payable(), await payable(), await payable()]
  const events = [old, recent, waiting].map(({ reference }) => paid(reference))
  for (const event of events) expect((await report(event)).status).toBe(200)
  const age = (days: number, at: number, state = 'applied') =>
    query(`update webhook_event set at = now() - $1 * interval '1 day', state = $3 where event_id = $2`, [
      days,
      events[at]?.event_id,
      state,
    ])
  await age(201, 0)
  await age(199, 1)
  await age(900, 2, 'failed')
  await cleanUp({ runInTransaction: app.db.runInTransaction, log: quietLog })
  const bytes = await query(
    'select raw is null as gone, body from webhook_event where event_id = any($1) order by at desc',
    [events.map(({ event_id }) => event_id)],
  )
  expect(bytes.map(({ gone }) => gone)).toEqual([false, true, false])
  expect(bytes[1].body).toEqual({})
  const [first] = events
  if (first) expect((await report(first)).status).toBe(200)
  expect(await heldOf(old)).toBe(150_000)
  expect(await query('select * from deposit where deal_id = $1', [old.formPk])).toHaveLength(1)
  await expect(app.db.pool.query(`update webhook_event set raw = null`)).rejects.toThrow('permission denied')
})

test('may have 256 KB, and no more', async () => {
  const { reference } = await payable()
  const event = (size: number) => ({ ...paid(reference), more: 'x'.repeat(size) })
  expect((await report(event(200 * 1024))).status).toBe(200)
  expect((await report(event(257 * 1024))).status).toBe(413)
})
