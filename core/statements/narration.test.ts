// What the words of a bank say of a payment. Each row is a narration as a bank writes it.
import { describe, expect, test } from 'vitest'
import { type NarrationFacts, readNarration } from './narration.ts'
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
    ['INW REM USD 100', 'C', 'foreign'],
    ['IRM 5', 'C', 'foreign'],
    ['AFIRC', 'C', null],
    ['INTEREST ON BALANCE', 'C', 'interest'],
    ['INTER BANK', 'C', null],
    ['IMPS-123456789012-INTEREST', 'C', null],
    ['INTEREST 50200012345678', 'C', 'interest'],
    ['INTEREST 000000000000', 'C', 'interest'],
    ['UPI SETTLEMENTS', 'C', null],
    ['UPI FEES', 'D', 'charges'],
    ['COMMISSIONED', 'D', null],
    ['IMPS-123456789012-FEE', 'D', null],
    ['FEE', 'C', null],
  ] as const)('%s (%s) is %s', (narration, dir, kind) => {
    expect(read(narration, { dir }).class).toBe(kind)
  })
})

describe('what it names', () => {
  test.each<readonly [string, Partial<NarrationFacts>]>([
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
    ...['REVERSAL', 'REVERSED', 'RTN', 'RETURNED', 'REJECTED'].map(
      (word) => [`NEFT ${word}/1`, { isReversal: true }] as const,
    ),
    ['UPI-TD7K2M9QXA-PY7K2M9QXB', { codes: ['TD7K2M9QXA', 'PY7K2M9QXB'] }],
    ['TD7K2M9QXA TD7K2M9QXA', { codes: ['TD7K2M9QXA'], cuts: [] }],
    ['TD7K2M TD7K2M', { cuts: ['TD7K2M'] }],
    ['XTD7K2M9QXA TD7K2M9QXAX', { codes: [] }],
    ['TD7K2 TD7', { cuts: ['TD7K2'] }],
    ['1@ok 9876543210@ybl ASHA', { utrs: [], codes: [] }],
    ['123456789012@ybl', { utrs: [] }],
    ['asha.rao9@ybl2 BY', { words: new Set(['BY']) }],
    ['ASHA  RAO', { words: new Set(['ASHA', 'RAO']), squeezed: 'ASHARAO' }],
    ['A/B*C:D,E;F|G(H)I-J', { parts: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] }],
    ['TO XX123 XXX123456 X1234 XX12 XX1234567', { accountTails: ['123', '123456'] }],
    ['NEFT HDFCN12345678901 HDFCR5202611021234567', { utrs: ['HDFCN12345678901'] }],
    ['IMPS-050200012345678-ASHA', { utrs: [] }],
  ])('%s', (narration, facts) => expect(read(narration)).toMatchObject(facts))

  test('the column beside it may have the number alone', () => {
    expect(read('UPI ASHA', { ref: '0000123456789012' }).utrs).toEqual(['123456789012'])
    expect(read('UPI ASHA', { ref: 'UPI-123456789012' }).utrs).toEqual(['123456789012'])
    expect(read('UPI ASHA', { ref: 'A123456789012' }).utrs).toEqual([])
    expect(read('UPI ASHA', { ref: '1234567890123' }).utrs).toEqual([])
    expect(read('UPI ASHA', { ref: ' imps-123456789012 ' }).utrs).toEqual(['123456789012'])
    expect(read('UPI ASHA', { ref: 'hdfcn12345678901' }).utrs).toEqual(['HDFCN12345678901'])
    expect(read('123456789012', { ref: '123456789012' }).utrs).toEqual(['123456789012'])
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
