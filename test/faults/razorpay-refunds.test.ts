// Refunds that Razorpay takes and cannot make, over a bad line: each waits for a target of its payer, and is paid there once.
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { sealAddress } from '#server/services/money/payout-address.ts'
import { resumePayouts } from '#server/services/money/resume-payouts.ts'
import type { FakeEntity } from '#test/support/fakes/razorpay/state.ts'
import { testLog } from '#test/support/logs.ts'
import { teammate } from '#test/support/people.ts'
import { badLine } from './support/bad-line.ts'
import { fault, shuffle } from './support/fault.ts'
import { useRazorpay } from './support/razorpay.ts'

const { app, settings, world, query, count, bulkDeals, workOff, deliver } = useRazorpay()
const payoutsAtFake = (): FakeEntity[] => world.fake.state.list('payout', () => true).items
/** Beyond the first of each key. */
function paidTwice(): number {
  const keys = payoutsAtFake().map(({ reference_id }) => reference_id)
  return keys.length - new Set(keys).size
}

fault('razorpay-refunds-failed', { short: 20, full: 300 }, async ({ rounds, random }) => {
  await bulkDeals(rounds, 'agreed', "product_now() + interval '30 days'")
  await query(`update pay_in set provider = 'razorpay', instruction = '{"payee_name": "Amanat"}'`)
  for (let i = 0; i < rounds; i += 1) await app.call('GET', `/api/payments/pay-${i}/checkout`)
  for (const { provider_order_id } of await query('select provider_order_id from pay_in'))
    world.fake.pay(provider_order_id)
  await deliver(world.fake.takeEvents())
  // nobody delivers: all goes back
  await query(`update deal set due_at = product_now() - interval '1 second' where status = 'funded'`)
  await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: testLog })
  world.fake.mood = badLine(random)
  const refunds = () => world.fake.state.list('refund', () => true).items
  const open = (status = "('queued', 'sent', 'failed')") => count(`from payout where status in ${status}`)
  // some fail at once, some after they were asked about; each is told up to three times, or found by asking
  for (let turn = 0; turn < 60 && (await open()) > 0; turn += 1) {
    await workOff('payout')
    for (const { id, status } of refunds())
      if (status === 'pending' && random(2) === 0) world.fake.endRefund(id, 'failed')
    const events = world.fake.takeEvents()
    await deliver(
      shuffle(
        events.flatMap((event) => Array.from({ length: random(4) }, () => event)),
        random,
      ),
    )
  }
  const turned = await count(
    `from payout where status = 'held' and by_transfer and held_because = '{no_target}' and generation > 1`,
  )
  const timesOf = new Map<string, number>()
  for (const { payment_id } of refunds()) timesOf.set(payment_id, (timesOf.get(payment_id) ?? 0) + 1)
  const [{ user_id }] = await query('select user_id from payout limit 1')
  // a target of theirs, which two Admins have let every one of them go to
  const { address_sealed, address_hash } = await app.db.runInTransaction((tx) =>
    sealAddress({ tx, settings }, user_id, 'asha@okbank'),
  )
  await query(
    `insert into payout_target (id, user_id, kind, address_sealed, address_masked, address_hash, bank_name, name_matches, created_at,
       usable_from, freeze_hash)
     select 'target', $1, 'upi', $2, '••••asha@okbank', $3, 'ASHA RAO', true, product_now(),
       product_now(), decode(repeat('02', 32), 'hex')`,
    [user_id, address_sealed, address_hash],
  )
  await app.db.runInTransaction((tx, now) => resumePayouts({ tx, now, settings }, user_id))
  const waiting = await query(`select id from payout where held_because = '{four_eyes}'`)
  const admins = [await teammate(app, 'Admin'), await teammate(app, 'Admin')]
  for (const { id } of waiting)
    for (const { token } of admins) await app.call('POST', `/api/admin/payouts/${id}/release-hold`, { token })
  for (let turn = 0; turn < 60 && (await open()) > 0; turn += 1) {
    await workOff('payout')
    for (const { id, status } of payoutsAtFake())
      if (status === 'processing') world.fake.endPayout(id, { to: 'processed' })
  }
  const paid = await count(`from payout where status = 'paid'`)
  const review = await open("('review')")
  return {
    ...{ rounds, acknowledged: paid },
    lost: rounds - paid - review,
    doubled:
      paidTwice() +
      [...timesOf.values()].filter((times) => times > 1).length +
      Math.max(0, payoutsAtFake().length - paid - review),
    problems: await app.verify(),
    note: `${turned} waited for a target, ${waiting.length} for two Admins, ${review} in the end to the team`,
  }
})
