import { describe, expect, it } from 'vitest'
import { createInFlightInputs, newKey, submissionFor } from './idempotency-key.ts'

describe('submissionFor', () => {
  it('has the same key for the same input and a new one for another', () => {
    const first = submissionFor(undefined, { amount: 1 })
    expect(submissionFor(first, { amount: 1 })).toBe(first)
    expect(submissionFor(first, { amount: 2 }).key).not.toBe(first.key)
  })
})

describe('newKey', () => {
  it('is 128 random bits in hex', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
    expect(newKey()).not.toBe(newKey())
  })
})

describe('createInFlightInputs', () => {
  it('refuses an input that is in flight, and no other', () => {
    const inFlight = createInFlightInputs()
    expect([inFlight.start({ row: 1 }), inFlight.start({ row: 1 }), inFlight.start({ row: 2 })]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('accepts the same input again once it is answered', () => {
    const inFlight = createInFlightInputs()
    inFlight.start({ row: 1 })
    inFlight.end({ row: 1 })
    expect(inFlight.start({ row: 1 })).toBe(true)
  })
})
