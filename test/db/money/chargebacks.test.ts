/** A payment that its payer disputes: what each report writes, in which order it comes, and what it changes of the deal. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#core/time.ts'
import { presentChargebacks } from '#server/services/money/chargebacks.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { type ChargebackReport, reportChargeback } from '#test/support/chargebacks.ts'
import { payoutOf } from '#test/support/payout-targets.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
})
const { query } = app
const PRICE = 150_000
async function funded(state: 'funded' | 'delivered' = 'funded'): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, state)
  return pair
}
const rowOf = async ({ formPk }: Pair) =>
  (await query('select * from chargeback where deal_id = $1', [formPk]))[0]
const report = ({ formPk }: Pair, over: ChargebackReport) => reportChargeback(app, formPk, over)
const frozenOf = async ({ formPk }: Pair) =>
  (await query('select frozen_since, due_at from deal where id = $1', [formPk]))[0]
const postingsOf = (pair: Pair) =>
  query(
    `select substr(t.id, length('chargeback:sandbox:disp-' || $1) + 2) as id, t.kind, -e.amount::int as paise
       from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
      where t.id like 'chargeback:sandbox:disp-' || $1 || ':%' and a.code like 'receivable:%' order by t.no`,
    [pair.formPk],
  )
const toldOf = async (who: Person, pair: Pair) =>
  (
    await query(
      `select key, title from notification where user_id = $1 and key like 'chargeback:%' || $2 || '%' order by id`,
      [who.id, pair.formPk],
    )
  ).map(({ key }) => key.split(':')[3])

describe('the first report', () => {
  it('is kept as it says, and stops the deal', async () => {
    const pair = await funded()
    await report(pair, { state: 'open', deductedPaise: 700, amountPaise: 900 })
    expect(await rowOf(pair)).toMatchObject({
      ...{
        provider: 'sandbox',
        dispute_id: `disp-${pair.formPk}`,
        user_id: pair.payer.id,
        phase: 'chargeback',
      },
      ...{ reason: 'not_received', state: 'open', amount_paise: 900, deducted_paise: 700, booked_paise: 700 },
      ...{ respond_by: new Date(Date.UTC(2030, 0, 15, 6, 30)), holds_deal: true, ended_at: null },
    })
    expect((await frozenOf(pair)).frozen_since).not.toBeNull()
    expect(await postingsOf(pair)).toEqual([{ id: 'open:700', kind: 'deposit_reversed', paise: 700 }])
    expect(await toldOf(admin, pair)).toEqual(['open'])
    expect(await toldOf(pair.payer, pair)).toEqual([])
  })
  it('stops a deal of whose payment a part was too much', async () => {
    const pair = await funded()
    await query(
      `update deposit set kind = 'over' from pay_in where pay_in.id = deposit.pay_in_id and deposit.deal_id = $1`,
      [pair.formPk],
    )
    await report(pair, { state: 'open', deductedPaise: 700, amountPaise: 900 })
    expect((await frozenOf(pair)).frozen_since).not.toBeNull()
  })
  it('without a day to answer has none', async () => {
    const pair = await funded()
    await report(pair, { state: 'open', respondBy: null })
    expect((await rowOf(pair)).respond_by).toBeNull()
    await report(pair, { state: 'under_review', respondBy: null })
    expect((await rowOf(pair)).respond_by).toBeNull()
  })
  it('that asks for papers alone stops nothing, also when it is told again', async () => {
    const pair = await funded()
    for (let n = 0; n < 2; n += 1) await report(pair, { state: 'open', phase: 'retrieval' })
    expect([(await frozenOf(pair)).frozen_since, (await rowOf(pair)).holds_deal]).toEqual([null, false])
    expect(await postingsOf(pair)).toEqual([])
  })
  it('that is over already holds nothing, and is told once as what it is', async () => {
    const pair = await funded()
    await report(pair, { state: 'won' })
    expect(await rowOf(pair)).toMatchObject({ state: 'won', holds_deal: false, ended_at: expect.any(Date) })
    expect(await toldOf(admin, pair)).toEqual(['won'])
  })
})

describe('a later report', () => {
  it.each<[string, ChargebackReport[], object]>([
    [
      'moves it on, and is no news before its end',
      [{ state: 'open' }, { state: 'under_review' }],
      { state: 'under_review', ended_at: null },
    ],
    [
      'that is older moves nothing back',
      [{ state: 'under_review' }, { state: 'open' }],
      { state: 'under_review' },
    ],
    [
      'says at last what it is about',
      [
        { state: 'open', phase: 'retrieval' },
        { state: 'open', phase: 'arbitration' },
      ],
      { phase: 'arbitration' },
    ],
    [
      'changes that no more',
      [
        { state: 'open', phase: 'chargeback' },
        { state: 'open', phase: 'arbitration' },
      ],
      { phase: 'chargeback' },
    ],
    [
      'changes that of one that is over no more',
      [
        { state: 'won', phase: 'retrieval' },
        { state: 'won', phase: 'chargeback' },
      ],
      { phase: 'retrieval' },
    ],
    [
      'has taken more',
      [
        { state: 'open', deductedPaise: 100 },
        { state: 'open', deductedPaise: 300 },
      ],
      { deducted_paise: 300, booked_paise: 300 },
    ],
    [
      'that is older has taken no less',
      [
        { state: 'open', deductedPaise: 300 },
        { state: 'open', deductedPaise: 100 },
      ],
      { deducted_paise: 300, booked_paise: 300 },
    ],
    [
      'has a later day to answer',
      [
        { state: 'open', respondBy: 1_000 },
        { state: 'open', respondBy: 9_000 },
      ],
      { respond_by: new Date(9_000) },
    ],
    [
      'that is older has no earlier day',
      [
        { state: 'open', respondBy: 9_000 },
        { state: 'open', respondBy: 1_000 },
      ],
      { respond_by: new Date(9_000) },
    ],
  ])('%s', async (_name, reports, row) => {
    const pair = await funded()
    for (const each of reports) await report(pair, each)
    expect(await rowOf(pair)).toMatchObject(row)
    expect((await toldOf(admin, pair)).length).toBe(1)
  })
})

describe('the end', () => {
  it('of its end keeps the moment of the first that said so', async () => {
    const pair = await funded()
    await report(pair, { state: 'closed' })
    const { ended_at } = await rowOf(pair)
    await app.advance('PT1H')
    await report(pair, { state: 'won' })
    expect(await rowOf(pair)).toMatchObject({ state: 'won', ended_at })
    expect(await toldOf(admin, pair)).toEqual(['closed', 'won'])
  })
  it('that it was won gives back what was booked, and lets the deal go on with its time', async () => {
    const pair = await funded()
    const { due_at } = await frozenOf(pair)
    await report(pair, { state: 'open', deductedPaise: PRICE })
    await app.advance('P1D')
    await report(pair, { state: 'won', deductedPaise: PRICE })
    expect(await postingsOf(pair)).toEqual([
      { id: `open:${PRICE}`, kind: 'deposit_reversed', paise: PRICE },
      { id: 'won:0', kind: 'deposit_reversed', paise: -PRICE },
    ])
    const after = await frozenOf(pair)
    expect(after.frozen_since).toBeNull()
    expect(Math.abs(after.due_at - due_at - DAY_MS)).toBeLessThan(60_000)
    expect(await toldOf(admin, pair)).toEqual(['open', 'won'])
  })
  it('that it was lost ends a deal whose money is gone, and one of a part lets it stand', async () => {
    const [whole, part] = [await funded(), await funded()]
    await report(whole, { state: 'lost', deductedPaise: PRICE })
    await report(part, { state: 'lost', deductedPaise: PRICE - 1 })
    expect((await look(app, whole.payer, whole.formPk)).status).toBe('refunded')
    expect((await look(app, part.payer, part.formPk)).status).toBe('funded')
    expect((await frozenOf(part)).frozen_since).not.toBeNull()
    const [row] = await query(
      'select amount_paise::int as paise, of_hold, user_id from deposit_reversal where deal_id = $1',
      [part.formPk],
    )
    expect(row).toEqual({ paise: PRICE - 1, of_hold: true, user_id: part.payer.id })
  })
  it('that it was lost without anything taken books nothing', async () => {
    const pair = await funded()
    await report(pair, { state: 'lost', deductedPaise: 0 })
    expect(await query('select from deposit_reversal where deal_id = $1', [pair.formPk])).toEqual([])
    expect([(await rowOf(pair)).holds_deal, (await look(app, pair.payer, pair.formPk)).status]).toEqual([
      true,
      'funded',
    ])
  })
  it('of a deal that has ended owes, and stops no deal', async () => {
    const pair = await funded()
    await take(app, pair.payee, pair.formPk, 'cancel')
    await report(pair, { state: 'lost' })
    expect([(await rowOf(pair)).holds_deal, (await frozenOf(pair)).frozen_since]).toEqual([false, null])
    expect(await payoutOf(app, pair, 'refund')).toMatchObject({
      status: 'held',
      held_because: ['taken_back'],
    })
  })
})

it('the team sees each with its evidence', async () => {
  const pair = await funded()
  await report(pair, { state: 'open', amountPaise: 900, deductedPaise: 700 })
  const rows = await actingAs(app, admin, presentChargebacks)
  const row = await rowOf(pair)
  expect(rows.find(({ form_pk }) => form_pk === pair.formPk)).toEqual({
    ...{
      provider: 'sandbox',
      dispute_id: row.dispute_id,
      payment_id: row.provider_payment_id,
      form_pk: pair.formPk,
    },
    ...{ payer: 'Asha Rao', phase: 'chargeback', reason: 'not_received', state: 'open', amount_paise: 900 },
    ...{ deducted_paise: 700, holds_deal: true, respond_by: '2030-01-15T12:00:00.000+05:30' },
    ...{ opened_at: expect.stringMatching(/\+05:30$/), ended_at: null },
    evidence_url: `/api/deals/${pair.formPk}/evidence.zip`,
  })
})
