// Where a file joins what is known: the same line, the day it begins in, and what no file may leave out or change.
import { describe, expect, it } from 'vitest'
import type { BankStatement, StatementLine } from './lines.ts'
import { type KnownAccount, keyLines, mergeStatement } from './merge.ts'

const ACCOUNT = '50200012345678'
const OPENING = 100_000

/** `2 +100 A`: on the 2nd ₹100 came in, called A. */
function linesOf(opening: number, ...rows: string[]): StatementLine[] {
  let balancePaise = opening
  return rows.map((row) => {
    const [day = '', amount = '', ...narration] = row.split(' ')
    const paise = Number(amount) * 100
    balancePaise += paise
    return {
      date: `2026-11-${day.padStart(2, '0')}`,
      valueDate: null,
      dir: paise > 0 ? 'C' : 'D',
      amountPaise: Math.abs(paise),
      balancePaise,
      narration: narration.join(' '),
      ref: '',
    }
  })
}
const known = (...rows: string[]): KnownAccount => ({
  account: ACCOUNT,
  openingPaise: OPENING,
  lines: keyLines(ACCOUNT, linesOf(OPENING, ...rows)),
})
const file = (opening: number, ...rows: string[]): BankStatement => {
  const lines = linesOf(opening, ...rows)
  const closingPaise = lines.at(-1)?.balancePaise ?? opening
  return { format: 'csv', accounts: [ACCOUNT], openingPaise: opening, closingPaise, lines }
}
/** The narrations of the new lines, or the problem and its days. */
function outcomeOf(account: KnownAccount, statement: BankStatement): string {
  const { problem, days, newLines } = mergeStatement(account, statement)
  return problem
    ? [problem, ...days.map((day) => day.slice(8))].join(' ')
    : newLines.map((l) => l.narration).join()
}

const THREE = ['2 +100 A', '3 -50 B', '3 +20 C'] as const
const LONG = 'UPI ASHA RAO 1234567890'

describe('a file', () => {
  it.each<[string, KnownAccount, BankStatement, string]>([
    ['for an account of which nothing is known', known(), file(OPENING, ...THREE), 'A,B,C'],
    ['that does not begin where the account opened', known(), file(OPENING + 1, ...THREE), 'gap 02'],
    ['known already', known(...THREE), file(OPENING, ...THREE), 'nothing_new'],
    ['known in part', known(...THREE), file(OPENING, ...THREE, '4 +5 D'), 'D'],
    ['that is a piece of what is known', known(...THREE), file(OPENING + 10_000, '3 -50 B'), 'nothing_new'],
    ['that follows', known(...THREE), file(OPENING + 7_000, '4 +5 D'), 'D'],
    ['that leaves lines out', known(...THREE), file(OPENING + 9_000, '4 +5 D'), 'gap 03 04'],
    ['that begins before', known(...THREE), file(OPENING - 500, '1 +5 Z', ...THREE), 'gap 03 02'],
    ['of days before', known(...THREE), file(OPENING - 500, '1 +5 Z'), 'gap 01 02'],
    ['with an amount changed', known(...THREE), file(OPENING, '2 +100 A', '3 -51 B'), 'conflict 03'],
    ['with a name changed', known(...THREE), file(OPENING, '2 +100 Z', '3 -50 B', '3 +20 C'), 'conflict 02'],
    ['with a line left out', known(...THREE), file(OPENING, '2 +100 A', '3 +20 C'), 'conflict 03'],
    [
      'with a line more amid them',
      known(...THREE),
      file(OPENING, '2 +100 A', '2 +1 X', '3 -50 B'),
      'conflict 02',
    ],
    ['that begins within a day', known(...THREE), file(OPENING + 5_000, '3 +20 C', '4 +5 D'), 'D'],
    ['that goes on within the last day', known(...THREE), file(OPENING + 7_000, '3 +5 D'), 'D'],
    ['that goes on within it elsewhere', known(...THREE), file(OPENING + 7_100, '3 +5 D'), 'conflict 03'],
    [
      'of a day without lines between two',
      known('2 +100 A', '5 +1 B'),
      file(OPENING + 10_000, '3 +1 X'),
      'conflict 03',
    ],
    // the longest overlap: nothing that is known counts twice
    [
      'of a day that comes back to its balance',
      known('2 +1 A', '2 -1 A'),
      file(OPENING, '2 +1 A', '2 -1 A', '2 +1 A'),
      'A',
    ],
  ])('%s', (_, account, statement, outcome) => {
    expect(outcomeOf(account, statement)).toBe(outcome)
  })

  it('of another account is not taken', () => {
    const statement = { ...file(OPENING, ...THREE), accounts: ['99999999'] }
    expect(outcomeOf(known(), statement)).toBe('wrong_account')
  })
})

describe('a narration is the same', () => {
  it.each([
    ['UPI-ASHA', 'upi asha'],
    ['UPI/ASHA/1', 'UPI ASHA 1'],
    [LONG, `${LONG} PAYS`],
    [`${LONG} PAYS`, LONG],
  ])('%s and %s', (one, other) => {
    expect(outcomeOf(known(`2 +100 ${one}`), file(OPENING, `2 +100 ${other}`))).toBe('nothing_new')
  })
  it.each([
    ['UPI ASHA', 'UPI ASHA R'],
    ['UPI ASHA R', 'UPI ASHA'],
    [LONG, `X${LONG}`],
    ['UPI ASHA 1', 'UPI ASHA 2'],
    // nineteen letters and digits, and twenty of them
    [LONG.slice(0, 22), LONG],
  ])('not %s and %s', (one, other) => {
    expect(outcomeOf(known(`2 +100 ${one}`), file(OPENING, `2 +100 ${other}`))).toBe('conflict 02')
  })
  it('from twenty letters and digits on', () => {
    const twenty = 'ABCDEFGHIJ1234567890'
    expect(outcomeOf(known(`2 +100 ${twenty}`), file(OPENING, `2 +100 ${twenty}X`))).toBe('nothing_new')
    const nineteen = twenty.slice(1)
    expect(outcomeOf(known(`2 +100 ${nineteen}`), file(OPENING, `2 +100 ${nineteen}X`))).toBe('conflict 02')
  })
})

describe('the key of a line', () => {
  it('counts lines that are alike, those before among them', () => {
    const alike = linesOf(OPENING, '2 +1 A', '2 -1 B', '2 +1 C')
    const keys = keyLines(ACCOUNT, alike).map(({ key }) => key)
    expect(keys).toEqual([
      `${ACCOUNT}|2026-11-02|C|100|100100|1`,
      `${ACCOUNT}|2026-11-02|D|100|100000|1`,
      `${ACCOUNT}|2026-11-02|C|100|100100|2`,
    ])
    expect(keyLines(ACCOUNT, alike.slice(0, 1), alike).map(({ key }) => key.at(-1))).toEqual(['3'])
  })
})
