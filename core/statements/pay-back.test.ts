import { describe, expect, test } from 'vitest'
import { accountAddress } from '#core/account-address.ts'
import { readNarration } from './narration.ts'
import { isShownSource, payBackFrom, shownVpa } from './pay-back.ts'

const factsOf = (narration: string) => readNarration({ narration, ref: '', dir: 'C' }, '50200012345678', [])
const ACCOUNT = accountAddress('912010012344321', 'UTIB0000123')

describe('the account that a line came from', () => {
  test.each([
    ['UPI-ASHA-asha.rao@okbank-630652236221', 'asha.rao@okbank', true],
    ['UPI-ASHA-asha.rao@okbank-630652236221', 'asha.rao@okaxis', false],
    ['UPI-ASHA-asha.rao@okbank-630652236221', ACCOUNT, false],
    // cut short
    ['UPI/630652236221/asha.rao@o/Payment', 'asha.rao@okbank', true],
    ['UPI/630652236221/asha.rao@o/Payment', 'thief@okbank', false],
    ['NEFT CR-ASHA RAO XX4321', ACCOUNT, true],
    ['NEFT CR-ASHA RAO XX9999', ACCOUNT, false],
    // shows nothing: two people have to know
    ['NEFT CR-UTIB0000123-ASHA RAO', ACCOUNT, true],
    ['NEFT CR-UTIB0000123-ASHA RAO', 'asha.rao@okbank', true],
  ])('%s to %s: %s', (narration, address, isShown) => {
    expect(isShownSource(factsOf(narration), address)).toBe(isShown)
  })
  test.each([
    ['UPI-ASHA-asha.rao@okbank-630652236221', 'asha.rao@okbank'],
    ['UPI-asha.rao@okbank-ravi@okaxis', null],
    ['NEFT CR-ASHA', null],
  ])('%s shows %s', (narration, vpa) => {
    expect(shownVpa(factsOf(narration))).toBe(vpa)
  })
})

test('three working days after the line, at the end of the day in India', () => {
  const calendar = { saturday: 'off', holidays: ['2026-11-24'] } as const
  const day = (at: number) => new Date(at + 330 * 60_000).toISOString()
  expect(day(payBackFrom('2026-11-20', calendar))).toBe('2026-11-26T23:59:59.999Z')
})
