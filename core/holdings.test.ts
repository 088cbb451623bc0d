import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEAST_DEALS, publishedFigures, ROUNDED_TO_PAISE } from './holdings.ts'

const LARGEST_DEAL_PAISE = 9_999_900

describe('what is published of the money that is held', () => {
  it.each([
    [0, null],
    [LEAST_DEALS - 1, null],
    [LEAST_DEALS, 20],
    [29, 20],
    [30, 30],
  ])('of %i deals says %s', (deals, shown) => {
    const figures = publishedFigures({ held_paise: 123_456_789, backing_paise: 223_456_789, deals })
    expect(figures?.deals ?? null).toBe(shown)
    if (figures) expect([figures.held_paise, figures.backing_paise]).toEqual([123_000_000, 223_000_000])
  })

  it('is never more than there is, and less by less than the step', () => {
    fc.assert(
      fc.property(
        fc.nat(1e12),
        fc.nat(1e12),
        fc.integer({ min: LEAST_DEALS, max: 1e6 }),
        (held, more, deals) => {
          const figures = publishedFigures({ held_paise: held, backing_paise: held + more, deals })
          if (!figures) throw new Error('nothing was said')
          for (const [shown, actual] of [
            [figures.held_paise, held],
            [figures.backing_paise, held + more],
          ] as const) {
            expect(shown).toBeLessThanOrEqual(actual)
            expect(actual - shown).toBeLessThan(ROUNDED_TO_PAISE)
          }
          expect(figures.backing_paise).toBeGreaterThanOrEqual(figures.held_paise)
        },
      ),
    )
  })

  it('does not say what one deal has added: from one day to the next it fits sums that lie a whole step apart', () => {
    fc.assert(
      fc.property(fc.nat(1e11), fc.integer({ min: 1, max: LARGEST_DEAL_PAISE }), (held, added) => {
        const shownOf = (paise: number) =>
          publishedFigures({ held_paise: paise, backing_paise: paise, deals: 100 })?.held_paise ?? 0
        const step = shownOf(held + added) - shownOf(held)
        expect(step % ROUNDED_TO_PAISE).toBe(0)
        expect(Math.abs(step - added)).toBeLessThan(ROUNDED_TO_PAISE)
      }),
    )
  })
})
