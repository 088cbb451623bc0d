/** Who somebody is in a deal: a party, the team, whoever an offer is for, or a stranger. */
import { describe, expect, it } from 'vitest'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { sessionUser } from '#server/services/context.ts'
import { SAMPLE_PAYEE, sampleDeal, sampleSeller, sampleUser } from '#test/support/sample-rows.ts'
import { canBeOffered, isUnbound, offeredTracks, readerRole, viewerOf } from './viewer.ts'

type Settings = Parameters<typeof viewerOf>[0]
const ctx = { settings: { verification: 'on' } } as Settings
const plain = { settings: { verification: 'off' } } as Settings
const viewer = (deal: Partial<DealRow>, user: UserRow, settings = ctx) =>
  viewerOf(settings, sampleDeal(deal), sessionUser(user))
const WORK: Partial<DealRow> = {
  ...{ track: 'services', creator_id: SAMPLE_PAYEE, payer_id: null, payee_id: SAMPLE_PAYEE },
  counterparty_phone: '9000000001',
}
const client = sampleUser({ user_type: 'Client' })

describe('of an offer of goods', () => {
  const shown: [string, Partial<DealRow>, UserRow, ReturnType<typeof viewer>][] = [
    ['its maker is the payer', {}, sampleUser(), 'payer'],
    ['the seller with the number is the payee', {}, sampleSeller(), 'payee'],
    [
      'a seller by another of their roles too',
      {},
      sampleSeller({ user_type: 'Buyer', other_roles: ['Seller'] }),
      'payee',
    ],
    ['a buyer with the number is nobody', {}, sampleSeller({ user_type: 'Buyer' }), null],
    ['a number that is not proved is nobody’s', {}, sampleSeller({ phone_verified_at: null }), null],
    ['another number is a stranger’s', {}, sampleSeller({ phone_number: '9000000009' }), null],
    ['bound to another, the number counts no more', { counterparty_id: 7 }, sampleSeller(), null],
    [
      'bound to them, the number does not matter',
      { counterparty_id: SAMPLE_PAYEE },
      sampleSeller({ phone_number: '9000000009' }),
      'payee',
    ],
    ['ended, it is nobody’s any more', { status: 'withdrawn' }, sampleSeller(), null],
    [
      'ended, it stays with whom it was made to',
      { status: 'withdrawn', counterparty_id: SAMPLE_PAYEE },
      sampleSeller(),
      'payee',
    ],
    [
      'agreed by another, it is over for whom it was made to',
      { agreed_at: new Date(), payee_id: 7, counterparty_id: SAMPLE_PAYEE },
      sampleSeller(),
      null,
    ],
    [
      'who has accepted it is the payee',
      { agreed_at: new Date(), payee_id: SAMPLE_PAYEE },
      sampleSeller({ user_type: 'Buyer' }),
      'payee',
    ],
  ]
  it.each(shown)('%s', (_name, deal, user, expected) => expect(viewer(deal, user)).toBe(expected))
  it('where nothing is checked a number counts as it stands', () =>
    expect(viewer({}, sampleSeller({ phone_verified_at: null }), plain)).toBe('payee'))
})

it.each(['Admin', 'Mediator'] as const)('a %s is the team, but in a deal of their own', (user_type) => {
  expect(viewer({}, sampleSeller({ id: 9, user_type }))).toBe('team')
  expect(viewer({}, sampleUser({ user_type }))).toBe('payer')
  expect(viewer({ payee_id: SAMPLE_PAYEE }, sampleSeller({ user_type }))).toBe('payee')
})

it('of an offer of work the client with the number is the payer, and a buyer is nobody', () => {
  expect(viewer(WORK, client)).toBe('payer')
  expect(viewer(WORK, sampleUser())).toBeNull()
  expect(viewer(WORK, sampleSeller())).toBe('payee')
})

it('an offer is unbound while it is open and no account’s', () => {
  expect(isUnbound(sampleDeal())).toBe(true)
  expect(isUnbound(sampleDeal({ counterparty_id: 2 }))).toBe(false)
  expect(isUnbound(sampleDeal({ status: 'expired' }))).toBe(false)
})

describe('who can be offered a deal', () => {
  it.each<['shopping' | 'services', UserRow, boolean]>([
    ['shopping', sampleSeller(), true],
    ['services', sampleSeller(), false],
    ['services', client, true],
    ['shopping', client, false],
    ['shopping', sampleSeller({ phone_verified_at: null }), false],
  ])('%s to %o: %s', (track, user, expected) =>
    expect(canBeOffered(ctx, track, sessionUser(user))).toBe(expected),
  )
  it('by all of their roles', () => {
    expect(offeredTracks({ roles: ['Buyer', 'Service_Provider'] })).toEqual([])
    expect(offeredTracks({ roles: ['Buyer', 'Seller'] })).toEqual(['shopping'])
    expect(offeredTracks({ roles: ['Client', 'Seller'] })).toEqual(['shopping', 'services'])
    expect([readerRole('shopping'), readerRole('services')]).toEqual(['Seller', 'Client'])
  })
})
