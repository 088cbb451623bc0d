/** A pretended Razorpay over a line that loses answers, and the jobs that work over it, for rounds of faults. */
import { afterEach, beforeEach } from 'vitest'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import type { Fault, SignedEvent } from '#test/support/fakes/fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { testLog } from '#test/support/logs.ts'
import { workOffPauses } from '#test/support/pauses.ts'
import { addDeals } from './bulk.ts'
import type { Random } from './fault.ts'

const BAD_LINE: readonly (Fault['what'] | 'none')[] = [
  ...(['reset_before', 'reset_after', '500_before', '500_after', 'html_after', '429'] as const),
  ...Array.from({ length: 6 }, () => 'none' as const),
]
/** Half of the calls, or of their answers, are lost. */
export const badLine = (random: Random) => () => BAD_LINE[random(BAD_LINE.length)] ?? 'none'

const YEARS_S = 5 * 365 * 86_400
/** Unix seconds of a provider whose clock is years off, now in one direction and now in the other. */
export const wrongClock = (random: Random) => () =>
  Math.floor(Date.now() / 1_000) + random(2 * YEARS_S) - YEARS_S

/** What a server of its own is started with, to talk to the pretended one at this address. */
export function razorpayEnv(url: string): Record<string, string> {
  const { keyId, keySecret, webhookSecret, accountNumber } = FAKE_KEYS
  return {
    ...{ PAYMENTS: 'razorpay,sandbox', CUSTODY: 'bank_escrow', OTP: 'sandbox', RAZORPAY_BASE_URL: url },
    ...{ RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret },
    ...{ RAZORPAY_X_WEBHOOK_SECRET: webhookSecret, RAZORPAY_X_ACCOUNT: accountNumber },
  }
}

/** Connections there are refused: a port that is nobody's, and that fetch does not block. */
const NOBODY = 'http://127.0.0.1:2'

export function useRazorpay() {
  const settings = { ...testSettings, provider: 'razorpay' }
  const rails = new Map<string, Rail>()
  const app = useApp({ settings, rails }, 'test')
  /** `connect(false)`: nobody listens at its address. */
  const world = {} as { fake: FakeRazorpay; connect: (isThere: boolean, timeoutMs?: number) => unknown }
  beforeEach(async () => {
    world.fake = await new FakeRazorpay().start()
    const { keyId, keySecret, accountNumber, webhookSecret } = FAKE_KEYS
    const keys = { keyId, keySecret, accountNumber, webhookSecrets: [webhookSecret], feeRates: [200] }
    world.connect = (isThere, timeoutMs = 500) =>
      rails.set(
        'razorpay',
        new RazorpayRail({ ...keys, baseUrl: isThere ? world.fake.url : NOBODY, timeoutMs }, 'Amanat'),
      )
    world.connect(true)
  })
  afterEach(() => world.fake.stop())
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  type JobContext = Parameters<typeof payoutQueue>[0]
  const context: JobContext = {
    runInTransaction: (...call) => app.db.runInTransaction(...call),
    settings,
    rails,
  }
  return {
    ...{ app, settings, rails, world, query, context },
    count: async (text: string): Promise<number> =>
      (await query(`select count(*)::int as count ${text}`))[0].count,
    async bulkDeals(rounds: number, status: 'agreed' | 'delivered', dueAt: string): Promise<void> {
      const client = await app.db.ownerPool.connect()
      await addDeals(client, { count: rounds, status, dueAt })
      client.release()
    },
    /** As if the waits between were over. `over`: the transactions of the jobs, where they are not as they should be. */
    async workOff(table: 'payout' | 'pay_in', over: Partial<JobContext> = {}): Promise<void> {
      await query(`update ${table} set next_try_at = clock_timestamp() where next_try_at is not null`)
      const queue = { ...context, ...over }
      const run = () =>
        table === 'payout' ? runBatch(payoutQueue(queue), testLog) : runBatch(payInQueue(queue), testLog)
      await workOffPauses(query, run)
    },
    /** Posts what the provider tells, and says how many were answered with 200. */
    async deliver(events: readonly SignedEvent[]): Promise<number> {
      const statuses = await deliverEvents(app, 'razorpay', events)
      return statuses.filter((status) => status === 200).length
    },
  }
}
