/** What is withheld of a payee's money for the State: by which rule, from whom, in which place; and what is foreseen of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import type { TaxSettings } from '#core/tax/tax-settings.ts'
import { readTaxSettings } from '#server/config/operator-content.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import {
  foreseeWithholding,
  NOTHING_WITHHELD,
  withheldPaise,
  withhold,
  withholds,
} from '#server/services/money/withhold-tax.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { offerServices, type Pair, type Person, person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
const { query } = app
const file = readTaxSettings()
const tds: TaxSettings['tds'] = [
  {
    from: '2020-01-01',
    section: '194-O',
    rate_bp: 10,
    rate_without_pan_bp: 500,
    threshold_paise: 0,
    threshold_for: ['P'],
  },
]
const on = { ...file, gstin: '27AAPFU0939F1ZV', tan: 'MUMA12345B', tds, collects_tcs: true }
const PARTS = { payeePaise: paise(1_900_000), commissionPaise: paise(100_000) }
const as = <T>(work: Parameters<typeof actingAs<T>>[2], tax: TaxSettings = on) =>
  actingAs(app, team, work, { settings: { tax } })
const tell = (who: Person, details: { state: string; gstin?: string; pan?: string }) =>
  query(`insert into tax_person values ($1, 'Rao Design', 'MG Road', '411001', $2, $3, $4, now())`, [
    ...[who.id, details.state, details.gstin ?? null, details.pan ?? null],
  ])
const COMPANY = { state: '29', gstin: '29AAGCB7383J1Z4' }
const dealOf = (pair: Pair, over: Partial<DealRow> = {}) =>
  ({ id: pair.formPk, payer_id: pair.payer.id, payee_id: pair.payee.id, ...over }) as DealRow
/** What is written and answered; taken back, since the ledger has no release of it. */
async function withheldOf(
  pair: Pair,
  {
    over = {},
    parts = PARTS,
    tax = on,
  }: { over?: Partial<DealRow>; parts?: typeof PARTS; tax?: TaxSettings } = {},
) {
  class TakenBack extends Error {}
  const result: { answer?: unknown; rows: Record<string, unknown>[] } = { rows: [] }
  await as(async (ctx) => {
    result.answer = await withhold(ctx, dealOf(pair, over), parts)
    result.rows = await ctx.tx
      .selectFrom('withheld_tax')
      .selectAll()
      .where('deal_id', '=', pair.formPk)
      .orderBy('tax')
      .execute()
    throw new TakenBack()
  }, tax).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
  return result
}
const rowsOf = ({ formPk }: Pair) =>
  query('select * from withheld_tax where deal_id = $1 order by tax', [formPk])

describe('from a person', () => {
  it('with a PAN the usual rate, with the reason null', async () => {
    const pair = await offerServices(app)
    await tell(pair.payee, { state: '27', pan: 'ABCPD1234E' })
    const { answer, rows } = await withheldOf(pair)
    expect(answer).toEqual({ tdsPaise: 2_000, tcsPaise: 0, reason: null })
    expect(rows).toEqual([
      expect.objectContaining({
        ...{
          tax: 'tds',
          section: '194-O',
          user_id: pair.payee.id,
          pan: 'ABCPD1234E',
          reason: null,
          place_of_supply: null,
        },
        ...{ gross_paise: 2_000_000, base_paise: 2_000_000, rate_bp: 10, tax_paise: 2_000 },
        ...{
          year: expect.stringMatching(/^\d\d-\d\d$/),
          payee: { name: 'Rao Design', address: 'MG Road', pin: '411001', state: '27', gstin: null },
        },
      }),
    ])
  })
  it('without one the higher rate', async () => {
    const { answer, rows } = await withheldOf(await offerServices(app))
    expect(answer).toEqual({ tdsPaise: 100_000, tcsPaise: 0, reason: 'no_pan' })
    expect(rows[0]?.payee).toMatchObject({ name: 'Asha Rao', state: null })
  })
  it('nothing where they get nothing, or where there is nobody', async () => {
    const pair = await offerServices(app)
    const nothing = { answer: NOTHING_WITHHELD, rows: [] }
    expect(await withheldOf(pair, { parts: { ...PARTS, payeePaise: paise(0) } })).toEqual(nothing)
    expect(await withheldOf(pair, { over: { payee_id: null } })).toEqual(nothing)
  })
  it('no more than they are paid', async () => {
    const parts = { payeePaise: paise(10), commissionPaise: paise(1_999_990) }
    expect((await withheldOf(await offerServices(app), { parts })).answer).toMatchObject({ tdsPaise: 10 })
  })
})

