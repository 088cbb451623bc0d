/** What money that comes for a pay-in counts as. */
import { describe, expect, it } from 'vitest'
import { type DepositOutcome, depositOutcome, isPayable } from './deposits.ts'
import { STATUSES } from './lifecycle/states.ts'

describe('a deposit', () => {
  it.each([
    ['open', true, 999, 'short'],
    ['open', true, 1_000, 'applied'],
    ['open', true, 1_001, 'over'],
    // the state of the deal has moved on before its pay-ins were closed
    ['open', false, 1_000, 'late'],
    ['failed', true, 1_000, 'applied'],
    ['closed', true, 1_000, 'late'],
    ['closed', true, 999, 'late'],
    ['paid', true, 1_000, 'double'],
    ['paid', false, 999, 'double'],
  ] satisfies [string, boolean, number, DepositOutcome][])(
    'for one of 1,000 paise that is %s (due: %s): %i paise are %s',
    (status, isDue, receivedPaise, outcome) =>
      expect(depositOutcome({ status, isDue, amountPaise: 1_000 }, receivedPaise)).toBe(outcome),
  )
})

describe('payable', () => {
  it.each([
    ['amount', ['agreed']],
    ['fee', ['disputed', 'negotiating']],
  ] as const)('is the %s while the table has a row for it', (purpose, states) =>
    expect(STATUSES.filter((status) => isPayable(purpose, status))).toEqual(states),
  )
})
