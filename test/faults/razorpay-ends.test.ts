// How payouts over a pretended Razorpay end: paid and sent back, in any order; an account without money; commits that are lost.
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { PayoutEnd } from '#test/support/fakes/razorpay/payouts.ts'
import type { FakeEntity } from '#test/support/fakes/razorpay/state.ts'
import { testLog } from '#test/support/logs.ts'
import { wrongClock } from './support/bad-line.ts'
import { fault, shuffle } from './support/fault.ts'
import { MortalProcess } from './support/mortal-process.ts'
import { useRazorpay } from './support/razorpay.ts'

const { app, settings, world, query, count, bulkDeals, workOff, deliver, context } = useRazorpay()

/** So many payouts that wait to be sent. */
async function owed(rounds: number): Promise<void> {
  await bulkDeals(rounds, 'delivered', "product_now() - interval '1 second'")
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: testLog })
}
const payoutsAtFake = (): FakeEntity[] => world.fake.state.list('payout', () => true).items
/** Beyond the first of each key. */
function paidTwice(): number {
  const keys = payoutsAtFake().map(({ reference_id }) => reference_id)
  return keys.length - new Set(keys).size
}

const ENDS: readonly (readonly PayoutEnd['to'][])[] = [
  ['processed'],
  ['processed', 'reversed'],
  ['processed', 'reversed', 'reversed'],
  ['failed'],
  ['failed', 'reversed'],
  ['reversed'],
]

fault('razorpay-reversals', { short: 60, full: 1_500 }, async ({ rounds, random }) => {
  world.fake.state.now = wrongClock(random)
  await owed(rounds)
  await workOff('payout')
  world.fake.takeEvents()
  let ends = 0
  for (const { id } of payoutsAtFake())
    for (const to of ENDS[random(ENDS.length)] ?? []) {
      world.fake.endPayout(id, { to })
      ends += 1
    }
  // each is told at least once, up to three times, in any order; the job asks between
  const events = world.fake
    .takeEvents()
    .flatMap((event) => Array.from({ length: 1 + random(3) }, () => event))
  const order = shuffle(events, random)
  const half = Math.floor(order.length / 2)
  const answered = await deliver(order.slice(0, half))
  await workOff('payout')
  const rest = await deliver(order.slice(half))
  await workOff('payout')
  const rows = await query(`
    select p.id, p.status, (select count(*)::int from payout s where s.replaces = p.id) as successors
      from payout p where p.replaces is null`)
  // a key begins with the payout's id
  const statusAtFake = new Map(
    payoutsAtFake().map(({ reference_id, status }) => [
      String(reference_id).slice(0, rows[0]?.id.length),
      status,
    ]),
  )
  const isRight = (row: (typeof rows)[number]): boolean => {
    if (statusAtFake.get(row.id) === 'processed') return row.status === 'paid' && row.successors === 0
    return row.status === 'returned' ? row.successors === 1 : row.status === 'review' && row.successors === 0
  }
  const wrong = rows.filter((row) => !isRight(row))
  for (const row of wrong.slice(0, 5)) console.error(row, statusAtFake.get(row.id))
  const returned = rows.filter(({ status }) => status === 'returned').length
  const note = `${ends} ends told ${events.length} times, ${returned} came back after they were paid`
  return {
    ...{ rounds, acknowledged: rows.length, note, doubled: paidTwice() },
    lost: wrong.length + (rounds - rows.length) + (events.length - answered - rest),
    problems: await app.verify(),
  }
})

fault('razorpay-empty-account', { short: 30, full: 500 }, async ({ rounds, random }) => {
  world.fake.state.balance = 0
  await owed(rounds)
  // days without money, each turn as if the wait before were over
  for (let turn = 0; turn < 9; turn += 1) await workOff('payout')
  const before = payoutsAtFake().length
  const tried = await count(`from payout where status not in ('queued', 'failed')`)
  let topUps = 0
  for (let turn = 0; turn < 200 && payoutsAtFake().length < rounds; turn += 1) {
    world.fake.state.balance += 150_000 * (1 + random(20))
    topUps += 1
    await workOff('payout')
  }
  for (const { id } of payoutsAtFake()) world.fake.endPayout(id, { to: 'processed' })
  await deliver(world.fake.takeEvents())
  const paid = await count(`from payout where status = 'paid'`)
  const note = `${topUps} top-ups after nine rounds of tries; ${tried} had used theirs up`
  return {
    ...{ rounds, acknowledged: paid, lost: rounds - paid + tried, doubled: before + paidTwice(), note },
    problems: await app.verify(),
  }
})

