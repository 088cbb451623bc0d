/** The jobs that work over one provider, and what they left in the database, for rounds of faults. */
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { Rail } from '#server/rails/rail.ts'
import type { TestApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import type { SignedEvent } from '#test/support/fakes/fake-provider.ts'
import { testLog } from '#test/support/logs.ts'
import { workOffPauses } from '#test/support/pauses.ts'
import { addDeals } from './bulk.ts'

type JobContext = Parameters<typeof payoutQueue>[0]

export interface RailServer {
  readonly app: TestApp
  readonly settings: JobContext['settings']
  readonly rails: Map<string, Rail>
}

export function railJobs(provider: string, { app, settings, rails }: RailServer) {
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  const context: JobContext = {
    runInTransaction: (...call) => app.db.runInTransaction(...call),
    settings,
    rails,
  }
  return {
    ...{ query, context },
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
      const statuses = await deliverEvents(app, provider, events)
      return statuses.filter((status) => status === 200).length
    },
  }
}
