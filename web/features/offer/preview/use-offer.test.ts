import { describe, expect, it } from 'vitest'
import { offerStateOf } from './use-offer.ts'

const now = '2026-11-21T12:00:00.000+05:30'
const later = '2026-11-22T12:00:00.000+05:30'

describe('offerStateOf', () => {
  it.each([
    ['proposed', later, 'open'],
    ['proposed', now, 'expired'],
    ['proposed', null, 'open'],
    ['expired', null, 'expired'],
    ['withdrawn', null, 'withdrawn'],
    ['declined', null, 'declined'],
    ['agreed', later, 'accepted'],
    ['released', null, 'accepted'],
  ] as const)('of a deal that is %s, due %s, is %s', (status, due_at, state) => {
    expect(offerStateOf({ status, due_at, now })).toBe(state)
  })
})
