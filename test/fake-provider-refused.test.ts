/** A pretended provider says that money came which never did: where real money moves it does not start. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each(['razorpay', 'cashfree'])(
  '%s does not start in production',
  (provider) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', `test/support/fakes/${provider}/main.ts`, '0'],
      { env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8', timeout: 60_000 },
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining('not for production')])
  },
  60_000,
)
