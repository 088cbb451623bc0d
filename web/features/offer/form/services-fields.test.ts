import { expect, test } from 'vitest'
import { problemOf } from '#web/lib/use-fields.ts'
import { SERVICES_OFFER } from './services-fields.ts'

const { rules, initial } = SERVICES_OFFER

test.each([
  ['no coupon', '', '', undefined],
  ['spaces', '  ', '', undefined],
  ['one character', 'A', '', 'Minimum 2 characters is required.'],
  ['eleven characters', 'A'.repeat(11), '', 'Maximum length of 10 exceeded!'],
  // the offer would go without it, and its maker believe that it counts
  ['typed and not applied', 'FIRST10', '', 'Tap Apply to use the coupon, or clear it.'],
  ['applied', 'FIRST10', '7', undefined],
])('%s', (_, coupon, coupon_id, problem) => {
  expect(problemOf(rules.coupon, coupon, { ...initial, coupon, coupon_id })).toBe(problem)
})
