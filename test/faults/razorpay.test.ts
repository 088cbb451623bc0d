// Razorpay, pretended: away for an hour, and settlements with lines that are wrong.
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { readSettlements } from '#server/jobs/settlements.ts'
import { settle } from '#test/support/fakes/razorpay/settlements.ts'
import type { FakeEntity } from '#test/support/fakes/razorpay/state.ts'
import { testLog } from '#test/support/logs.ts'
import { badLine } from './support/bad-line.ts'
import { fault } from './support/fault.ts'
import { useRazorpay } from './support/razorpay.ts'

const razorpay = useRazorpay()
const { app, settings, world, query, count, bulkDeals, deliver, context } = razorpay

const AWAY = ['reset_before', '500_before', '429', 'silence_after'] as const
/** For the first third of the hour nobody listens; then there is no answer, or one of these. */
const REFUSED_MINUTES = 20
/** An hour without one answer: nothing is lost, paid twice or left to the team, and all is paid ten minutes after its end. */
fault('razorpay-away', { short: 20, full: 200 }, async ({ rounds, random }) => {
  await bulkDeals(rounds, 'delivered', "product_now() - interval '1 second'")
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: testLog })
  const minute = async (): Promise<void> => {
    for (const [table, column] of [
      ['payout', 'next_try_at'],
      ['payout_attempt', 'at'],
      ['provider_outage', 'probe_at'],
    ])
      await query(
        `update ${table} set ${column} = ${column} - interval '1 minute' where ${column} is not null`,
      )
    // two servers
    const run = async () => (await runBatch(payoutQueue(context), testLog)).claimed
    while ((await Promise.all([run(), run()])).some((claimed) => claimed > 0));
  }
  world.connect(false)
  world.fake.mood = () => AWAY[random(AWAY.length)] ?? '500_before'
  for (let minutes = 0; minutes < 60; minutes += 1) {
    if (minutes === REFUSED_MINUTES) world.connect(true)
    await minute()
  }
  const calls = world.fake.calls.length
  world.fake.mood = () => 'none'
  const paid = () => count(`from payout where status = 'paid'`)
  let minutes = 0
  while (minutes < 10 && (await paid()) < rounds) {
    await minute()
    minutes += 1
    for (const { id, status } of world.fake.state.list('payout', () => true).items)
      if (status === 'processing') world.fake.endPayout(id, { to: 'processed' })
    await deliver(world.fake.takeEvents())
  }
  const review = await count(`from payout where status = 'review'`)
  const payouts = world.fake.state.list('payout', () => true).items
  const [{ tries }] = await query(
    `select coalesce(max(n), 0)::int as tries from
       (select count(*) as n from payout_attempt where outcome not in ('unsent', 'paid') group by payout_id) t`,
  )
  return {
    rounds,
    acknowledged: await paid(),
    lost: rounds - (await paid()),
    doubled: payouts.length - new Set(payouts.map(({ reference_id }) => reference_id)).size,
    problems: await app.verify(),
    note: `all paid ${minutes} minutes after its return, ${review} the team's; ${calls} calls in 40 minutes of silence, at most ${tries} tries of one payout counted`,
  }
})

interface WrongLine {
  readonly name: string
  readonly kind: string
  /** Of the payment, or of what the report has besides it. */
  readonly reference: (paymentId: string) => string
  readonly spoil: (line: FakeEntity) => void
}
const ofPayment = (paymentId: string) => paymentId
const WRONG_LINES: readonly WrongLine[] = [
  {
    ...{ name: 'short by a paisa', kind: 'amount', reference: ofPayment },
    spoil: (line) => Object.assign(line, { credit: line.credit - 1 }),
  },
  {
    ...{ name: 'missing', kind: 'ours_only', reference: ofPayment },
    spoil: (line) => world.fake.state.entities.delete(line.id),
  },
  {
    ...{ name: 'adjustment', kind: 'theirs_only', reference: (id) => `adj_${id}` },
    spoil: ({ id: _, created_at, ...line }) =>
      world.fake.state.add('recon', 'recon', {
        ...{ ...line, entity_id: `adj_${line.entity_id}`, type: 'adjustment', order_id: null },
        ...{ amount: 700, debit: 700, credit: 0, fee: 0, tax: 0 },
      }),
  },
  {
    ...{ name: 'another fee', kind: 'fee', reference: ofPayment },
    spoil: (line) =>
      Object.assign(line, { fee: line.fee + 118, tax: line.tax + 18, credit: line.credit - 118 }),
  },
]

fault('razorpay-settlements', { short: 40, full: 400 }, async ({ rounds, random }) => {
  await bulkDeals(rounds, 'agreed', "product_now() + interval '30 days'")
  await query(`update pay_in set provider = 'razorpay', instruction = '{"payee_name": "Amanat"}'`)
  for (let i = 0; i < rounds; i += 1) await app.call('GET', `/api/payments/pay-${i}/checkout`)
  for (const { provider_order_id } of await query('select provider_order_id from pay_in'))
    world.fake.pay(provider_order_id)
  // of every second payment we are not told: the report is the first to name it
  await deliver(world.fake.takeEvents().filter(() => random(2) === 0))
  settle(world.fake.state)
  const wrong = new Map<string, number>()
  let right = 0
  for (const line of world.fake.state.list('recon', () => true).items) {
    const what = WRONG_LINES[random(2 * WRONG_LINES.length)]
    const isFeeBooked = what === undefined || what.kind === 'theirs_only'
    if (isFeeBooked) right += 1
    if (!what) continue
    // a payment that neither the webhook nor the report names is asked for by another job
    const [{ isKnown }] = (
      await app.db.ownerPool.query(
        'select exists (select from deposit where provider_payment_id = $1) as "isKnown"',
        [line.entity_id],
      )
    ).rows
    what.spoil(line)
    if (isKnown || what.kind !== 'ours_only') wrong.set(`${what.kind} ${what.reference(line.entity_id)}`, 1)
  }
  world.fake.mood = badLine(random)
  for (let day = 0; day < 5; day += 1) {
    await app.advance('P1D')
    // two servers at once, until the bad line has let a report through
    for (let tries = 0; tries < 60; tries += 1) {
      const turns = await Promise.allSettled([readSettlements(context), readSettlements(context)])
      if (turns.every(({ status }) => status === 'fulfilled')) break
    }
  }
  const rows = await query(`select kind || ' ' || reference as row from discrepancy`)
  const rowsThere = new Set(rows.map(({ row }) => row))
  const booked = await count(`from transfer where kind = 'gateway_fee'`)
  return {
    rounds,
    acknowledged: right + wrong.size,
    lost: [...wrong.keys()].filter((row) => !rowsThere.has(row)).length + Math.max(0, right - booked),
    doubled: rows.length - wrong.size + Math.max(0, booked - right),
    problems: await app.verify(),
    note: `${right} fees booked, ${rows.length} discrepancies of ${WRONG_LINES.length} kinds`,
  }
})
