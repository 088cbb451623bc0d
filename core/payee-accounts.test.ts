import { expect, it } from 'vitest'
import { ACCOUNT_COOLING_MS, ACCOUNT_STATES, payeeWait } from './payee-accounts.ts'

it('a payee can be paid once the account has been activated for a day, and in no other state', () => {
  const at = 1_000_000
  expect(payeeWait(null, at)).toBe('missing')
  for (const state of ACCOUNT_STATES.filter((each) => each !== 'activated'))
    expect(payeeWait({ state, activatedAt: 0 }, at + ACCOUNT_COOLING_MS)).toBe(state)
  const activated = { state: 'activated', activatedAt: at } as const
  expect(payeeWait(activated, at + ACCOUNT_COOLING_MS - 1)).toBe('cooling')
  expect(payeeWait(activated, at + ACCOUNT_COOLING_MS)).toBeNull()
  expect(payeeWait({ ...activated, activatedAt: null }, at)).toBe('cooling')
})
