/** Accounts of any kind, for properties: lines whose balances add up, with narrations that any form can carry. */
import fc from 'fast-check'
import { type StatementLine, signedPaise } from '#core/statements/lines.ts'

const ACCOUNT = '50200011223344'
const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2026-11-02')

const narration = fc
  .stringMatching(/^[A-Z0-9]{4,12}([ /-][A-Z0-9.@,"&<]{1,14}){1,6}$/)
  .map((text) => text.replace(/ +/g, ' ').trim())

const movement = fc.record({
  days: fc.nat(2),
  dir: fc.constantFrom('C' as const, 'D' as const),
  // few amounts, so that equal ones meet on a day
  amountPaise: fc.oneof(fc.constantFrom(700_000, 100, 1), fc.integer({ min: 1, max: 999_999_999 })),
  narration,
})

export const arbitraryAccount = (least = 1) =>
  fc
    .record({
      openingPaise: fc.integer({ min: -5_000_000, max: 500_000_000 }),
      movements: fc.array(movement, { minLength: least, maxLength: 25 }),
    })
    .map(({ openingPaise, movements }) => {
      let balancePaise = openingPaise
      let at = FIRST_DAY
      const lines = movements.map(({ days, dir, amountPaise, narration: text }): StatementLine => {
        at += days * DAY_MS
        balancePaise += signedPaise({ dir, amountPaise })
        const date = new Date(at).toISOString().slice(0, 10)
        return { date, valueDate: date, dir, amountPaise, balancePaise, narration: text, ref: '' }
      })
      return { account: ACCOUNT, openingPaise, lines }
    })
