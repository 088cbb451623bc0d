// What the words of a bank say of a payment. Each row is a narration as a bank writes it.
import { describe, expect, test } from 'vitest'
import { readNarration } from './narration.ts'
import { isFrom, isFromOther, namesAnyWord, namesVpa } from './people.ts'

const ACCOUNT = '50200012345678'
const read = (narration: string, over: { dir?: 'C' | 'D'; ref?: string; own?: string[] } = {}) =>
  readNarration(
    { narration, ref: over.ref ?? '', dir: over.dir ?? 'C' },
    ACCOUNT,
    over.own ?? ['AMANAT OP', ' '],
  )

describe('the kind of a line', () => {
  test.each([
    ['NEFT CR-AMANAT OP-CAPITAL', 'C', 'own'],
    ['NEFT CR-SOMEBODY', 'C', null],
    ['INT.PD:01-08-2026 TO 31-10-2026', 'C', 'interest'],
    ['UPI-ASHA-asha@okbank-INTEREST', 'C', null],
    ['INWARD REM USD 100', 'C', 'foreign'],
    ['FIRC 12', 'C', 'foreign'],
    ['UPI SETTLEMENT 021126', 'C', 'lump'],
    ['SMS CHGS QTR', 'D', 'charges'],
    ['GST ON CHARGES', 'D', 'charges'],
    ['UPI-ASHA-asha@okbank-FEE', 'D', null],
    ['AMANAT OP', 'D', null],
    ['CASH', 'D', null],
  ] as const)('%s (%s) is %s', (narration, dir, kind) => {
    expect(read(narration, { dir }).class).toBe(kind)
  })
})

describe('what it names', () => {
  test.each([
    ['UPI-ASHA-asha.rao@okbank-TD7K2M9QXA', { codes: ['TD7K2M9QXA'] }],
    ['UPI-ASHA-TD 7K2M9QXA', { codes: ['TD7K2M9QXA'] }],
    ['UPI-ASHA-TD7K2M', { codes: [], cuts: ['TD7K2M'] }],
    ['UPI-TD7K2M9QXA@okbank-ASHA', { codes: [] }],
    ['IMPS-123456789012-ASHA', { utrs: ['123456789012'] }],
    ['IMPS-000000000000-ASHA', { utrs: [] }],
    ['IMPS-1234567890123-ASHA', { utrs: [] }],
    ['NEFT HDFCR52026110212345678 ASHA', { utrs: ['HDFCR52026110212345678'] }],
    ['TRF FROM XXXX2379', { accountTails: ['2379'] }],
    ['REV-UPI-123456789012', { isReversal: true }],
    ['REVATHI PAYS', { isReversal: false }],
    ['NEFT RETURN', { isReversal: true }],
  ])('%s', (narration, facts) => expect(read(narration)).toMatchObject(facts))

  test('the column beside it may have the number alone', () => {
    expect(read('UPI ASHA', { ref: '0000123456789012' }).utrs).toEqual(['123456789012'])
    expect(read('UPI ASHA', { ref: 'UPI-123456789012' }).utrs).toEqual(['123456789012'])
    expect(read('UPI ASHA', { ref: 'A123456789012' }).utrs).toEqual([])
  })
})

describe('who it speaks of', () => {
  const asha = { name: 'Asha Rao', vpa: 'arao.shop@okbank' }
  test.each([
    ['their first name', 'UPI-ASHA-XX', true, false],
    ['their last name alone', 'UPI-RAO-XX', false, false],
    ['both', 'UPI-RAO ASHA-XX', true, false],
    ['their address', 'UPI/arao.shop@okbank/XX', true, false],
    ['their address, cut', 'UPI/arao.shop@/XX', true, false],
    ['too little of it', 'UPI/arao.sh/XX', false, false],
    ['the address of another', 'UPI/mohan.das@okbank/XX', false, true],
    ['the address of another beside their last name', 'UPI/RAO/mohan.das@okbank', false, false],
    ['a number before the @', 'UPI/9876543210@okbank/XX', false, false],
    ['nobody', 'CASH DEPOSIT', false, false],
  ])('%s', (_, narration, from, other) => {
    const facts = read(narration)
    expect([isFrom(facts, asha), isFromOther(facts, asha)]).toEqual([from, other])
  })

  test('nobody is known by nothing', () => {
    const facts = read('UPI/mohan.das@okbank/XX')
    const unknown = { name: null, vpa: null }
    expect([isFrom(facts, unknown), isFromOther(facts, unknown)]).toEqual([false, false])
    expect([namesVpa(facts, null), namesAnyWord(facts, null)]).toEqual([false, false])
  })
})
