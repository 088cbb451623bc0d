// content/tax.json and what people say of themselves for their papers: whose rule counts on which day, and which State.
import { describe, expect, test } from 'vitest'
import { taxDetailsFields } from './paper-party.ts'
import { feeRuleOn, parseTaxSettings, supplierState, tcsRuleOn, tdsRuleOn } from './tax-settings.ts'

const rule = (from: string, rate_bp: number) => ({
  ...{ from, rate_bp, sac: '996211' },
  description: { en: 'Commission', hi: 'कमीशन' },
})
const file = (rules: readonly unknown[], gstin: string | null = null) => ({
  gstin,
  fees: { commission: rules, dispute_fee: [rule('2017-07-01', 1_800)] },
})
const settingsOf = (rules: readonly unknown[], gstin: string | null = null) => {
  const { data, error } = parseTaxSettings(file(rules, gstin))
  if (!data) throw error
  return data
}

describe('the rule of a day', () => {
  const settings = settingsOf([rule('2026-04-01', 1_200), rule('2017-07-01', 1_800)])
  test.each([
    ['before the first has begun, the first', '2010-01-01', 1_800],
    ['the day before the change', '2026-03-31', 1_800],
    ['the day of the change', '2026-04-01', 1_200],
    ['later', '2030-01-01', 1_200],
  ])('%s', (_, day, rate) => expect(feeRuleOn(settings, 'commission', day).rate_bp).toBe(rate))

  test('each fee has its own', () => {
    expect(feeRuleOn(settings, 'dispute_fee', '2026-04-01').rate_bp).toBe(1_800)
  })
})

describe('the file is refused', () => {
  test.each([
    ['without a rule', [], null],
    ['with a rate that two heads cannot share', [rule('2026-04-01', 1_801)], null],
    ['with a rate above 40 %', [rule('2026-04-01', 4_002)], null],
    ['with a negative rate', [rule('2026-04-01', -2)], null],
    ['with a code of five digits', [{ ...rule('2026-04-01', 1_800), sac: '99621' }], null],
    ['with a day that is none', [rule('2026-02-30', 1_800)], null],
    ['with a GSTIN whose check sign is wrong', [rule('2026-04-01', 1_800)], '27AAPFU0939F1ZX'],
  ])('%s', (_, rules, gstin) => expect(parseTaxSettings(file(rules, gstin)).success).toBe(false))
})

test('the State of the operator is that of the GSTIN', () => {
  expect(supplierState(settingsOf([rule('2026-04-01', 1_800)], '27AAPFU0939F1ZV'))).toBe('27')
  expect(supplierState(settingsOf([rule('2026-04-01', 1_800)]))).toBeNull()
})

describe('what is withheld on a day', () => {
  const tds = (from: string, section: string) => ({
    ...{ from, section, rate_bp: 10, rate_without_pan_bp: 500 },
    ...{ threshold_paise: 50_000_000, threshold_for: ['P', 'H'] },
  })
  const tcs = (from: string, rate_bp: number) => ({ from, section: '52', rate_bp })
  const parse = (over: object) =>
    parseTaxSettings({
      ...file([rule('2017-07-01', 1_800)], '27AAPFU0939F1ZV'),
      ...{ tan: 'MUMA12345B', tds: [tds('2026-04-01', '393'), tds('2024-10-01', '194-O')] },
      ...{ collects_tcs: true, tcs: [tcs('2024-07-10', 50)] },
      ...over,
    })
  const of = (over: object = {}) => {
    const { data, error } = parse(over)
    if (!data) throw error
    return data
  }
  test.each([
    ['before any rule', '2024-07-09', undefined, undefined],
    ['TCS alone', '2024-07-10', undefined, '52'],
    ['TDS by the old law', '2026-03-31', '194-O', '52'],
    ['TDS by the new law', '2026-04-01', '393', '52'],
  ])('%s', (_, day, oldest, gst) =>
    expect([tdsRuleOn(of(), day)?.section, tcsRuleOn(of(), day)?.section]).toEqual([oldest, gst]),
  )

  test('nothing without a TAN, and nothing without the switch', () => {
    expect(tdsRuleOn(of({ tan: null }), '2026-11-05')).toBeNull()
    expect(tcsRuleOn(of({ collects_tcs: false }), '2026-11-05')).toBeNull()
    const plain = settingsOf([rule('2017-07-01', 1_800)])
    expect([tdsRuleOn(plain, '2026-11-05'), tcsRuleOn(plain, '2026-11-05')]).toEqual([null, null])
  })

  test.each([
    ['a TAN that is none', { tan: 'MUMA1234B' }],
    ['a TAN with a letter more', { tan: 'MUMA12345BX' }],
    ['a TAN without a rule', { tds: [] }],
    ['TCS without a rule', { tcs: [] }],
    ['TCS without a GSTIN', { gstin: null }],
    ['a rate of TCS that two heads cannot share', { tcs: [tcs('2024-07-10', 51)] }],
    ['a kind of PAN of two signs', { tds: [{ ...tds('2024-10-01', '194-O'), threshold_for: ['PH'] }] }],
  ])('%s is refused', (_, over) => expect(parse(over).success).toBe(false))
})

describe('what a person says for their papers', () => {
  const details = { name: 'Ravi Traders', address: '12 MG Road, Pune', pin: '411001', state: '27' }
  const messagesOf = (over: Record<string, unknown>) =>
    taxDetailsFields
      .safeParse({ ...details, ...over })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  test.each([
    ['no GSTIN', {}, []],
    ['an empty one', { gstin: '' }, []],
    ['one of the State, in small letters', { gstin: '27aapfu0939f1zv' }, []],
    ['one of another State', { gstin: '27AAPFU0939F1ZV', state: '29' }, [['state', 'gstin_state']]],
    ['one that is none', { gstin: '27AAPFU0939F1ZX' }, [['gstin', 'gstin']]],
    ['a PAN, in small letters', { pan: 'aapfu0939f' }, []],
    ['one that is none', { pan: 'AAPDU0939F' }, [['pan', 'pan']]],
    [
      'a PAN that is not the one in the GSTIN',
      { gstin: '27AAPFU0939F1ZV', pan: 'ABCPD1234E' },
      [['pan', 'gstin_pan']],
    ],
    ['no name', { name: ' ' }, [['name', 'required']]],
    ['no name at all', { name: undefined }, [['name', 'required']]],
    ['a name of 121 letters', { name: 'a'.repeat(121) }, [['name', 'max:120']]],
    ['an address of 301 letters', { address: 'a'.repeat(301) }, [['address', 'max:300']]],
    ['a PIN that begins with 0', { pin: '011001' }, [['pin', 'pin']]],
    ['a PIN with spaces around it', { pin: ' 411001 ' }, []],
    ['a PIN of seven digits', { pin: '4110010' }, [['pin', 'pin']]],
    ['no PIN', { pin: undefined }, [['pin', 'required']]],
    ['a State that is none', { state: '99' }, [['state', 'select']]],
    ['no State', { state: undefined }, [['state', 'required']]],
  ])('%s', (_, over, messages) => expect(messagesOf(over)).toEqual(messages))
})
