/** What people owe us: whom it stops, how two Admins give it up, and that nothing is set off where there is none. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { presentDebts, requireNoDebt, setOffDebt, writeOffDebt } from '#server/services/money/debts.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { reportChargeback, takeBack } from '#test/support/chargebacks.ts'
import { bringTo, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  other = await teammate(app, 'Admin')
})
const { query } = app
const PRICE = 150_000
async function funded(): Promise<Pair> {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  return pair
}
async function debtor(paise = PRICE): Promise<Pair> {
  const pair = await funded()
  await take(app, pair.payee, pair.formPk, 'cancel')
  await takeBack(app, pair.formPk, paise)
  return pair
}
const writeOff = (who: Person, { payer }: Pair, amount_paise = PRICE, note = 'gone') =>
  actingAs(app, who, (ctx) => writeOffDebt(ctx, payer.id, { amount_paise, note }))

describe('what somebody owes us', () => {
  it('lets them pay in no new deal, and nobody else', async () => {
    const pair = await debtor(1)
    await expect(actingAs(app, pair.payer, requireNoDebt)).rejects.toMatchObject({ code: 'debt_open' })
    await actingAs(app, pair.payee, requireNoDebt)
  })
  it('that may still come back lets them', async () => {
    const pair = await funded()
    await takeBack(app, pair.formPk)
    await actingAs(app, pair.payer, requireNoDebt)
  })
  it('is written off by two who say the same, each time with its note', async () => {
    const pair = await debtor()
    expect(await writeOff(admin, pair)).toEqual({ state: 'asked' })
    await expect(writeOff(admin, pair)).rejects.toMatchObject({ code: 'forbidden' })
    const shown = async (who: Person) =>
      (await actingAs(app, who, presentDebts)).find(({ user_id }) => user_id === pair.payer.id)
    expect(await shown(admin)).toEqual({
      ...{ user_id: pair.payer.id, name: 'Asha Rao', form_pk: pair.formPk, note: 'gone', owed_paise: PRICE },
      ...{ pending_paise: 0, asked_by: 'Asha', asked_paise: PRICE, mine: true },
      deals: [{ form_pk: pair.formPk, amount_paise: PRICE }],
    })
    expect((await shown(other))?.mine).toBe(false)
    expect(await writeOff(other, pair, PRICE, 'agreed')).toEqual({ state: 'written_off' })
    expect((await auditOf(app, pair.payer.id)).slice(-2)).toEqual([
      expect.objectContaining({
        action: 'write_off_asked',
        actor_id: admin.id,
        subject_type: 'user',
        after: { amount_paise: PRICE, note: 'gone' },
      }),
      expect.objectContaining({
        action: 'debt_written_off',
        actor_id: other.id,
        after: { amount_paise: PRICE, note: 'agreed' },
      }),
    ])
    const [row] = await query(
      'select agreed_by, agreed_at, transfer_id, id from write_off where user_id = $1',
      [pair.payer.id],
    )
    expect(row).toMatchObject({
      agreed_by: other.id,
      agreed_at: expect.any(Date),
      transfer_id: `write_off:${row.id}`,
    })
    const [posting] = await query('select kind from transfer where id = $1', [row.transfer_id])
    expect(posting).toEqual({ kind: 'written_off' })
    expect(await shown(admin)).toBeUndefined()
    await expect(writeOff(admin, pair)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the deals that a debt comes from', () => {
  /** Two funded deals of one payer. */
  async function twice(): Promise<[Pair, Pair]> {
    const first = await funded()
    const { body } = await app.call('POST', '/api/transactions/shopping/', {
      token: first.payer.token,
      body: {
        ...{ service_details: 'Lamp', amount: PRICE / 100, cpty_phone: first.payee.phone },
        cpty_company: first.payee.business,
      },
    })
    const second = { ...first, formPk: body.form_pk }
    await bringTo(app, second, 'funded')
    return [first, second]
  }
  const dealsOf = async ({ payer }: Pair) =>
    (await actingAs(app, admin, presentDebts)).find(({ user_id }) => user_id === payer.id)?.deals
  const end = async (pair: Pair) => take(app, pair.payee, pair.formPk, 'cancel')

  it('are all that a bank has taken back, the first one first', async () => {
    const [first, second] = await twice()
    // both before a bank takes anything: a refund would be set against the debt
    for (const pair of [first, second]) await end(pair)
    for (const pair of [first, second]) await takeBack(app, pair.formPk, PRICE)
    expect(await dealsOf(first)).toEqual([
      { form_pk: first.formPk, amount_paise: PRICE },
      { form_pk: second.formPk, amount_paise: PRICE },
    ])
    // what is paid of it counts for the first one
    await query(`select post($1, 'deposit_reversed', null, null, $2, $3)`, [
      randomUUID(),
      ['gateway:sandbox', `receivable:${first.payer.id}`],
      [-PRICE - 50, PRICE + 50],
    ])
    expect(await dealsOf(first)).toEqual([{ form_pk: second.formPk, amount_paise: PRICE - 50 }])
  })
  it('are not one that paid for itself, though its bank took back last', async () => {
    const [first, second] = await twice()
    await end(first)
    await takeBack(app, first.formPk, PRICE)
    // all of what the deal holds: it ends, and what it held is set against what was taken
    await reportChargeback(app, second.formPk, { state: 'lost' })
    expect(await dealsOf(first)).toEqual([{ form_pk: first.formPk, amount_paise: PRICE }])
  })
  it('are one whose dispute is open, once money was taken for it', async () => {
    const [first] = await twice()
    await reportChargeback(app, first.formPk, { state: 'under_review', deductedPaise: 700 })
    expect(await dealsOf(first)).toEqual([{ form_pk: first.formPk, amount_paise: 700 }])
  })
})

describe('a write-off', () => {
  it('is written off whole, by nobody for themselves, and only where there is any', async () => {
    const pair = await debtor()
    await expect(writeOff(admin, pair, PRICE - 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      actingAs(app, pair.payer, (ctx) =>
        writeOffDebt(ctx, pair.payer.id, { amount_paise: PRICE, note: 'x' }),
      ),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      actingAs(app, admin, (ctx) => writeOffDebt(ctx, 999_999, { amount_paise: 1, note: 'x' })),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
  it('of which another amount was said is asked anew', async () => {
    const pair = await debtor(100)
    await writeOff(admin, pair, 100)
    await query(`select post($1, 'deposit_reversed', null, null, $2, $3)`, [
      randomUUID(),
      ['gateway:sandbox', `receivable:${pair.payer.id}`],
      [50, -50],
    ])
    expect(await writeOff(other, pair, 150)).toEqual({ state: 'asked' })
    expect(
      await query('select asked_by, amount_paise::int as paise from write_off where user_id = $1', [
        pair.payer.id,
      ]),
    ).toEqual([{ asked_by: other.id, paise: 150 }])
  })
  it('none of it is set off where there is none', async () => {
    const pair = await funded()
    const owed = { dealId: pair.formPk, userId: pair.payee.id, purpose: 'release', amountPaise: 100 } as const
    expect(await actingAs(app, admin, (ctx) => setOffDebt(ctx, owed))).toBe(0)
    expect(await query(`select from transfer where kind = 'set_off'`)).toEqual([])
  })
})
