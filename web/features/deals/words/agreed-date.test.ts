import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { agreedDate } from './agreed-date.ts'

const DATE = '2026-12-01T03:14:00.000+05:30'
const deal = (now: string, over: Partial<Deal> = {}): Deal =>
  ({
    ...{ track: 'services', status: 'in_delivery', terms: { date_of_completion: DATE }, events: [] },
    ...{ now: `2026-12-0${now}:00.000+05:30`, ...over },
  }) as unknown as Deal
const afterStep = (name: string) => ({ events: [{ name }] }) as unknown as Partial<Deal>

describe('the agreed date of work', () => {
  it.each([
    ['1T02:00', ''],
    ['1T03:14', ''],
    ['1T03:15', '1 minute late.'],
    ['1T05:16', '2 hours late.'],
    ['2T04:14', '25 hours late.'],
    ['3T03:13', '47 hours late.'],
    ['3T03:14', '2 days late.'],
  ])('at %s', (now, late) =>
    expect(agreedDate(deal(now))).toEqual({ words: 'Agreed for Tue 1 Dec, 3:14 am.', late }),
  )
  it('stands before the work begins', () =>
    expect(agreedDate(deal('1T05:16', { status: 'funded' }))?.late).toBe('2 hours late.'))
  it.each([
    ['goods have the deadline alone', { track: 'shopping' }],
    ['work that is there is not late', { status: 'delivered' }],
    ['changes are not due on the date of the work', afterStep('deliver')],
    ['a later date is the deadline itself', afterStep('grant_extension')],
  ] as const)('%s', (_, over) => expect(agreedDate(deal('1T05:16', over as Partial<Deal>))).toBeNull())
})
