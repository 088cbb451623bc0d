// Parts of a message one after the other: each begins where the one before ended, and ends where it says.
import { describe, expect, it } from 'vitest'
import { MAX_STATEMENT_LINES, UnreadableStatement } from './lines.ts'
import { joinParts, type StatementPart, type UnbalancedLine } from './running.ts'

const line = (paise: number, day = 2): UnbalancedLine => ({
  date: `2026-11-0${day}`,
  valueDate: null,
  dir: paise > 0 ? 'C' : 'D',
  amountPaise: Math.abs(paise),
  narration: '',
  ref: '',
})
const part = (opening: number | null, closing: number | null, ...lines: UnbalancedLine[]): StatementPart => ({
  account: '1234',
  openingPaise: opening,
  closingPaise: closing,
  lines,
})
const outcomeOf = (...parts: StatementPart[]): unknown => {
  try {
    const { openingPaise, closingPaise, lines } = joinParts('mt940', parts)
    return [openingPaise, ...lines.map(({ balancePaise }) => balancePaise), closingPaise]
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.reason
    throw error
  }
}

describe('balances run', () => {
  it.each<[string, StatementPart[], unknown]>([
    ['from the opening', [part(100, null, line(50), line(-20))], [100, 150, 130, 130]],
    ['back from the closing', [part(null, 130, line(50), line(-20))], [100, 150, 130, 130]],
    ['from an opening of nothing', [part(0, 50, line(50))], [0, 50, 50]],
    ['back from a closing of nothing', [part(null, 0, line(-50))], [50, 0, 0]],
    ['over parts', [part(100, 150, line(50)), part(150, 130, line(-20))], [100, 150, 130, 130]],
    [
      'over a part that says nothing',
      [part(100, null, line(50)), part(null, null, line(-20))],
      [100, 150, 130, 130],
    ],
    ['newest first', [part(100, 130, line(-20, 3), line(50, 2))], [100, 150, 130, 130]],
    ['as they stand within a day', [part(100, 130, line(-20), line(50))], [100, 80, 130, 130]],
    ['not without any balance', [part(null, null, line(50))], 'balance_broken'],
    ['not to another closing', [part(100, 151, line(50))], 'balance_broken'],
    ['not to a closing of nothing', [part(100, 0, line(50))], 'balance_broken'],
    ['not from another opening', [part(100, 150, line(50)), part(151, null, line(-20))], 'balance_broken'],
    [
      'not over a gap that its own closing hides',
      [part(100, 150, line(50)), part(160, 140, line(-20))],
      'balance_broken',
    ],
    ['not without a line', [part(100, 100), part(100, 100)], 'no_lines'],
    ['over a part without a line', [part(100, 100), part(100, 150, line(50))], [100, 150, 150]],
  ])('%s', (_, parts, outcome) => {
    expect(outcomeOf(...parts)).toEqual(outcome)
  })
})

describe('the account', () => {
  const of = (account: string): StatementPart => ({ ...part(0, null, line(1)), account })
  it('is one, whatever its zeros and dashes', () => {
    expect(joinParts('camt053', [of('0012-34')]).accounts).toEqual(['1234'])
    expect(outcomeOf(of('001234'), { ...of('1234'), openingPaise: null })).toEqual([0, 1, 2, 2])
  })
  it('is not two', () => {
    expect(outcomeOf(of('1234'), { ...of('1235'), openingPaise: 1 })).toBe('several_accounts')
  })
})

it('has no more lines than a file may', () => {
  const lines = Array.from({ length: MAX_STATEMENT_LINES }, () => line(1))
  expect(outcomeOf(part(0, MAX_STATEMENT_LINES, ...lines))).toHaveLength(MAX_STATEMENT_LINES + 2)
  expect(outcomeOf(part(0, null, ...lines), part(null, null, line(1)))).toBe('too_many_lines')
})
