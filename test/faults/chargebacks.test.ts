// A payer disputes a payment with their bank in the same moment in which the deal ends by its deadline.
import { HELD } from '#core/lifecycle/states.ts'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { type ChargebackReport, reportChargeback } from '#test/support/chargebacks.ts'
import { testLog } from '#test/support/logs.ts'
import { bringTo, offerShopping, type Pair, teammate } from '#test/support/people.ts'
import { bringToStatus, exists } from '#test/support/stages.ts'
import { fault, shuffle } from './support/fault.ts'

const app = useApp({}, 'test')
const { query } = app
const AMOUNT = 150_000

const report = ({ formPk }: Pair, state: ChargebackReport['state']) =>
  reportChargeback(app, formPk, { state })

/** What holds once the bank has opened it, whoever was first: nothing leaves of a payment that is disputed. */
async function wrongWhileOpen({ formPk }: Pair): Promise<string[]> {
  const [deal] = await query(
    `select status, frozen_since is not null as frozen, balance_of('hold:' || id)::int as held,
            (select coalesce(json_agg(status), '[]') from payout where deal_id = deal.id) as payouts
       from deal where id = $1`,
    [formPk],
  )
  const isHeld = deal.frozen && deal.held === AMOUNT && deal.payouts.length === 0
  const isReleased = deal.status === 'released' && deal.held === 0 && deal.payouts.join() === 'held'
  return isHeld || isReleased ? [] : [JSON.stringify(deal)]
}

/** And when it is lost: the seller is not paid out of a deal that held the money, or the payer owes what the bank took. */
async function wrongWhenLost({ formPk, payer }: Pair): Promise<string[]> {
  const [deal] = await query(
    `select status, balance_of('hold:' || id)::int as held, balance_of('receivable:' || $2)::int as owed,
            (select coalesce(json_agg(status), '[]') from payout where deal_id = deal.id) as payouts
       from deal where id = $1`,
    [formPk, payer.id],
  )
  const isBack = deal.status === 'refunded' && deal.owed === 0 && deal.payouts.length === 0
  const isOwed = deal.status === 'released' && deal.owed === -AMOUNT && deal.payouts.join() === 'held'
  return deal.held === 0 && (isBack || isOwed) ? [] : [JSON.stringify(deal)]
}

fault('chargeback-or-release', { short: 15, full: 600 }, async ({ rounds, random }) => {
  const problems: string[] = []
  const results = { frozen: 0, released: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    // the deadline passes while the reports are on their way
    await query(`update deal set due_at = product_now() + $2 * interval '1 millisecond' where id = $1`, [
      ...[pair.formPk, random(12)],
    ])
    const lapse = () =>
      applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings: testSettings, log: testLog })
    const acts = [lapse, lapse, () => report(pair, 'open'), () => report(pair, 'open')]
    await Promise.all(shuffle(acts, random).map((act) => act()))
    await app.advance('PT1S')
    await app.runJobs()
    problems.push(...(await wrongWhileOpen(pair)))
    const [{ status }] = await query('select status from deal where id = $1', [pair.formPk])
    results[status === 'released' ? 'released' : 'frozen'] += 1
    const ends = shuffle(['under_review', 'lost', 'lost', 'open'] as const, random)
    for (const state of ends) await report(pair, state)
    await app.runJobs()
    problems.push(...(await wrongWhenLost(pair)))
  }
  for (const problem of problems.slice(0, 5)) console.error(problem)
  return {
    ...{ rounds, acknowledged: rounds, lost: problems.length, doubled: 0 },
    problems: await app.verify(),
    note: `${results.released} had been released, ${results.frozen} stood still; all were lost in the end`,
  }
})

const STATES = HELD.filter((status) => exists('shopping', status))
const ENDS = ['won', 'lost', 'closed'] as const

/** A lost one ends the deal with nothing to pay; any other leaves it as it was. */
async function wrongEnd({ formPk, payer }: Pair, was: string, end: (typeof ENDS)[number]): Promise<string[]> {
  const [deal] = await query(
    `select status, frozen_since is not null as frozen, balance_of('hold:' || id)::int as held,
            balance_of('receivable:' || $2)::int as owed,
            (select count(*)::int from payout where deal_id = deal.id and purpose <> 'fee_back') as payouts,
            (select count(*)::int from deal_event where deal_id = deal.id and name = 'charged_back') as ends
       from deal where id = $1`,
    [formPk, payer.id],
  )
  const isRight =
    end === 'lost'
      ? deal.status === 'refunded' && deal.held === 0 && deal.payouts === 0 && deal.ends === 1
      : deal.status === was && deal.held === AMOUNT && deal.ends === 0
  return isRight && !deal.frozen && deal.owed === 0 ? [] : [JSON.stringify({ was, end, ...deal })]
}

fault('chargeback-orders', { short: 22, full: 660 }, async ({ rounds, random }) => {
  const team = await teammate(app)
  const problems: string[] = []
  const ended = { won: 0, lost: 0, closed: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const status = STATES[round % STATES.length] ?? 'funded'
    const pair = await offerShopping(app)
    await bringToStatus(app, { ...pair, team, track: 'shopping' }, status)
    const end = ENDS[random(ENDS.length)] ?? 'lost'
    ended[end] += 1
    // each is told at once to two servers, and some come again later
    const order = shuffle(['open', 'under_review', end, end, 'open'] as const, random)
    for (const state of order) await Promise.all([report(pair, state), report(pair, state)])
    await app.runJobs()
    problems.push(...(await wrongEnd(pair, status, end)))
  }
  for (const problem of problems.slice(0, 5)) console.error(problem)
  return {
    ...{ rounds, acknowledged: rounds, lost: problems.length, doubled: 0 },
    problems: await app.verify(),
    note: `${STATES.length} states; ${ended.won} won, ${ended.lost} lost, ${ended.closed} closed, each told ten times`,
  }
})
