/** Who is shown what of "I have paid": its maker all of it, the other side that there is one, while it may still pay. */
import { describe, expect, it } from 'vitest'
import type { DealClaim } from '#server/repositories/deal-view.ts'
import { claimFor, presentClaim } from './present-claim.ts'

const claim = (over: Partial<DealClaim> = {}): DealClaim => ({
  ...{
    utr: '632600001111',
    state: 'claimed',
    at: new Date('2026-11-20T06:30:00Z'),
    look_until: '2026-11-24',
  },
  ...{ party: 'payer', purpose: 'amount', pay_in_status: 'open' },
  ...over,
})
const shown = {
  ...{ state: 'checking', utr: '632600001111', at: '2026-11-20T12:00:00.000+05:30' },
  look_until: '2026-11-24T23:59:59.999+05:30',
}

it.each([
  ['claimed', 'checking'],
  ['conflict', 'checking'],
  ['not_found', 'not_found'],
  ['seen', 'found'],
] as const)('%s is shown as %s', (state, expected) =>
  expect(presentClaim(claim({ state }))).toEqual({ ...shown, state: expected }),
)
it('one of before there were days to look has none', () =>
  expect(presentClaim(claim({ look_until: null })).look_until).toBeNull())

describe('is shown to', () => {
  const paid = { pay_in_status: 'paid' } as const
  it.each<[string, DealClaim | null, 'payer' | 'payee' | 'team', string, object | null]>([
    ['nobody, without one', null, 'payer', 'agreed', null],
    ['its maker', claim(), 'payer', 'agreed', shown],
    ['the team', claim(), 'team', 'agreed', shown],
    ['the other side, without the number', claim(), 'payee', 'agreed', { ...shown, utr: null }],
    ['not the other side, of a fee', claim({ purpose: 'fee' }), 'payee', 'disputed', null],
    ['not the other side, once it cannot pay', claim({ pay_in_status: 'closed' }), 'payee', 'expired', null],
    ['its maker, of what was closed', claim({ pay_in_status: 'closed' }), 'payer', 'expired', shown],
    ['its maker, when it has paid', claim(paid), 'payer', 'funded', { ...shown, state: 'found' }],
    ['the team, when it has paid', claim(paid), 'team', 'funded', { ...shown, state: 'found' }],
    ['its maker no more, once the deal has moved on', claim(paid), 'payer', 'in_delivery', null],
    ['the team no more, once the deal has moved on', claim(paid), 'team', 'in_delivery', null],
    ['not the other side, when it has paid', claim(paid), 'payee', 'funded', null],
  ])('%s', (_name, row, viewer, status, expected) => expect(claimFor(row, viewer, status)).toEqual(expected))
})
