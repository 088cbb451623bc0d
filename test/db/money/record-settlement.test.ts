/** What a provider has sent to the bank: kept as it tells it, and named by a line of the statement. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountCode } from '#core/accounts.ts'
import { istDay } from '#core/time.ts'
import {
  bookSettlement,
  findSettlementOfLine,
  recordSettlement,
} from '#server/services/money/record-settlement.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const { query } = app
const as = <T>(work: Parameters<typeof actingAs<T>>[2]) => actingAs(app, team, work)

describe('a settlement', () => {
  const settled = (over: object = {}) => ({
    ...{
      provider: 'razorpay',
      settlementId: randomUUID(),
      utr: 'HDFCN52026112401',
      amountPaise: 90_000,
      day: '2026-01-02',
      ...over,
    },
  })
  const rowOf = async (id: string) =>
    (await query('select * from settlement where settlement_id = $1', [id]))[0]
  const line = (narration: string, over: object = {}) => ({
    ...{ bank_account_id: 'bank', position: 1, narration, ref: '', amount_paise: 90_000, ...over },
  })
  it('is kept as the provider tells it, but not of a day that is to come', async () => {
    const [known, ahead] = [settled(), settled({ utr: null, day: '2099-01-01' })]
    for (const each of [known, ahead]) await as((ctx) => recordSettlement(ctx, each))
    expect(await rowOf(known.settlementId)).toMatchObject({
      provider: 'razorpay',
      utr: 'HDFCN52026112401',
      amount_paise: 90_000,
      bank_account_id: null,
    })
    const [{ day }] = await query('select day::text from settlement where settlement_id = $1', [
      ahead.settlementId,
    ])
    expect(day).toBe(istDay(Date.now()))
  })
  it('told again with another amount is a discrepancy, and the first stands', async () => {
    const first = settled({ utr: null })
    for (const amountPaise of [90_000, 90_000, 80_000])
      await as((ctx) => recordSettlement(ctx, { ...first, amountPaise }))
    expect((await rowOf(first.settlementId)).amount_paise).toBe(90_000)
    const rows = await query(
      'select kind, type, provider, ours_paise::int as ours, theirs_paise::int as theirs from discrepancy where reference = $1',
      [first.settlementId],
    )
    expect(rows).toEqual([
      { kind: 'settlement', type: 'settlement', provider: 'razorpay', ours: 90_000, theirs: 80_000 },
    ])
  })
  it.each<[string, string, string, boolean]>([
    ['by its number', 'NEFT CR AXIS12345678 RAZORPAY', 'AXIS12345678', true],
    ['by its number that the bank has cut in two', 'NEFT axis-1234 5678', 'AXIS12345678', true],
    ['not by another', 'NEFT CR AXIS99999999', 'AXIS12345678', false],
    ['not by a number so short that it may be chance', 'NEFT 123456789', '123456789', false],
    ['by the shortest that may not', 'NEFT 1234567890', '1234567890', true],
    ['not by none', 'NEFT CR', '', false],
  ])('is named by a line of the bank %s', async (_name, narration, utr, isNamed) => {
    const own = settled({ utr: utr || null, settlementId: `named-${randomUUID()}` })
    await as((ctx) => recordSettlement(ctx, own))
    const row = await as((ctx) => findSettlementOfLine(ctx, line(narration)))
    expect(row?.utr === own.utr && row !== undefined).toBe(isNamed)
  })
  it('of which the line has another amount is a discrepancy, and of none nothing', async () => {
    const own = settled({ utr: 'SBIN00112233' })
    await as((ctx) => recordSettlement(ctx, own))
    const book = (narration: string, paise: number) =>
      as((ctx) =>
        bookSettlement(ctx, line(narration, { amount_paise: paise }), {
          id: randomUUID(),
          from: 'suspense' as AccountCode,
        }),
      )
    expect(await book('NEFT SBIN00112233', 89_999)).toBeNull()
    const rows = await query('select theirs_paise::int as theirs from discrepancy where reference = $1', [
      own.settlementId,
    ])
    expect(rows).toEqual([{ theirs: 89_999 }])
    expect(await book('NEFT of somebody', 90_000)).toBeNull()
  })
})