describe('from a registered supplier', () => {
  it.each<[string, { state: string } | null, object]>([
    [
      'to another State',
      { state: '27' },
      { cgst_paise: 0, sgst_paise: 0, igst_paise: 10_000, place_of_supply: '27', is_place_assumed: false },
    ],
    [
      'within a State',
      { state: '29' },
      { cgst_paise: 5_000, sgst_paise: 5_000, igst_paise: 0, place_of_supply: '29', is_place_assumed: false },
    ],
    [
      'to somebody who has not said where they live',
      null,
      { cgst_paise: 5_000, sgst_paise: 5_000, igst_paise: 0, place_of_supply: '29', is_place_assumed: true },
    ],
  ])('%s both taxes', async (_name, payer, place) => {
    const pair = await offerServices(app)
    await tell(pair.payee, COMPANY)
    if (payer) await tell(pair.payer, payer)
    const { answer, rows } = await withheldOf(pair)
    expect(answer).toEqual({ tdsPaise: 2_000, tcsPaise: 10_000, reason: null })
    expect(rows).toMatchObject([
      {
        tax: 'tcs',
        section: '52',
        reason: null,
        rate_bp: 50,
        base_paise: 2_000_000,
        tax_paise: 10_000,
        pan: 'AAGCB7383J',
        ...place,
      },
      { tax: 'tds', pan: 'AAGCB7383J' },
    ])
  })
  it('of a deal without a payer the place is assumed', async () => {
    const pair = await offerServices(app)
    await tell(pair.payee, COMPANY)
    const { rows } = await withheldOf(pair, { over: { payer_id: null } })
    expect(rows[0]).toMatchObject({ place_of_supply: '29', is_place_assumed: true })
  })
  it('what is not switched on is not withheld', async () => {
    const pair = await offerServices(app)
    await tell(pair.payee, COMPANY)
    const [noTds, noTcs] = [
      await withheldOf(pair, { tax: { ...on, tan: null } }),
      await withheldOf(pair, { tax: { ...on, collects_tcs: false } }),
    ]
    expect(noTds.answer).toEqual({ tdsPaise: 0, tcsPaise: 10_000, reason: null })
    expect(noTcs.answer).toEqual({ tdsPaise: 2_000, tcsPaise: 0, reason: null })
    expect([noTds.rows.length, noTcs.rows.length]).toEqual([1, 1])
  })
})

it.each([
  ['both', on, true],
  ['one of them', { ...on, tan: null }, true],
  ['the other', { ...on, collects_tcs: false }, true],
  ['none', { ...on, tan: null, collects_tcs: false }, false],
])('with %s switched on tax is withheld: %s', async (_name, tax, isOn) =>
  expect(await as(async (ctx) => withholds(ctx), tax)).toBe(isOn),
)

it('what a release would withhold is foreseen, and nothing is written', async () => {
  const pair = await offerServices(app)
  await tell(pair.payee, COMPANY)
  const foresee = (payeeId: number | null, tax: TaxSettings = on) =>
    as((ctx) => foreseeWithholding(ctx, { ...dealOf(pair), payeeId }, PARTS), tax)
  expect(await foresee(pair.payee.id)).toEqual({ tdsPaise: 2_000, tcsPaise: 10_000, reason: null })
  expect(await foresee(null)).toBeNull()
  expect(await foresee(pair.payee.id, { ...on, tan: null, collects_tcs: false })).toBeNull()
  expect(await rowsOf(pair)).toEqual([])
  expect(withheldPaise({ tdsPaise: paise(2), tcsPaise: paise(3), reason: null })).toBe(5)
})

it('two deals of one payee in one transaction are withheld one after the other', async () => {
  const payee = await person(app, 'Service_Provider')
  const deals = [await offerServices(app), await offerServices(app)]
  const limited = { ...on, tds: tds.map((rule) => ({ ...rule, threshold_paise: 3_000_000 })) }
  await tell(payee, { state: '27', pan: 'ABCPD1234E' })
  let parts: unknown
  const ended = as(async (ctx) => {
    parts = await Promise.all(deals.map((pair) => withhold(ctx, dealOf(pair, { payee_id: payee.id }), PARTS)))
    throw new Error('taken back')
  }, limited)
  await expect(ended).rejects.toThrow('taken back')
  expect(parts).toEqual([
    { tdsPaise: 0, tcsPaise: 0, reason: 'below_threshold' },
    { tdsPaise: 4_000, tcsPaise: 0, reason: null },
  ])
})
