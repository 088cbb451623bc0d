// Whose a file may be, and what is said of one that cannot be read.
import { describe, expect, it } from 'vitest'
import { bareAccount, mayBeOf, signedPaise, UnreadableStatement } from './lines.ts'

describe('a file may be of an account', () => {
  it.each([
    [[], '037505012379', true],
    [['037505012379'], '037505012379', true],
    [['37505012379'], '037505012379', true],
    [['0000-3750 5012379'], '037505012379', true],
    [['XXXX2379'], '037505012379', true],
    [['xx2379'], '037505012379', true],
    [['**2379'], '037505012379', true],
    [['99999999', 'XXXX2379'], '037505012379', true],
    [['XXXX2379', '99999999'], '037505012379', true],
    [['XXXX2378'], '037505012379', false],
    [['XX0375'], '037505012379', false],
    [['2379'], '037505012379', false],
    [['2379XX'], '037505012379', false],
    [['99999999', '88888888'], '037505012379', false],
  ])('%j and %s: %s', (accounts, account, may) => {
    expect(mayBeOf({ accounts }, account)).toBe(may)
  })
})

it.each([
  ['0012-34', '1234'],
  ['1200', '1200'],
  ['100 200', '100200'],
  ['', ''],
])('the digits that count of %j are %j', (account, bare) => {
  expect(bareAccount(account)).toBe(bare)
})

it('money in counts up and money out down', () => {
  expect(signedPaise({ dir: 'C', amountPaise: 5 })).toBe(5)
  expect(signedPaise({ dir: 'D', amountPaise: 5 })).toBe(-5)
})

it('an unreadable file says why, and in which row where it is one', () => {
  expect(new UnreadableStatement('bad_row', 3)).toMatchObject({
    name: 'UnreadableStatement',
    message: 'bad_row in row 3',
    row: 3,
  })
  expect(new UnreadableStatement('no_table')).toMatchObject({ message: 'no_table', row: null })
})
