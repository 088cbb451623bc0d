// A provider that pays, or does not, and then does not say so: it is asked by the key, and pays nobody twice.
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { OutFact, OutOrder, RailAnswer } from '#server/rails/rail.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { testLog } from '#test/support/logs.ts'
import { workOffPauses } from '#test/support/pauses.ts'
import { NO_ANSWER, paidOut, RecordingRail, refusedOut } from '#test/support/rails.ts'
import { addDeals } from './support/bulk.ts'
import { fault, type Random } from './support/fault.ts'

const app = useApp({}, 'test')

/** As providers are: one key is paid once. Half of the silent ones were paid; and it forgets to answer questions too. */
class ForgetfulRail extends RecordingRail {
  readonly paid = new Map<string, OutOrder>()
  calls = 0
  contradictions = 0
  readonly #random: Random
  constructor(random: Random) {
    super()
    this.#random = random
  }
  override async send(order: OutOrder): Promise<RailAnswer<OutFact>> {
    this.calls += 1
    const known = this.paid.get(order.key)
    // an order that is paid is never sent again: it is asked for
    if (known) this.contradictions += 1
    if (this.#random(10) === 0) return refusedOut('busy', 'later')
    const mood = this.#random(6)
    if (mood === 0) return NO_ANSWER
    this.paid.set(order.key, order)
    if (mood === 1) throw new Error('no answer in time')
    if (mood === 2) return NO_ANSWER
    return paidOut(order.key)
  }
  override async findOut(order: OutOrder): Promise<RailAnswer<OutFact | 'none'>> {
    if (this.#random(4) === 0) throw new Error('no answer in time')
    return this.paid.has(order.key) ? paidOut(order.key) : { is: 'done', facts: 'none' }
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
    log: testLog,
  })
  const queue = payoutQueue({
    runInTransaction: app.db.runInTransaction,
    settings: testSettings,
    rails: new Map([[rail.name, rail]]),
  })
  const query = async (text: string): Promise<Record<string, number>[]> =>
    (await app.db.ownerPool.query(text)).rows
  const runThree = async () => {
    const runs = await Promise.all([1, 2, 3].map(() => runBatch(queue, testLog)))
    return { claimed: runs.reduce((sum, { claimed }) => sum + claimed, 0) }
  }
  const waiting = async (): Promise<number> =>
    (await query(`select count(*)::int as count from payout where status in ('queued', 'sent', 'failed')`))[0]
      ?.count ?? 0
  for (let turn = 0; turn < 30 && (await waiting()) > 0; turn++) {
    // As if the back-off of hours were over.
    await query(`update payout set next_try_at = clock_timestamp()`)
    await workOffPauses(query, runThree)
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
