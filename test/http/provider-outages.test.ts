/** A payment provider that answers nothing is left alone: no payout spends its tries on it, and all goes out when it is back. */
import { describe, expect, test } from 'vitest'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { DATABASE_METRICS } from '#server/services/admin/database-metrics.ts'
import { useRazorpay } from '#test/faults/support/razorpay.ts'

const razorpay = useRazorpay()
const { app, settings, world, query, count, bulkDeals, context } = razorpay

const PAYOUT_CALLS = /^(?:POST|GET) \/v1\/payouts/
const calls = () => world.fake.calls.filter((call) => PAYOUT_CALLS.test(call)).length

/** So many payouts are due. */
async function owed(payouts: number): Promise<void> {
  await bulkDeals(payouts, 'delivered', "product_now() - interval '1 second'")
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: quietLog })
  expect(await count(`from payout where status = 'queued'`)).toBe(payouts)
}
/** As a server does from time to time: all that is due. */
async function run(): Promise<void> {
  while ((await runBatch(payoutQueue(context), quietLog)).claimed > 0);
}
const endBackOffs = () =>
  query(`update payout set next_try_at = clock_timestamp() where status in ('queued', 'sent', 'failed')`)
const endPause = () =>
  query(`update provider_outage set probe_at = clock_timestamp() where probe_at is not null`)
const outage = async () => (await query('select * from provider_outage'))[0]
const countedTries = async (): Promise<number> =>
  (
    await query(
      `select coalesce(max(n), 0)::int as n from
         (select count(*) as n from payout_attempt where outcome <> 'unsent' group by payout_id) t`,
    )
  )[0].n

const pauseSeconds = async (): Promise<number> =>
  (
    await query(`select extract(epoch from probe_at - clock_timestamp())::float8 as s from provider_outage`)
  )[0]?.s

describe.each([
  ['reset_before', 3],
  ['500_before', 3],
  // it has said itself that it takes no more
  ['429', 1],
] as const)('after calls that end in %s (%i of them)', (what, enough) => {
  test('nothing is sent, but for one call when its time has come', async () => {
    await owed(12)
    world.fake.mood = () => what
    await run()
    // two of a batch may be on their way when the pause begins
    const callCount = calls()
    expect(callCount).toBeGreaterThanOrEqual(enough)
    expect(callCount).toBeLessThanOrEqual(enough + 1)
    await endBackOffs()
    await run()
    expect(calls()).toBe(callCount)
    await endPause()
    await run()
    expect(calls()).toBe(callCount + 1)
    expect(await outage()).toMatchObject({ provider: 'razorpay', queue: 'payout', failures: callCount + 1 })
    expect((await app.call('GET', '/metrics')).body).toMatch(
      /^amanat_provider_paused_seconds\{provider="razorpay"\} \d/m,
    )
    expect((await app.call('GET', '/metrics')).body).toMatch(
      /^amanat_queue_oldest_due_seconds\{queue="payout"\} 0$/m,
    )
  })

  test('a single payout that is asked for an hour is nobody’s but the provider’s', async () => {
    await owed(1)
    world.fake.mood = () => what
    for (let n = 0; n < 40; n += 1) {
      await endBackOffs()
      await endPause()
      await run()
    }
    expect(await count(`from payout where status in ('sent', 'failed')`)).toBe(1)
    expect(await countedTries()).toBeLessThanOrEqual(3)
    world.fake.mood = () => 'none'
    await endPause()
    await run()
    // one of which it never heard is found to be so, and goes again within minutes
    const [{ wait }] = await query(
      `select coalesce(max(extract(epoch from next_try_at - clock_timestamp())) filter (where status = 'failed'), 0)::float8 as wait from payout`,
    )
    expect(wait).toBeLessThan(120)
    await endBackOffs()
    await run()
    expect(world.fake.state.list('payout', () => true).items).toHaveLength(1)
    expect(await outage()).toBeUndefined()
    expect(await app.verify()).toEqual([])
  })
})

