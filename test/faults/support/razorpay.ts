/** A pretended Razorpay and a server that has it alone, for rounds of faults. */
import { afterEach, beforeEach } from 'vitest'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { railJobs } from './rail-jobs.ts'

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
  return { app, settings, rails, world, ...railJobs('razorpay', { app, settings, rails }) }
}
