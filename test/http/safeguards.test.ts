// What the server stands on gives way: money does not move, reads go on, and everybody is told.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DealListItem } from '#core/contract/deals.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { readsOf } from '#server/db/transaction.ts'
import { startLedgerAudit } from '#server/jobs/audit.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { quietLog } from '#server/log.ts'
import { alarms, clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { auditBooks } from '#server/services/money/audit-books.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { asSuperuser } from '#test/support/ledger.ts'
import { bringTo, look, offerShopping, type Pair, take, teammate } from '#test/support/people.ts'

const app = useApp({}, 'test')
let pair: Pair
beforeEach(async () => {
  pair = await offerShopping(app)
})
afterEach(() => {
  for (const { cause } of alarms()) clearAlarm(cause)
})

const parts = () => ({
  runInTransaction: app.db.runInTransaction,
  reads: readsOf(app.db.runInTransaction),
  settings: testSettings,
  log: quietLog,
})
const act = (action: string, token = pair.payer.token, body: unknown = {}) =>
  app.call('POST', `/api/deals/${pair.formPk}/${action}`, { token, body })
const overdue = () =>
  app.db.ownerPool.query('update deal set due_at = product_now() where id = $1', [pair.formPk])

async function tamper(by: number): Promise<void> {
  await asSuperuser(app.db, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`update ledger_account set balance = balance + $2 where code = $1`, [
      `hold:${pair.formPk}`,
      by,
    ])
  })
}