fault('razorpay-commit-lost', { short: 50, full: 600 }, async ({ rounds, random }) => {
  await owed(rounds)
  let [before, after] = [0, 0]
  const runInTransaction: typeof context.runInTransaction = async (fn, ...others) => {
    const turn = random(8)
    if (turn === 0) {
      // the disk is full, or the connection is gone, before the commit
      before += 1
      return context.runInTransaction(
        async (...given) => {
          await fn(...given)
          throw new Error('no space left on device')
        },
        ...others,
      )
    }
    const result = await context.runInTransaction(fn, ...others)
    if (turn !== 1) return result
    after += 1
    throw new Error('Connection terminated unexpectedly')
  }
  const open = () => count(`from payout where status in ('queued', 'sent', 'failed')`)
  for (let turn = 0; turn < 60 + 3 * rounds && (await open()) > 0; turn += 1) {
    // a turn ends with the first error outside a payout; what a process leaves behind is claimed again when its lease ends
    await workOff('payout', { runInTransaction }).catch(() => {})
    for (const { id, status } of payoutsAtFake())
      if (status === 'processing') world.fake.endPayout(id, { to: 'processed' })
    world.fake.takeEvents()
  }
  const [paid, review] = [
    await count(`from payout where status = 'paid'`),
    await count(`from payout where status = 'review'`),
  ]
  const note = `${before} commits did not happen, of ${after} nobody was told; ${review} in the end to the team`
  return {
    ...{ rounds, acknowledged: paid, lost: rounds - paid - review, note },
    doubled: paidTwice() + Math.max(0, payoutsAtFake().length - paid - review),
    problems: await app.verify(),
  }
})

/** One that lives and one that is killed at one of its awaits, which is another in each round, at the same payout. */
fault('razorpay-process-killed', { short: 50, full: 500 }, async ({ rounds }) => {
  await owed(rounds)
  await query(`update payout set next_try_at = 'infinity'`)
  const ids = (await query('select id from payout order by id')).map(({ id }) => id)
  const razorpay = context.rails.get('razorpay')
  if (!razorpay) throw new Error('no rail')
  const runAs = (process: MortalProcess) =>
    process.run(() =>
      runBatch(
        payoutQueue({
          ...{ runInTransaction: process.runInTransaction, settings },
          rails: new Map([['razorpay', process.calls(razorpay)]]),
        }),
        testLog,
      ),
    )
  const due = (id: string) => query('update payout set next_try_at = clock_timestamp() where id = $1', [id])
  const alone = new MortalProcess(app.db.url, -1)
  await due(ids[0])
  await runAs(alone)
  const { points } = alone
  await alone.end()
  let kills = 0
  for (const [round, id] of ids.entries()) {
    await due(id)
    const [mortal, other] = [new MortalProcess(app.db.url, round % points), new MortalProcess(app.db.url, -1)]
    await Promise.all([runAs(mortal), runAs(other)])
    if (mortal.isDead) kills += 1
    else await mortal.end()
    // the lease of what the dead one had is over, twice where it is asked for first
    for (let n = 0; n < 3; n += 1) {
      await query(
        `update payout set next_try_at = clock_timestamp() where id = $1 and status in ('queued', 'sent', 'failed')`,
        [id],
      )
      await runAs(other)
    }
    await other.end()
  }
  for (const { id, status } of payoutsAtFake())
    if (status === 'processing') world.fake.endPayout(id, { to: 'processed' })
  await deliver(world.fake.takeEvents())
  const paid = await count(`from payout where status = 'paid'`)
  const keys = world.fake.calls.flatMap((call) => /^POST \/v1\/payouts (.+)$/.exec(call)?.[1] ?? [])
  return {
    ...{
      rounds,
      acknowledged: paid,
      lost: rounds - paid,
      doubled: paidTwice() + new Set(keys).size - rounds,
    },
    problems: await app.verify(),
    note: `${kills} killed, at each of ${points} awaits; ${keys.length - new Set(keys).size} keys were sent again`,
  }
})
