/** What leaves over which rail, and what must not leave: a payout is judged by its own row, not by today's settings. */
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payoutQueue, startPayouts } from '#server/jobs/payouts.ts'
import { quietLog } from '#server/log.ts'
import type { PayoutOrder, PayoutResult, Rail } from '#server/rails/rail.ts'
import { alarms, clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { payoutSignal } from '#server/services/money/queue-payout.ts'
import type { PayoutClaim } from '#server/services/money/send-payout.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { bringTo, offerServices, type Pair, pay, take, teammate } from '#test/support/people.ts'

class RecordingRail implements Rail {
  readonly calls: PayoutOrder[] = []
  readonly name: string
  result: PayoutResult = { outcome: 'paid', providerRef: 'bank-1' }
  constructor(name: string) {
    this.name = name
  }
  readWebhook(): null {
    return null
  }
  async payOut(order: PayoutOrder): Promise<PayoutResult> {
    this.calls.push(order)
    return this.result
  }
}

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

const query = async (text: string, values: unknown[] = []) =>
  (await app.db.ownerPool.query(text, values)).rows

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
    expect([today.calls.length, other.calls.length]).toEqual([0, 1])
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
    today.result = { outcome: 'failed', detail: 'account closed', isFinal: true }
    await app.runJobs()
    const { id, status } = await payoutOf(pair)
    expect([status, today.calls.length]).toEqual(['review', 1])
    today.result = { outcome: 'paid', providerRef: 'bank-2' }
    await runAgain(id)
    expect([(await payoutOf(pair)).status, today.calls.length]).toEqual(['review', 1])
  })

  test.each(['ledger_invalid', 'ledger_unverified', 'disk_full'] as const)(
    'anything while %s is raised',
    async (cause) => {
      const pair = await releasedDeal()
      raiseAlarm(cause, 'for the test')
      await app.runJobs()
      const { id, status } = await payoutOf(pair)
      expect([status, today.calls.length]).toEqual(['queued', 0])
      clearAlarm(cause)
      await runAgain(id)
      expect([(await payoutOf(pair)).status, today.calls.length]).toEqual(['paid', 1])
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
    today.result = { outcome: 'failed', detail: 'busy', isFinal: false }
    for (const wait of [5, 20, 80, 320, 1280]) {
      await runAgain(id)
      const left = await dueInSeconds(id)
      expect(left).toBeGreaterThan(wait - 5)
      expect(left).toBeLessThanOrEqual(wait)
    }
    await runAgain(id)
    expect(await query('select status from payout where id = $1', [id])).toEqual([{ status: 'review' }])
    expect(today.calls.map(({ reference }) => reference)).toEqual(Array(6).fill(id))
    expect((await app.call('GET', '/metrics')).body).toMatch(/^amanat_queue_dead\{queue="payout"\} 1$/m)
  })

  test('is leased while it is sent: nobody else sends it, and after a crash it is sent again and paid once', async () => {
    const pair = await releasedDeal()
    const { id } = await payoutOf(pair)
    // the process dies between the rail's answer and its record
    let die = (): void => {}
    const died = new Promise<never>((_, reject) => {
      die = () => reject(new Error('killed'))
    })
    const queue = payoutQueue({
      runInTransaction: app.db.runInTransaction,
      settings: testSettings,
      rails: new Map([
        [
          'sandbox',
          {
            ...today,
            name: 'sandbox',
            readWebhook: () => null,
            payOut: (order) => {
              today.calls.push(order)
              return died
            },
          },
        ],
      ]),
    })
    const [row] = await queue.claim(10)
    const dying = queue.handle(row as PayoutClaim).catch(() => {})
    while (today.calls.length === 0) await new Promise(setImmediate)
    await app.runJobs()
    expect(today.calls.length).toBe(1)
    await runAgain(id)
    expect([(await payoutOf(pair)).status, today.calls.length]).toEqual(['paid', 2])
    expect(new Set(today.calls.map(({ reference }) => reference))).toEqual(new Set([id]))
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
      expect(today.calls.length).toBe(1)
    } finally {
      payoutSignal.removeAllListeners('queued')
      await running.stop()
    }
  })
})
