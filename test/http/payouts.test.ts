/** What leaves over which rail, and what must not leave: a payout is judged by its own row, not by today's settings. */
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ClaimedPayout, payoutQueue, startPayouts } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { alarms, clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { payoutSignal } from '#server/services/money/queue-payout.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { bringTo, offerServices, type Pair, pay, take, teammate } from '#test/support/people.ts'
import { NO_ANSWER, paidOut, RecordingRail, refusedOut } from '#test/support/rails.ts'

let app: TestApp
let today: RecordingRail
let other: RecordingRail
let logged: Record<string, unknown>[]
beforeEach(async () => {
  today = new RecordingRail('sandbox')
  other = new RecordingRail('other-bank')
  logged = []
  const jobLog = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  app = await startApp({ payoutRails: [today, other], jobLog })
})
afterEach(async () => {
  for (const { cause } of alarms()) clearAlarm(cause)
  await app.stop()
})

const query: TestApp['query'] = (...args) => app.query(...args)

/** A released deal: one payout waits. */
async function releasedDeal(): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
  return pair
}
/** The payout's next try is due, as after a crash or a back-off. */
async function runAgain(payoutId: string): Promise<void> {
  await query(`update payout set next_try_at = clock_timestamp() where id = $1`, [payoutId])
  await app.runJobs()
}
const payoutOf = async ({ formPk }: Pair) =>
  (await query('select id, status, provider from payout where deal_id = $1', [formPk]))[0]

describe('the rail of a payout', () => {
  test('is that of its own row, whatever the settings say today', async () => {
    const pair = await releasedDeal()
    await query(`update payout set provider = 'other-bank' where deal_id = $1`, [pair.formPk])
    await app.runJobs()
    expect([today.orders.length, other.orders.length]).toEqual([0, 1])
    expect(await payoutOf(pair)).toMatchObject({ status: 'paid' })
    expect(await query(`select balance_of('gateway:other-bank')::int as paise`)).toEqual([
      { paise: 1_900_000 },
    ])
    expect(await app.verify()).toEqual([])
  })

  test('when it is missing: an error before any attempt, and the payout stays queued', async () => {
    const [missing, sound] = [await releasedDeal(), await releasedDeal()]
    await query(`update payout set provider = 'gone-bank' where deal_id = $1`, [missing.formPk])
    await app.runJobs()
    expect(logged).toEqual([
      expect.objectContaining({
        msg: 'payout job failed, will retry',
        reason: expect.stringContaining('no rail for provider gone-bank'),
      }),
    ])
    expect((await app.call('GET', '/metrics')).body).toMatch(
      /^amanat_queue_failures\{queue="payout"\} [1-9]/m,
    )
    const row = await payoutOf(missing)
    expect(row).toMatchObject({ status: 'queued' })
    expect(await query('select from payout_attempt where payout_id = $1', [row.id])).toEqual([])
    expect(await payoutOf(sound)).toMatchObject({ status: 'paid' })
  })
})

describe('is not sent', () => {
  test('a payout that was handed to the team', async () => {
    const pair = await releasedDeal()
    today.result = refusedOut('account closed', 'never')
    await app.runJobs()
    const { id, status } = await payoutOf(pair)
    expect([status, today.orders.length]).toEqual(['review', 1])
    today.result = undefined
    await runAgain(id)
    expect([(await payoutOf(pair)).status, today.orders.length]).toEqual(['review', 1])
  })

  test.each(['ledger_invalid', 'ledger_unverified', 'disk_full'] as const)(
    'anything while %s is raised',
    async (cause) => {
      const pair = await releasedDeal()
      raiseAlarm(cause, 'for the test')
      await app.runJobs()
      const { id, status } = await payoutOf(pair)
      expect([status, today.orders.length]).toEqual(['queued', 0])
      clearAlarm(cause)
      await runAgain(id)
      expect([(await payoutOf(pair)).status, today.orders.length]).toEqual(['paid', 1])
    },
  )
})

test("the payee's returned fee goes back to where their own fee came from", async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'complain', {
    reason: 'late',
    statement: 'Not as agreed',
    wanted: 'full_refund',
  })
  await pay(app, pair.payer, pair.formPk)
  await pay(app, pair.payee, pair.formPk)
  // each of the three pay-ins came from an account of its own
  await query(
    `update deposit set source = pay_in.party || '-' || pay_in.purpose || '@bank' from pay_in
      where pay_in.id = deposit.pay_in_id and deposit.deal_id = $1`,
    [pair.formPk],
  )
  await take(app, pair.payee, pair.formPk, 'respond', { statement: 'It was' })
  await take(app, pair.payer, pair.formPk, 'escalate')
  await take(app, pair.payee, pair.formPk, 'escalate')
  const team = await teammate(app)
  await take(app, team, pair.formPk, 'decide', {
    payer_share_paise: 0,
    at_fault: 'payer',
    reasons: 'Both sides were read',
  })
  await app.runJobs()
  const returned = await query(
    `select party, destination from payout where deal_id = $1 and purpose = 'fee_back'`,
    [pair.formPk],
  )
  expect(returned).toEqual([{ party: 'payee', destination: 'payee-fee@bank' }])
})