test.each([
  ['45', 45],
  [undefined, 30],
])(
  'a provider that has had too many calls is left alone for as long as it says (%s)',
  async (header, seconds) => {
    await owed(6)
    world.fake.retryAfter = header
    world.fake.mood = () => '429'
    await run()
    expect(await pauseSeconds()).toBeGreaterThan(seconds - 10)
    expect(await pauseSeconds()).toBeLessThanOrEqual(seconds)
    expect(await countedTries()).toBe(0)
    world.fake.mood = () => 'none'
    const callCount = calls()
    await endBackOffs()
    await run()
    expect(calls()).toBe(callCount)
    await endPause()
    await run()
    expect(world.fake.state.list('payout', () => true).items).toHaveLength(6)
    expect(await outage()).toBeUndefined()
    expect(await app.verify()).toEqual([])
  },
)

test('the first answer lets all of it go, under the keys that it had', async () => {
  await owed(12)
  world.connect(false)
  await run()
  world.connect(true)
  await endPause()
  await run()
  const waiting = await count(
    `from payout where next_try_at > clock_timestamp() + interval '2 minutes' and status <> 'sent'`,
  )
  expect(waiting).toBe(0)
  await endBackOffs()
  await run()
  const keysThere = world.fake.state.list('payout', () => true).items.map(({ reference_id }) => reference_id)
  const keys = (await query('select id from payout')).map(({ id }) => id)
  expect(keysThere.sort()).toEqual(keys.sort())
  expect(await count('from payout where generation > 1')).toBe(0)
  expect(await outage()).toBeUndefined()
})

test('one that may have been made while it was away is asked for, and made once', async () => {
  await owed(6)
  world.fake.mood = () => 'reset_after'
  for (let n = 0; n < 20; n += 1) {
    await endPause()
    await run()
  }
  world.fake.mood = () => 'none'
  for (let n = 0; n < 3; n += 1) {
    await endPause()
    await endBackOffs()
    await run()
  }
  const keysThere = world.fake.state.list('payout', () => true).items.map(({ reference_id }) => reference_id)
  expect(keysThere).toHaveLength(6)
  expect(new Set(keysThere).size).toBe(6)
})

describe('the call that sees whether it is back', () => {
  async function paused(payouts: number): Promise<number> {
    await owed(payouts)
    world.fake.mood = () => '429'
    await run()
    await endBackOffs()
    await endPause()
    return calls()
  }

  test('is one of many servers', async () => {
    const callCount = await paused(12)
    const queue = payoutQueue(context)
    const claims = await Promise.all(Array.from({ length: 8 }, () => queue.claim(2)))
    expect(claims.flat()).toHaveLength(1)
    await run()
    expect(calls()).toBe(callCount)
  })

  test('is another one’s when its process died with it', async () => {
    const callCount = await paused(5)
    expect(await payoutQueue(context).claim(2)).toHaveLength(1)
    await endBackOffs()
    await endPause()
    await run()
    expect(calls()).toBe(callCount + 1)
  })

  test('is looked for no oftener than the job says, however many payouts wake it', async () => {
    await paused(3)
    const queue = payoutQueue(context, 3_600_000)
    expect(await queue.claim(2)).toHaveLength(1)
    await endBackOffs()
    await endPause()
    expect(await queue.claim(2)).toEqual([])
    expect(await payoutQueue(context).claim(2)).toHaveLength(1)
  })

  test('is another payout’s when this one may not go after all', async () => {
    const callCount = await paused(3)
    const [claim] = await payoutQueue(context).claim(2)
    // a person pays it since
    await query('update payout set by_hand = true where id = $1', [claim?.id])
    if (claim) await payoutQueue(context).handle(claim)
    expect(calls()).toBe(callCount)
    await run()
    expect(calls()).toBe(callCount + 1)
  })
})

