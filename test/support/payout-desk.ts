/** Payouts of a file of tests: a rail that records, numbers that are checked, and what the team does about a payout. */
import { beforeEach } from 'vitest'
import type { TestApp } from './app.ts'
import { payoutOf } from './payout-targets.ts'
import { type Pair, teammate } from './people.ts'
import { addressOf, RecordingRail } from './rails.ts'
import { FakeSender, useVerifyingApp } from './verification.ts'

export function usePayouts() {
  const sender = new FakeSender()
  const rail = new RecordingRail()
  const app: TestApp = useVerifyingApp([sender], { payoutRails: [rail] })
  beforeEach(() => {
    rail.orders.length = 0
    rail.result = undefined
  })
  /** What the rail was asked for this deal: others of the file may be due at the same time. */
  const ordersOf = async ({ formPk }: Pair) => {
    const { rows } = await app.db.ownerPool.query('select id from payout where deal_id = $1', [formPk])
    return rail.orders.filter(({ key }) => rows.some(({ id }) => key.startsWith(id)))
  }
  const runAgain = async (pair: Pair) => {
    await app.db.ownerPool.query(`update payout set next_try_at = clock_timestamp() where deal_id = $1`, [
      pair.formPk,
    ])
    await app.runJobs()
  }
  const admin = () => teammate(app, 'Admin')
  return {
    ...{ app, sender, rail, ordersOf, runAgain, admin },
    destinationsOf: async (pair: Pair) => (await ordersOf(pair)).map(addressOf),
    statusOf: async (pair: Pair) => (await payoutOf(app, pair)).status,
    act: async (path: string, who?: { token: string }) =>
      app.call('POST', `/api/admin/${path}`, { token: (who ?? (await admin())).token }),
  }
}
