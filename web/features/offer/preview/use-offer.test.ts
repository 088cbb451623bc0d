import { describe, expect, it } from 'vitest'
import { standOf } from './use-offer.ts'

const now = '2026-11-21T12:00:00.000+05:30'
const later = '2026-11-22T12:00:00.000+05:30'

describe('where an offer stands', () => {
  it.each([
    ['proposed', later, 'open'],
    ['proposed', now, 'expired'],
    ['proposed', null, 'open'],
    ['expired', null, 'expired'],
    ['withdrawn', null, 'withdrawn'],
    ['declined', null, 'declined'],
    ['agreed', later, 'accepted'],
    ['released', null, 'accepted'],
  ] as const)('%s, due %s: %s', (status, due_at, stand) => {
    expect(standOf({ status, due_at, now })).toBe(stand)
  })
})
