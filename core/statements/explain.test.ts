import { expect, test } from 'vitest'
import {
  alwaysNeedsSecond,
  type Explanation,
  explanationsOf,
  isAlarm,
  type JudgedLine,
  needsSecondPerson,
  placeOf,
} from './explain.ts'

test.each([
  ['C', ['own', 'interest', 'charges']],
  ['D', ['own', 'charges', 'gateway_fees', 'gst', 'tds', 'tcs']],
] as const)('a line of direction %s can be %j', (dir, explanations) => {
  expect(explanationsOf(dir, ['upi'])).toEqual(explanations)
  expect(explanationsOf(dir, ['razorpay', 'upi'])).toEqual([...explanations, 'razorpay'])
  expect(explanations.every((explanation) => typeof placeOf(dir, explanation) === 'string')).toBe(true)
})

const LINE: JudgedLine = {
  ...{ dir: 'D', tier: 'suggested', rule: 'D5', outcome: 'alarm', amountPaise: 77_000 },
  ...{ target: null, candidates: [] },
}
const CODE = 'PYABCDEFGH'
const WRONG_AMOUNT: JudgedLine = { ...LINE, rule: 'D1', outcome: 'payout_paid', target: CODE }
const PAYEE: JudgedLine = { ...LINE, rule: 'D2', outcome: 'payout_paid', target: CODE }
const CHOICE: JudgedLine = { ...LINE, rule: 'D1', outcome: 'choose', candidates: [CODE, 'PYABCDEFGJ'] }
const CHARGE: JudgedLine = { ...LINE, rule: 'D3', outcome: 'explain', amountPaise: 59_00 }
const CREDIT: JudgedLine = { ...LINE, dir: 'C', rule: 'C6', outcome: 'suspense' }
const as = (explanation: Explanation) =>
  ({ kind: 'explain', target: null, class: explanation, expected: null }) as const
const payout = { kind: 'payout', target: CODE, class: null, expected: 'payout_paid' } as const

test.each([
  ['money that left without us, as our own', { ...LINE, tier: 'unmatched' }, as('own'), true],
  ['a rupee that left without us', { ...LINE, tier: 'unmatched', amountPaise: 1 }, as('charges'), true],
  ['a code with another amount, as our own', WRONG_AMOUNT, as('own'), true],
  ['a code with another amount, as its payout', WRONG_AMOUNT, payout, true],
  ['the payout that the payee speaks for', PAYEE, payout, false],
  ['a part of it', PAYEE, { ...payout, expected: 'payout_part' }, true],
  ['another payout', PAYEE, { ...payout, target: 'PYABCDEFGJ' }, true],
  ['what was suggested as a payout, as charges', PAYEE, as('charges'), true],
  ['one of two codes', CHOICE, payout, false],
  ['none of two codes', CHOICE, as('gateway_fees'), true],
  ['charges of the bank', CHARGE, as('charges'), false],
  ['what reads like charges, as our own', CHARGE, as('own'), true],
  ['what reads like charges, as a tax', CHARGE, as('gst'), true],
  ['more than a bank charges', { ...CHARGE, amountPaise: 1_000_01 }, as('charges'), true],
  ['money that came', { ...CREDIT, amountPaise: 4_999_999 }, as('own'), false],
  ['what came from a provider', CREDIT, as('razorpay'), true],
  ['much money that came', { ...CREDIT, amountPaise: 5_000_000 }, as('own'), true],
  ['a large payout', { ...PAYEE, amountPaise: 5_000_000 }, payout, true],
] as const)('%s needs a second person: %j %j', (_, line, meaning, expected) => {
  expect(needsSecondPerson(line, meaning, 5_000_000)).toBe(expected)
  if (!expected) expect(alwaysNeedsSecond(line, 5_000_000)).toBe(false)
})

test.each([
  ['nobody knows', { ...LINE, tier: 'unmatched' }, true],
  ['a code with another amount', WRONG_AMOUNT, true],
  ['a payee', PAYEE, false],
  ['charges', CHARGE, false],
  ['money that came', { ...CREDIT, tier: 'unmatched' }, false],
] as const)('%s is an alarm: %j', (_, line, expected) => {
  expect(isAlarm(line)).toBe(expected)
})
