import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAST_PAISE, planHoldEnd } from './provider-hold.ts'

it.each([
  ['all to the payee', 95_000, 95_000, []],
  ['all back', 95_000, 0, [{ call: 'reverse', amountPaise: 95_000 }]],
  ['a part back', 95_000, 47_500, [{ call: 'reverse', amountPaise: 47_500 }]],
  ['one paisa to the payee', 95_000, 1, [{ call: 'reverse', amountPaise: 94_999 }]],
  [
    'one paisa back',
    95_000,
    94_999,
    [
      { call: 'reverse', amountPaise: 95_000 },
      { call: 'transfer', amountPaise: 94_999 },
    ],
  ],
  ['nothing was held, all to the payee', 0, 95_000, [{ call: 'transfer', amountPaise: 95_000 }]],
  ['nothing was held, nothing to the payee', 0, 0, []],
  ['nothing was held, too little to be moved', 0, 99, null],
])('%s', (_name, heldPaise, keepPaise, steps) => {
  expect(planHoldEnd({ heldPaise, keepPaise })).toEqual(steps)
})

it('whatever was held, the steps leave what is the payee’s, and none is below what can be moved', () => {
  const amount = fc.integer({ min: 0, max: 20_000_000 })
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [keepPaise, heldPaise] = [Math.min(a, b), Math.max(a, b)]
      const steps = planHoldEnd({ heldPaise, keepPaise })
      if (steps === null) {
        expect(heldPaise).toBeLessThan(2 * LEAST_PAISE)
        return
      }
      const left = steps.reduce(
        (sum, { call, amountPaise }) => sum + (call === 'reverse' ? -amountPaise : amountPaise),
        heldPaise,
      )
      expect(left).toBe(keepPaise)
      expect(steps.every(({ amountPaise }) => amountPaise >= LEAST_PAISE)).toBe(true)
    }),
  )
})
