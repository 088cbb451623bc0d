// Razorpay, pretended, over a bad line: what it has done is not told, told twice, told in any order, or not at all.
import { afterEach, beforeEach } from 'vitest'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import type { Fault } from '#test/support/fakes/fake-provider.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { addDeals } from './support/bulk.ts'
import { fault, type Random, shuffle } from './support/fault.ts'

const settings = { ...testSettings, provider: 'razorpay' }
const rails = new Map<string, Rail>()
const app = useApp({ settings, rails }, 'test')

let fake: FakeRazorpay
beforeEach(async () => {
  fake = await new FakeRazorpay().start()
  const keys = {
    keyId: FAKE_KEYS.keyId,
    keySecret: FAKE_KEYS.keySecret,
    accountNumber: FAKE_KEYS.accountNumber,
  }
  const secrets = { webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url }
  rails.set('razorpay', new RazorpayRail({ ...keys, ...secrets }, 'Amanat'))
})
afterEach(() => fake.stop())

const BAD_LINE: readonly (Fault['what'] | 'none')[] = [
  ...(['reset_before', 'reset_after', '500_before', '500_after', 'html_after', '429'] as const),
  ...Array.from({ length: 6 }, () => 'none' as const),
]
const badLine = (random: Random) => () => BAD_LINE[random(BAD_LINE.length)] ?? 'none'

const query = async (text: string) => (await app.db.ownerPool.query(text)).rows
const count = async (text: string): Promise<number> =>
  (await query(`select count(*)::int as count ${text}`))[0].count

async function bulkDeals(rounds: number, status: 'agreed' | 'delivered', dueAt: string): Promise<void> {
  const client = await app.db.ownerPool.connect()
  await addDeals(client, { count: rounds, status, dueAt })
  client.release()
}

/** As if the waits between were over. */
async function workOff(table: 'payout' | 'pay_in'): Promise<void> {
  const context = { runInTransaction: app.db.runInTransaction, settings, rails }
  await query(`update ${table} set next_try_at = clock_timestamp() where next_try_at is not null`)
  if (table === 'payout') while ((await runBatch(payoutQueue(context), quietLog)).claimed > 0);
  else while ((await runBatch(payInQueue(context), quietLog)).claimed > 0);
}

fault('razorpay-payouts', { short: 40, full: 2_000 }, async ({ rounds, random }) => {
  await bulkDeals(rounds, 'delivered', "product_now() - interval '1 second'")
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: quietLog })
  fake.mood = badLine(random)
  const open = () => count(`from payout where status in ('queued', 'sent', 'failed')`)
  for (let turn = 0; turn < 40 && (await open()) > 0; turn += 1) {
    await workOff('payout')
    for (const { id, status } of fake.state.list('payout', () => true).items)
      if (status === 'processing') fake.endPayout(id, { to: 'processed' })
  }
  const timesMade = new Map<string, number>()
  for (const { reference_id } of fake.state.list('payout', () => true).items)
    timesMade.set(reference_id, (timesMade.get(reference_id) ?? 0) + 1)
  const [paid, review] = [
    await count(`from payout where status = 'paid'`),
    await count(`from payout where status = 'review'`),
  ]
  const doubled =
    [...timesMade.values()].filter((times) => times > 1).length + Math.max(0, timesMade.size - paid - review)
  const note = `${fake.calls.length} calls, ${review} in the end to the team`
  return {
    rounds,
    acknowledged: paid,
    lost: rounds - paid - review,
    doubled,
    problems: await app.verify(),
    note,
  }
})

fault('razorpay-webhooks', { short: 30, full: 1_000 }, async ({ rounds, random }) => {
  await bulkDeals(rounds, 'agreed', "product_now() + interval '1 day'")
  await query(`update pay_in set provider = 'razorpay', instruction = '{"payee_name": "Amanat"}'`)
  fake.mood = badLine(random)
  for (let i = 0; i < rounds; i += 1)
    for (let tries = 0; tries < 50; tries += 1)
      if ((await app.call('GET', `/api/payments/pay-${i}/checkout`)).status === 200) break
  const orders = fake.state.list('order', () => true).items
  for (const { provider_order_id } of await query('select provider_order_id from pay_in'))
    fake.pay(provider_order_id)
  // each is told up to three times, or never, in any order
  const events = fake.takeEvents().flatMap((event) => Array.from({ length: random(4) }, () => event))
  let answered = 0
  for (const { body, headers } of shuffle(events, random)) {
    const { status } = await app.call('POST', '/api/payments/webhooks/razorpay', { body, headers })
    if (status === 200) answered += 1
  }
  const reported = await count(`from deal where status = 'funded'`)
  for (let turn = 0; turn < 30 && (await count(`from pay_in where status = 'open'`)) > 0; turn += 1)
    await workOff('pay_in')
  const funded = await count(`from deal where status = 'funded'`)
  const [{ paise }] = await query('select coalesce(sum(amount_paise), 0)::int as paise from deposit')
  const unanswered = events.length - answered
  const doubled = (paise - funded * 150_000) / 150_000 + Math.max(0, orders.length - rounds)
  const note = `${events.length} reports, ${reported} funded by them, ${rounds - reported} by asking`
  return {
    rounds,
    acknowledged: funded,
    lost: rounds - funded + unanswered,
    doubled,
    problems: await app.verify(),
    note,
  }
})