describe('books that do not add up', () => {
  test('close money and nothing else, until they do', async () => {
    await bringTo(app, pair, 'delivered')
    const mediator = await teammate(app)
    expect(await auditBooks(parts())).toBe(true)
    await tamper(100)
    expect(await auditBooks(parts())).toBe(false)
    const refused = await act('release')
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('delivered')
    const { body } = await app.call('GET', '/api/admin/overview', { token: mediator.token })
    expect(body.books).toMatchObject({ sound: false })
    expect(body.books.problems.join()).toContain(`account hold:${pair.formPk}`)
    expect((await app.call('GET', '/metrics')).body).toMatch(/^amanat_audit_problems [1-9]/m)

    await tamper(-100)
    expect(await auditBooks(parts())).toBe(true)
    expect((await act('release')).body.status).toBe('released')
    expect(await app.verify()).toEqual([])
  })

  test.each(['ledger_unverified', 'ledger_invalid', 'disk_full'] as const)(
    '%s: no pay-in is opened, none is taken',
    async (cause) => {
      await take(app, pair.payee, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
      const { body: due } = await act('pay')
      raiseAlarm(cause, 'for the test')
      expect((await act('pay')).status).toBe(503)
      expect((await app.call('POST', `/api/sandbox/payments/${due.id}/succeed`)).status).toBe(503)
      clearAlarm(cause)
      expect((await app.call('POST', `/api/sandbox/payments/${due.id}/succeed`)).status).toBe(200)
      expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
    },
  )
})

test('other people’s money that is missing: nobody is asked to pay until it is there, refunds go on', async () => {
  const post = (id: string, accounts: string[], amounts: number[]) =>
    app.db.ownerPool.query(`select post($1, 'bank_charges', null, null, $2::text[], $3::bigint[])`, [
      ...[id, accounts, amounts],
    ])
  const paidBefore = await offerShopping(app)
  await bringTo(app, paidBefore, 'funded')
  await take(app, pair.payee, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
  expect(await auditBooks(parts())).toBe(true)
  expect(alarms()).toEqual([])
  // the books are sound, and say that a charge was paid from a deal's money; what the State owes us is not there yet
  await post(
    'charge',
    ['gateway:sandbox', 'expense:bank_charges', 'tax:gst_input'],
    [500_00, -400_00, -100_00],
  )
  await post('own', ['gateway:sandbox', 'owner'], [-300_00, 300_00])
  expect(await auditBooks(parts())).toBe(true)
  expect(alarms()).toEqual([
    { cause: 'shortfall', words: expect.stringMatching(/^₹200(\.00)? of other people's money/) },
  ])
  expect((await act('pay')).status).toBe(503)
  // nobody loses their deal by what nobody can do: a day is left, and the page says why there is nothing to pay
  const due = async () => Date.parse((await look(app, pair.payer, pair.formPk)).due_at ?? '')
  const setDue = (left: string) =>
    app.db.ownerPool.query(`update deal set due_at = now() + $2::interval where id = $1`, [pair.formPk, left])
  await setDue('1 minute')
  await auditBooks(parts())
  expect(await due()).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
  await setDue('2 days')
  const later = await due()
  await auditBooks(parts())
  expect(await due()).toBe(later)
  expect(await look(app, pair.payer, pair.formPk)).toMatchObject({
    status: 'agreed',
    payments_paused: true,
    ...{ to_pay: null, payment: null, whose_move: [], lapse: null },
  })
  const list = () => app.call('GET', '/api/deals/', { token: pair.payer.token })
  const inList = async () => (await list()).body.find(({ form_pk }: DealListItem) => form_pk === pair.formPk)
  expect(await inList()).toMatchObject({ status: 'agreed', whose_move: [] })
  expect((await take(app, paidBefore.payee, paidBefore.formPk, 'cancel')).status).toBe('refunded')
  await app.runJobs()
  expect(await app.db.ownerPool.query('select status from payout').then(({ rows }) => rows)).toEqual([
    { status: 'paid' },
  ])
  await post('more', ['gateway:sandbox', 'owner'], [-200_00, 200_00])
  await auditBooks(parts())
  expect(alarms()).toEqual([])
  expect((await act('pay')).status).toBe(200)
  const again = await look(app, pair.payer, pair.formPk)
  expect(again).not.toHaveProperty('payments_paused')
  expect(again.payment).not.toBe(null)
})

test.each([
  ['ledger_unverified', 503],
  ['ledger_invalid', 503],
  ['disk_full', 503],
  // deadlines wait, money that is paid is taken
  ['clock_jumped', 200],
  ['standby_missing', 200],
  ['shortfall', 200],
] as const)(
  '/readyz while %s is raised: %i, so that a balancer sends payments elsewhere',
  async (cause, status) => {
    const isReady = async () => (await app.call('GET', '/readyz')).status
    expect(await isReady()).toBe(200)
    raiseAlarm(cause, 'for the test')
    expect(await isReady()).toBe(status)
    expect((await app.call('GET', '/healthz')).status).toBe(200)
    clearAlarm(cause)
    expect(await isReady()).toBe(200)
  },
)

test('a first audit that fails is tried again soon, and then less and less often', async () => {
  vi.useFakeTimers()
  let tries = 0
  const runInTransaction = (() => {
    tries += 1
    return Promise.reject(new Error('for the test'))
  }) as RunInTransaction
  const audits = startLedgerAudit({ runInTransaction, reads: readsOf(runInTransaction), log: quietLog })
  try {
    const perTry: number[] = []
    for (const ms of [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      await vi.advanceTimersByTimeAsync(ms)
      perTry.push(tries)
    }
    // the two halves of verify() side by side
    expect(perTry).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect((await app.call('GET', '/readyz')).status).toBe(503)
  } finally {
    vi.useRealTimers()
    await audits.stop()
  }
})

describe('a clock that jumped', () => {
  test('ends no complaint window, by itself or by an action', async () => {
    await bringTo(app, pair, 'delivered')
    await overdue()
    raiseAlarm('clock_jumped', 'for the test')
    expect(await applyAllDueLapses(parts())).toBe(0)
    expect((await act('release')).status).toBe(503)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('delivered')
    clearAlarm('clock_jumped')
    expect(await applyAllDueLapses(parts())).toBe(1)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('released')
  })
})

test('a deal that cannot lapse is set aside, and the others lapse', async () => {
  // a minute later: what other files of this process have set aside within the last one is not counted
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  await bringTo(app, pair, 'delivered')
  await overdue()
  const other = await offerShopping(app)
  await bringTo(app, other, 'delivered')
  await app.db.ownerPool.query(
    `update deal set due_event = 'nonsense', due_at = product_now() where id = $1`,
    [other.formPk],
  )
  expect(await applyAllDueLapses(parts())).toBe(1)
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('released')
  expect((await app.call('GET', '/metrics')).body).toMatch(/^amanat_deadlines_aside 1$/m)
})

test('the metrics tell of money, deadlines, jobs and routes, and of nobody', async () => {
  await bringTo(app, pair, 'funded')
  const { body, headers } = await app.call<string>('GET', '/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/^amanat_ledger_imbalance_paise 0$/m)
  expect(body).toMatch(/^amanat_deals_open\{status="funded"\} 1$/m)
  expect(body).toMatch(/^amanat_deadline_lag_seconds 0$/m)
  expect(body).toMatch(/^amanat_seal_lag_seconds \d/m)
  expect(body).toMatch(/^amanat_database_bytes [1-9]\d{6}/m)
  expect(body).toMatch(/^amanat_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m)
  expect(body).toMatch(/^amanat_alarm\{cause="standby_missing"\} 0$/m)
  expect(body).not.toMatch(/^amanat_sync_standbys /m)
  expect(body).toMatch(/^amanat_queue_rows\{queue="email"\} [1-9]/m)
  expect(body).toMatch(/^amanat_queue_rows\{queue="payout"\} 0$/m)
  expect(body).toMatch(/^amanat_queue_oldest_due_seconds\{queue="email"\} \d/m)
  expect(body).toMatch(/^amanat_queue_dead\{queue="payout"\} 0$/m)
  expect(body).toMatch(/route="\/api\/deals\/:form_pk\/:action"/)
  for (const secret of [pair.formPk, pair.payer.phone, pair.payee.email]) expect(body).not.toContain(secret)
})

test('deletes what has expired', async () => {
  await app.call('POST', `/api/deals/${pair.formPk}/decline`, {
    token: pair.payee.token,
    headers: { 'idempotency-key': 'a key' },
  })
  const owner = app.db.ownerPool
  await owner.query(`update idempotency set created_at = now() - interval '25 hours'`)
  await owner.query(`update session set expires_at = now() - interval '1 second' where user_id = $1`, [
    pair.payer.id,
  ])
  const link = `insert into linked_account_link (freeze_hash, user_id, freeze_expires_at) values ($1, $2, now() - $3::interval)`
  for (const [byte, age] of [
    [1, '25 hours'],
    [2, '23 hours'],
  ] as const)
    await owner.query(link, [Buffer.alloc(32, byte), pair.payer.id, age])
  expect(await cleanUp(parts())).toMatchObject({ idempotency: 1, session: 1, linked_account_link: 1 })
})

test('notices and copies of mails are kept as long as the privacy policy says', async () => {
  const owner = app.db.ownerPool
  // one more day and both would be too old; what is not sent yet stays, however old
  await bringTo(app, pair, 'agreed')
  await app.runJobs()
  await owner.query(`update notification set at = now() - interval '364 days'`)
  await owner.query(`update email set sent_at = now() - interval '179 days'`)
  await owner.query(`update notification set at = now() - interval '366 days' where user_id = $1`, [
    pair.payee.id,
  ])
  await owner.query(`update email set sent_at = now() - interval '181 days' where user_id = $1`, [
    pair.payee.id,
  ])
  await owner.query(`update email set sent_at = null, at = now() - interval '2 years' where user_id = $1`, [
    pair.payer.id,
  ])
  const old = async (table: 'notification' | 'email') =>
    (await owner.query(`select from ${table} where user_id = $1`, [pair.payee.id])).rowCount ?? 0
  const [notification, email] = [await old('notification'), await old('email')]
  expect([notification, email]).not.toContain(0)
  expect(await cleanUp(parts())).toMatchObject({ notification, email })
  expect([await old('notification'), await old('email')]).toEqual([0, 0])
  expect(
    (await owner.query('select from email where user_id = $1', [pair.payer.id])).rowCount,
  ).toBeGreaterThan(0)
})
