import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { movedTerms } from './moved-terms.ts'

const deal = (me: string, version: number, [amount, release]: readonly [number, number]): Deal =>
  ({
    me,
    terms_version: version,
    money: { amount_paise: amount, release_payee_paise: release },
  }) as unknown as Deal
const OPENED = [900_000, 882_300] as const
const EDITED = [700_000, 686_000] as const

describe('terms that change beneath the dialog that accepts them', () => {
  it.each([
    ['payee', 1, OPENED, undefined],
    ['payee', 2, EDITED, m.deal_accept_sum_moved({ before: '₹8,823', amount: '₹6,860' })],
    ['payer', 2, EDITED, m.deal_accept_sum_moved({ before: '₹9,000', amount: '₹7,000' })],
    ['payee', 2, OPENED, m.deal_accept_sum_stays()],
  ] as const)('%s, version %i, %j', (me, version, sums, expected) =>
    expect(movedTerms(deal(me, 1, OPENED), deal(me, version, sums))).toBe(expected),
  )
})