/** The provider takes others: it is not away. */
async function anotherGoes(): Promise<void> {
  const { result, orders } = today
  const before = orders.length
  today.result = undefined
  await releasedDeal()
  await app.runJobs()
  expect(orders.splice(before)).toHaveLength(1)
  today.result = result
}

describe('a payout that is due', () => {
  const queueOf = (rails: readonly RecordingRail[]) =>
    payoutQueue({
      runInTransaction: app.db.runInTransaction,
      settings: testSettings,
      rails: new Map(rails.map((rail) => [rail.name, rail])),
    })
  const makeDue = (ms: number) =>
    query(`update payout set next_try_at = clock_timestamp() - $1 * interval '1 millisecond'`, [ms])

  test('is one server’s of many, and begun when it is claimed', async () => {
    const pairs = [await releasedDeal(), await releasedDeal(), await releasedDeal()]
    const claims = await Promise.all(Array.from({ length: 8 }, () => queueOf([today]).claim(1)))
    // who meets a row of another's in the moment of its commit finds none, and comes again
    const ids = [...claims.flat(), ...(await queueOf([today]).claim(1)), ...(await queueOf([today]).claim(1))]
    const payouts = await Promise.all(pairs.map(payoutOf))
    expect(ids.map(({ id }) => id).sort()).toEqual(payouts.map(({ id }) => id).sort())
    expect(payouts.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    expect(await query('select n, outcome from payout_attempt')).toEqual(
      Array(3).fill({ n: 1, outcome: 'sent' }),
    )
    expect(today.orders).toEqual([])
    await app.runJobs()
    expect(today.orders).toEqual([])
  })

  test('is followed by another at once where it has waited, since others may have', async () => {
    await releasedDeal()
    await makeDue(200)
    const queue = queueOf([today])
    const [claim] = await queue.claim(1)
    expect(claim?.isLate).toBe(true)
    expect(queue.mayBeMore?.([claim as ClaimedPayout])).toBe(true)
    expect(queue.mayBeMore?.([{ ...(claim as ClaimedPayout), isLate: false }])).toBe(false)
    expect(queue.mayBeMore?.([])).toBe(false)
  })

  test('waits longer after each try that an error of ours has undone', async () => {
    const { id } = await payoutOf(await releasedDeal())
    for (const [tries, wait] of [
      [1, 5],
      [2, 20],
      [3, 80],
    ] as const) {
      await makeDue(0)
      expect(await runBatch(queueOf([]), quietLog)).toMatchObject({ claimed: 1, done: 0 })
      const [row] = await query(
        `select status, tries, extract(epoch from next_try_at - clock_timestamp())::float8 as wait from payout where id = $1`,
        [id],
      )
      expect(row).toMatchObject({ status: 'queued', tries })
      expect(row.wait).toBeGreaterThan(wait - 5)
      expect(row.wait).toBeLessThanOrEqual(wait)
    }
    expect(await query('select from payout_attempt')).toEqual([])
  })
})

describe('a payout that fails', () => {
  const dueInSeconds = async (id: string): Promise<number> =>
    (
      await query(
        `select extract(epoch from next_try_at - clock_timestamp())::float8 as wait from payout where id = $1`,
        [id],
      )
    )[0].wait

  test('is tried again after 5 s × 4^n under the same reference, six times, then it is handed to the team', async () => {
    const { id } = await payoutOf(await releasedDeal())
    today.result = refusedOut('busy', 'later')
    for (const wait of [5, 20, 80, 320, 1280]) {
      await runAgain(id)
      await anotherGoes()
      const left = await dueInSeconds(id)
      expect(left).toBeGreaterThan(wait - 5)
      expect(left).toBeLessThanOrEqual(wait)
    }
    await runAgain(id)
    expect(await query('select status from payout where id = $1', [id])).toEqual([{ status: 'review' }])
    expect(today.orders.map(({ key }) => key)).toEqual(Array(6).fill(id))
    expect((await app.call('GET', '/metrics')).body).toMatch(/^amanat_queue_dead\{queue="payout"\} 1$/m)
  })

  test('is leased while it is sent: nobody else sends it, and after a crash it is asked for, sent again and paid once', async () => {
    const pair = await releasedDeal()
    const { id } = await payoutOf(pair)
    // the process dies between the rail's answer and its record
    let die = (): void => {}
    const died = new Promise<never>((_, reject) => {
      die = () => reject(new Error('killed'))
    })
    const dyingRail = new RecordingRail()
    dyingRail.send = (order) => {
      today.orders.push(order)
      return died
    }
    const queue = payoutQueue({
      runInTransaction: app.db.runInTransaction,
      settings: testSettings,
      rails: new Map([['sandbox', dyingRail]]),
    })
    const [row] = await queue.claim(10)
    const dying = queue.handle(row as ClaimedPayout).catch(() => {})
    while (today.orders.length === 0) await new Promise(setImmediate)
    await app.runJobs()
    expect(today.orders.length).toBe(1)
    // asked, and the provider has never had it: the same again
    today.found = { is: 'done', facts: 'none' }
    await runAgain(id)
    expect([(await payoutOf(pair)).status, today.orders.length, today.questions.length]).toEqual([
      ...['failed', 1, 1],
    ])
    await runAgain(id)
    expect([(await payoutOf(pair)).status, today.orders.length]).toEqual(['paid', 2])
    expect(new Set(today.orders.map(({ key }) => key))).toEqual(new Set([id]))
    die()
    await dying
    expect((await payoutOf(pair)).status).toBe('paid')
    expect(await query(`select count(*)::int as n from transfer where id = 'payout:' || $1`, [id])).toEqual([
      { n: 1 },
    ])
    expect(await app.verify()).toEqual([])
  })

  test('leaves right after the commit that queued it, not at the next poll', async () => {
    const running = startPayouts({
      runInTransaction: app.db.runInTransaction,
      settings: testSettings,
      rails: new Map([['sandbox', today]]),
      log: quietLog,
    })
    try {
      let signals = 0
      payoutSignal.on('queued', () => {
        signals += 1
      })
      const pair = await releasedDeal()
      expect(signals).toBe(1)
      while ((await payoutOf(pair)).status !== 'paid') await new Promise(setImmediate)
      expect(today.orders.length).toBe(1)
    } finally {
      payoutSignal.removeAllListeners('queued')
      await running.stop()
    }
  })
})

describe('a payout of which the provider has said nothing', () => {
  /** Sent, and no answer came. */
  async function sentPayout(): Promise<{ pair: Pair; id: string }> {
    const pair = await releasedDeal()
    today.result = NO_ANSWER
    await app.runJobs()
    const { id, status } = await payoutOf(pair)
    expect([status, today.orders.length]).toEqual(['sent', 1])
    today.result = undefined
    return { pair, id }
  }

  test('is asked about and never sent again, until the provider says that it was paid', async () => {
    const { pair, id } = await sentPayout()
    for (let n = 0; n < 10; n += 1) await runAgain(id)
    expect([(await payoutOf(pair)).status, today.orders.length, today.questions.length]).toEqual([
      'sent',
      1,
      10,
    ])
    today.found = paidOut(id, 'bank-9')
    await runAgain(id)
    expect(await query('select status, provider_ref from payout where id = $1', [id])).toEqual([
      { status: 'paid', provider_ref: 'bank-9' },
    ])
    expect(await app.verify()).toEqual([])
  })

  test('that is found to have failed goes to the team, and again under a new key', async () => {
    const { pair, id } = await sentPayout()
    today.found = {
      is: 'done',
      facts: { kind: 'out', key: id, providerId: 'bank-9', state: 'failed', detail: 'closed' },
    }
    await runAgain(id)
    expect((await payoutOf(pair)).status).toBe('review')
    expect(today.orders.length).toBe(1)
  })

  test('is asked about more rarely the longer it takes', async () => {
    const { id } = await sentPayout()
    const facts = { kind: 'out', key: id, providerId: 'bank-9', state: 'pending', detail: null } as const
    today.found = { is: 'pending', facts, askAgainMs: 0 }
    for (const [age, wait] of [
      ['1 hour', 3_600],
      ['2 days', 21_600],
    ] as const) {
      await query(`update payout_attempt set at = clock_timestamp() - $2::interval where payout_id = $1`, [
        id,
        age,
      ])
      await runAgain(id)
      const [row] = await query(
        `select extract(epoch from next_try_at - clock_timestamp())::float8 as wait from payout where id = $1`,
        [id],
      )
      expect(row.wait).toBeGreaterThan(wait - 60)
      expect(row.wait).toBeLessThanOrEqual(wait)
    }
  })

  test('waits without counting a try where the provider refuses our settings', async () => {
    const pair = await releasedDeal()
    const { id } = await payoutOf(pair)
    today.result = refusedOut('wrong key', 'config')
    for (let n = 0; n < 8; n += 1) await runAgain(id)
    expect([(await payoutOf(pair)).status, today.orders.length]).toEqual(['failed', 8])
    expect(logged[0]).toMatchObject({ reason: 'the provider refuses our settings: wrong key' })
    today.result = undefined
    await runAgain(id)
    expect((await payoutOf(pair)).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })
})

test('a payout that somebody makes by hand is sent by no job, and is no backlog', async () => {
  const pair = await releasedDeal()
  await query('update payout set by_hand = true where deal_id = $1', [pair.formPk])
  await app.runJobs()
  expect([(await payoutOf(pair)).status, today.orders.length]).toEqual(['queued', 0])
  expect((await app.call('GET', '/metrics')).body).toMatch(/^amanat_queue_rows\{queue="payout"\} 0$/m)
})
