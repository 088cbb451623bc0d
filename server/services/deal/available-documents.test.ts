/** Which documents a viewer is offered: an agreement once there is one, and what tells of money once it has moved. */
import { expect, it } from 'vitest'
import type { DealRow, DisputeRow } from '#server/repositories/deals.ts'
import { sampleDeal } from '#test/support/sample-rows.ts'
import { availableDocuments } from './available-documents.ts'

const agreed = { agreed_at: new Date(), status: 'settled' } as const
const shown = (
  deal: Partial<DealRow>,
  viewer: 'payer' | 'payee' | 'team',
  { arrived = false, backTo = [] as ('payer' | 'payee')[], isDisputed = false } = {},
) =>
  availableDocuments({ deal: sampleDeal(deal), dispute: isDisputed ? ({} as DisputeRow) : null }, viewer, {
    arrived,
    backTo,
  })

it('an offer has none, whatever else there is', () =>
  expect(shown({}, 'payer', { arrived: true, backTo: ['payer'], isDisputed: true })).toEqual([]))
it('a deal has its agreement, and its receipt once money has come', () => {
  expect(shown(agreed, 'payee')).toEqual(['agreement'])
  expect(shown(agreed, 'payee', { arrived: true })).toEqual(['agreement', 'receipt'])
})
it.each([
  ['payer', ['payer'], true],
  ['payee', ['payer'], false],
  ['team', ['payer'], true],
  ['team', [], false],
  ['payer', [], false],
] as const)('what went back is told to whom it went, and to the team: %s of %j', (viewer, backTo, isShown) =>
  expect(shown(agreed, viewer, { backTo: [...backTo] }).includes('refund-advice')).toBe(isShown),
)
it('a decision is there when a dispute has ended', () => {
  expect(shown(agreed, 'payer', { isDisputed: true })).toEqual(['agreement', 'decision'])
  expect(shown(agreed, 'payer')).toEqual(['agreement'])
  expect(shown({ ...agreed, status: 'mediation' }, 'payer', { isDisputed: true })).toEqual(['agreement'])
})
