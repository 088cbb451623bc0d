// A provider that pays and then does not say so: asked again under the same reference, it pays nobody twice.
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import type { PayoutOrder, PayoutResult, Rail } from '#server/rails/rail.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { addDeals } from './support/bulk.ts'
import { fault, type Random } from './support/fault.ts'

const app = useApp({}, 'test')

/** As providers are: a reference it knows is answered with what was done the first time. */
class ForgetfulRail implements Rail {
  readonly name = 'sandbox'
  readonly paid = new Map<string, PayoutOrder>()
  calls = 0
  contradictions = 0
  readonly #random: Random
  constructor(random: Random) {
    this.#random = random
  }
  readWebhook(): null {
    return null
  }
  async payOut(order: PayoutOrder): Promise<PayoutResult> {
    this.calls += 1
    const known = this.paid.get(order.reference)
    if (known && JSON.stringify(known) !== JSON.stringify(order)) this.contradictions += 1
    if (this.#random(10) === 0) return { outcome: 'failed', detail: 'busy', isFinal: false }
    this.paid.set(order.reference, order)
    const mood = this.#random(3)
    if (mood === 0) throw new Error('no answer in time')
    if (mood === 1) return { outcome: 'unknown', detail: 'no answer in time' }
    return { outcome: 'paid', providerRef: `ref-${order.reference}` }
  }
}

fault('payout-timeouts', { short: 150, full: 10_000 }, async ({ rounds, random }) => {
  const rail = new ForgetfulRail(random)
  const client = await app.db.ownerPool.connect()
  await addDeals(client, { count: rounds, status: 'delivered', dueAt: "product_now() - interval '1 second'" })
  client.release()
  await applyAllDueLapses({
    runInTransaction: app.db.runInTransaction,
    settings: testSettings,
    log: quietLog,
  })
  const queue = payoutQueue({
    runInTransaction: app.db.runInTransaction,
    settings: testSettings,
    rails: new Map([[rail.name, rail]]),
  })
  const work = async (): Promise<void> => {
    while ((await runBatch(queue, quietLog)).claimed > 0);
  }
  const query = async (text: string): Promise<Record<string, number>[]> =>
    (await app.db.ownerPool.query(text)).rows
  const waiting = async (): Promise<number> =>
    (await query(`select count(*)::int as count from payout where status in ('queued', 'sent', 'failed')`))[0]
      ?.count ?? 0
  for (let turn = 0; turn < 10 && (await waiting()) > 0; turn++) {
    // As if the back-off of hours were over.
    await query(`update payout set next_try_at = clock_timestamp()`)
    await Promise.all([work(), work(), work()])
  }
  const [counts] = await query(
    `select count(*) filter (where status = 'paid')::int as paid, count(*) filter (where status = 'review')::int as review,
       count(*)::int as payouts, (select count(*)::int from transfer where kind = 'payout') as transfers from payout`,
  )
  const { paid = 0, review = 0, payouts = 0, transfers = 0 } = counts ?? {}
  const lost = payouts - paid - review + (rounds - payouts)
  const doubled =
    rail.contradictions + Math.max(0, transfers - payouts) + Math.max(0, rail.paid.size - payouts)
  const note = `${rail.calls} calls, ${review} in the end to the team`
  return { rounds, acknowledged: payouts, lost, doubled, problems: await app.verify(), note }
})
