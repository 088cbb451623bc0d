/** The pretended Razorpay says that money came which never did: where real money moves it does not start. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('it does not start in production', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'test/support/fakes/razorpay/main.ts', '0'],
    { env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8', timeout: 60_000 },
  )
  expect([status, stderr]).toEqual([1, expect.stringContaining('not for production')])
}, 60_000)
