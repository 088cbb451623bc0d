import { describe, expect, test } from 'vitest'
import type { Deal } from '../../../../core/contract/deals.ts'
import { lapseOf, outcomeOf, partsOf } from './outcome.ts'

const deal = (over: Partial<Record<keyof Deal, unknown>>): Deal =>
  ({
    track: 'shopping',
    status: 'in_delivery',
    me: 'payer',
    due_event: 'deliveryDue',
    dispute: null,
    money: { held_paise: 150_000, cancellation_fee_paise: 37_500, commission_basis_points: 300 },
    ...over,
  }) as unknown as Deal

const disputed = (opened_by: 'payer' | 'payee', fees: Record<string, string>) => ({
  opened_by,
  fees,
  escalated_by: [],
  offers: [{ open: true, payer_share_paise: 50_000 }],
})

describe('what an action does, from the table', () => {
  test.each([
    ['a buyer who cancels after delivery started', {}, 'cancel', 'cancellation', true],
    ['a seller who cancels', { me: 'payee' }, 'cancel', 'refund', true],
    ['either before delivery', { status: 'funded' }, 'cancel', 'refund', true],
    ['shipping', { status: 'funded', me: 'payee' }, 'ship', null, false],
    ['releasing', { status: 'delivered' }, 'release', 'release', true],
    [
      'withdrawing a buyer’s complaint',
      { status: 'disputed', dispute: disputed('payer', {}) },
      'withdraw_complaint',
      'release',
      true,
    ],
    [
      'withdrawing a seller’s complaint',
      { status: 'disputed', dispute: disputed('payee', {}) },
      'withdraw_complaint',
      'refund',
      true,
    ],
  ])('%s', (_, over, action, hold, final) => {
    expect(outcomeOf(deal(over), action)).toMatchObject({ hold, final })
  })

  test('nothing for what the table does not have', () => {
    expect(outcomeOf(deal({}), 'decide')).toBeNull()
  })
})

describe('what a deadline does', () => {
  test.each([
    ['undelivered goods', {}, 'refund'],
    [
      'an unpaid complaint',
      { status: 'disputed', due_event: 'unresponsiveness', dispute: disputed('payer', { payer: 'due' }) },
      'release',
    ],
    [
      'an unanswered complaint',
      { status: 'disputed', due_event: 'unresponsiveness', dispute: disputed('payer', { payer: 'paid' }) },
      'for_complainant',
    ],
  ])('%s', (_, over, hold) => {
    expect(lapseOf(deal(over))?.hold).toBe(hold)
  })
})

describe('who gets what adds up', () => {
  test.each([
    ['refund', [150_000, 0, 0]],
    ['release', [0, 145_500, 4_500]],
    ['cancellation', [112_500, 37_500, 0]],
    ['offer', [50_000, 97_000, 3_000]],
    ['halves', [75_000, 72_750, 2_250]],
  ] as const)('%s', (hold, [payer, payee, commission]) => {
    const parts = partsOf(deal({ dispute: disputed('payer', {}) }), hold)
    expect([parts.payerPaise, parts.payeePaise, parts.commissionPaise]).toEqual([payer, payee, commission])
  })
})
