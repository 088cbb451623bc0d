/** A dispute that was lost before the provider has taken the money, or all of it: what is taken later, in any order. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { type ChargebackReport, reportChargeback } from '#test/support/chargebacks.ts'
import { payoutOf } from '#test/support/payout-targets.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { permutations } from '#test/support/permutations.ts'

const app = useApp()
const admins: Person[] = []
beforeAll(async () => {
  admins.push(await teammate(app, 'Admin'), await teammate(app, 'Admin'))
})

const { query } = app
const PRICE = 150_000
const OPEN: ChargebackReport = { state: 'open' }
const lost = (deductedPaise: number): ChargebackReport => ({ state: 'lost', deductedPaise })

async function dealIn(status: 'funded' | 'delivered'): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, status)
  return pair
}
async function tell({ formPk }: Pair, reports: readonly ChargebackReport[]): Promise<void> {
  for (const report of reports) await reportChargeback(app, formPk, report)
}
async function end({ formPk }: Pair, outcome: 'charged_back' | 'goes_on'): Promise<void> {
  for (const { token } of admins) {
    const body = { outcome, note: 'The bank wrote to us' }
    const { status } = await app.call('POST', `/api/admin/frozen-deals/${formPk}/end`, { token, body })
    expect(status).toBe(200)
  }
}
const debtOf = async ({ payer }: Pair): Promise<number> =>
  Number((await query('select -balance_of($1) as paise', [`receivable:${payer.id}`]))[0].paise)
/** What stands in the books of the dispute, and what the deal knows to be taken. */
const takenOf = async ({ formPk }: Pair) =>
  (
    await query(
      `select booked_paise::int as booked,
              (select coalesce(sum(amount_paise), 0)::int from deposit_reversal r where r.deal_id = c.deal_id) as reversed
         from chargeback c where deal_id = $1`,
      [formPk],
    )
  )[0]
const payoutsOf = ({ formPk }: Pair) =>
  query('select party, purpose, amount_paise::int as paise from payout where deal_id = $1', [formPk])

const named = (orders: readonly ChargebackReport[][]): [string, ChargebackReport[]][] =>
  orders.map((order) => [
    order.map(({ state, deductedPaise = 0 }) => `${state} ${deductedPaise}`).join(', '),
    order,
  ])

describe('of a deal that holds the money, in every order', () => {
  it.each(named(permutations([OPEN, lost(0), lost(39_000), lost(PRICE)])))(
    'all of it in the end: %s',
    async (_name, order) => {
      const pair = await dealIn('funded')
      await tell(pair, [...order, ...order])
      expect(await takenOf(pair)).toEqual({ booked: PRICE, reversed: PRICE })
      expect(await look(app, pair.payer, pair.formPk)).toMatchObject({
        ...{ status: 'refunded', money: { held_paise: 0 } },
      })
      expect([await debtOf(pair), await payoutsOf(pair)]).toEqual([0, []])
    },
  )

  it.each(named(permutations([OPEN, lost(0), lost(39_000), lost(100_000)])))(
    'a part of it in the end, and two Admins end it as taken: %s',
    async (_name, order) => {
      const pair = await dealIn('funded')
      await tell(pair, [...order, ...order])
      expect(await takenOf(pair)).toEqual({ booked: 100_000, reversed: 100_000 })
      expect((await look(app, pair.payer, pair.formPk)).status).toBe('funded')
      await end(pair, 'charged_back')
      expect((await look(app, pair.payer, pair.formPk)).status).toBe('refunded')
      expect([await debtOf(pair), await payoutsOf(pair)]).toEqual([
        0,
        [{ party: 'payer', purpose: 'refund', paise: 50_000 }],
      ])
    },
  )

  it('what was taken while it was open is known to be taken once it is lost', async () => {
    const pair = await dealIn('funded')
    await tell(pair, [{ state: 'open', deductedPaise: 39_000 }, lost(0), lost(39_000), lost(PRICE)])
    expect(await takenOf(pair)).toEqual({ booked: PRICE, reversed: PRICE })
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('refunded')
  })

  it('two Admins let it go on while nothing was taken: the same report changes nothing, one of more stops it', async () => {
    const pair = await dealIn('delivered')
    await tell(pair, [lost(0)])
    await end(pair, 'goes_on')
    await tell(pair, [lost(0)])
    expect((await look(app, pair.payer, pair.formPk)).actions.length).toBeGreaterThan(0)
    await tell(pair, [lost(39_000)])
    expect((await look(app, pair.payer, pair.formPk)).actions).toEqual([])
    await end(pair, 'goes_on')
    await tell(pair, [lost(39_000)])
    expect((await look(app, pair.payer, pair.formPk)).actions.length).toBeGreaterThan(0)
  })

  it.each([
    ['at once', [lost(39_000)]],
    ['later', [lost(0), lost(39_000)]],
  ])('a part that is lost %s holds the deal when another dispute of it is won', async (_name, reports) => {
    const pair = await dealIn('funded')
    const disputeId = `other-${pair.formPk}`
    await tell(pair, [{ ...OPEN, disputeId }, ...reports, { state: 'won', disputeId }])
    expect((await look(app, pair.payer, pair.formPk)).actions).toEqual([])
    await end(pair, 'charged_back')
    expect([await debtOf(pair), await payoutsOf(pair)]).toEqual([
      0,
      [{ party: 'payer', purpose: 'refund', paise: 111_000 }],
    ])
  })
})

describe('of a deal that has ended', () => {
  it('what has not left waits once something is taken', async () => {
    const pair = await dealIn('delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await tell(pair, [lost(0)])
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'queued' })
    await tell(pair, [lost(PRICE), lost(PRICE)])
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['taken_back'] })
    expect([await takenOf(pair), await debtOf(pair)]).toEqual([{ booked: PRICE, reversed: PRICE }, PRICE])
  })

  it('what is taken after two Admins ended it as taken in part is owed, and waits to be sent to nobody', async () => {
    const pair = await dealIn('funded')
    await tell(pair, [lost(39_000)])
    await end(pair, 'charged_back')
    await tell(pair, [lost(PRICE)])
    expect([await takenOf(pair), await debtOf(pair)]).toEqual([{ booked: PRICE, reversed: PRICE }, 111_000])
    expect(await payoutOf(app, pair, 'refund')).toMatchObject({
      ...{ status: 'held', held_because: ['taken_back'] },
    })
  })
})

it('the books add up after all of these', async () => {
  expect(await app.verify()).toEqual([])
})