test('refusals of what was asked are answers: they pause nothing', async () => {
  await owed(8)
  world.fake.state.balance = 0
  await run()
  expect(calls()).toBe(8)
  expect(await outage()).toBeUndefined()
})

/** For which providers the alarm would ring in a while. `/metrics` keeps its figures for some seconds. */
const pausedGauge = async (): Promise<string[]> => {
  const gauge = DATABASE_METRICS.find(({ name }) => name === 'amanat_provider_paused_seconds')
  const seconds = await app.db.runInTransaction((tx) => gauge?.read(tx) ?? Promise.reject())
  return seconds instanceof Map ? [...seconds.keys()] : []
}

test('a provider that is away rings no alarm once nothing waits for it', async () => {
  await owed(3)
  world.fake.mood = () => '429'
  await run()
  expect(await pausedGauge()).toEqual(['razorpay'])
  // a person has paid them since
  await query(`update payout set by_hand = true`)
  expect(await pausedGauge()).toEqual([])
  expect(await outage()).toMatchObject({ queue: 'payout' })
})

describe('questions about what was paid', () => {
  const QUESTION = /^GET \/v1\/orders\/[^/]+\/payments/
  const questions = () => world.fake.calls.filter((call) => QUESTION.test(call)).length
  const ask = async () => {
    while ((await runBatch(payInQueue(context), quietLog)).claimed > 0);
  }
  /** So many orders are open, each of them to be asked about now, and paid without a report. */
  async function opened(orders: number): Promise<void> {
    await bulkDeals(orders, 'agreed', "product_now() + interval '1 day'")
    await query(`update pay_in set provider = 'razorpay', instruction = '{"payee_name": "Amanat"}'`)
    for (let i = 0; i < orders; i += 1) await app.call('GET', `/api/payments/pay-${i}/checkout`)
    for (const { provider_order_id } of await query('select provider_order_id from pay_in'))
      world.fake.pay(provider_order_id)
    await query('update pay_in set next_try_at = clock_timestamp()')
  }
  const funded = () => count(`from deal where status = 'funded'`)

  test.each(['reset_before', '500_before'] as const)(
    'stop after three that end in %s, and are all asked at its return',
    async (what) => {
      await opened(8)
      world.fake.mood = () => what
      await ask()
      // a batch that is claimed is asked about to its end
      expect(questions()).toBeLessThanOrEqual(5)
      const callCount = questions()
      await query('update pay_in set next_try_at = clock_timestamp()')
      await ask()
      expect(questions()).toBe(callCount)
      expect(await outage()).toMatchObject({ provider: 'razorpay', queue: 'pay_in', failures: callCount })
      expect(await pauseSeconds()).toBeGreaterThan(0)
      expect(await pausedGauge()).toEqual(['razorpay'])
      world.fake.mood = () => 'none'
      await ask()
      expect(questions()).toBe(callCount)
      await endPause()
      await ask()
      expect(await funded()).toBe(8)
      expect(await outage()).toBeUndefined()
      expect(await app.verify()).toEqual([])
    },
  )

  test('wait as long as the provider says that has had too many', async () => {
    await opened(3)
    world.fake.retryAfter = '300'
    world.fake.mood = () => '429'
    await ask()
    expect(await pauseSeconds()).toBeGreaterThan(280)
    world.fake.mood = () => 'none'
    await endPause()
    await ask()
    expect(await funded()).toBe(3)
  })

  test('an hour without an answer takes none of the questions that a payment has', async () => {
    await opened(1)
    world.fake.mood = () => 'reset_before'
    for (let minute = 0; minute < 40; minute += 1) {
      await query('update pay_in set next_try_at = clock_timestamp()')
      await endPause()
      await ask()
    }
    expect((await query('select tries from pay_in'))[0].tries).toBeLessThanOrEqual(3)
    // payouts have a pause of their own
    expect(await count(`from provider_outage where queue = 'payout'`)).toBe(0)
    world.fake.mood = () => 'none'
    await endPause()
    await ask()
    expect(await funded()).toBe(1)
  })
})
