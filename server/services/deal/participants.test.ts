/** Who a deal's people are to each other, and what each is told by and where. */
import { describe, expect, it } from 'vitest'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { SAMPLE_NOW } from '#test/support/sample-facts.ts'
import {
  SAMPLE_PAYEE,
  SAMPLE_PAYER,
  sampleDeal,
  sampleSeller,
  sampleUser,
} from '#test/support/sample-rows.ts'
import { fromUser, linkFor, participantsFrom, quietOf, titleOf } from './participants.ts'

type Settings = Parameters<typeof participantsFrom>[0]
const settingsWith = (verification: 'on' | 'off') =>
  ({ settings: { verification, publicUrl: 'https://amanat.example' } }) as Settings
const ctx = settingsWith('on')
const participants = (deal: Partial<DealRow>, people: UserRow[], settings = ctx) =>
  participantsFrom(settings, sampleDeal(deal), people)
/** Work that the payee has offered. */
const WORK: Partial<DealRow> = {
  ...{ track: 'services', creator_id: SAMPLE_PAYEE, payer_id: null, payee_id: SAMPLE_PAYEE },
  ...{ counterparty_phone: '9000000001' },
  terms: { deliverables: 'A logo', cpty_full_name: 'Client Person', cpty_email: 'client@example.com' },
}
const client = (over: Partial<UserRow> = {}) => sampleUser({ user_type: 'Client', ...over })

describe('a person in a deal', () => {
  it('is named by their account, reached at its proved address and in its language', () => {
    const row = sampleUser({ locale: 'hi', notice_mail: 'turn', quiet_from: 22, quiet_until: 7 })
    expect(fromUser(ctx, row)).toEqual({
      ...{ id: SAMPLE_PAYER, name: 'Asha Rao', firstName: 'Asha', email: 'asha@example.com', locale: 'hi' },
      ...{ quiet: { from: 22, until: 7 }, mail: 'turn' },
    })
  })
  it.each<[string, Partial<UserRow>, 'on' | 'off', object]>([
    ['an address that nobody has proved', { email_verified_at: null }, 'on', { id: 1, email: null }],
    ['where nothing is checked', { email_verified_at: null }, 'off', { id: 1, email: 'asha@example.com' }],
    ['a deleted account', { deleted_at: new Date() }, 'on', { id: null, email: null }],
    ['a deleted account, unchecked', { deleted_at: new Date() }, 'off', { id: null, email: null }],
  ])('%s', (_name, over, verification, expected) =>
    expect(fromUser(settingsWith(verification), sampleUser(over))).toMatchObject(expected),
  )
  it.each([
    [null, null, null],
    [22, null, null],
    [null, 7, null],
    [0, 6, { from: 0, until: 6 }],
    [23, 0, { from: 23, until: 0 }],
  ])('quiet from %s until %s', (quiet_from, quiet_until, hours) =>
    expect(quietOf({ quiet_from, quiet_until })).toEqual(hours),
  )
})

describe('where a message leads', () => {
  const link = (view: 'payer' | 'payee' | 'team', over: Partial<DealRow> = {}) =>
    linkFor(participants(over, [sampleUser(), sampleSeller()]), view, 'hi')
  const [deal, offer] = ['https://amanat.example/hi/deals/deal-1', 'https://amanat.example/d/deal-1']
  it.each([
    ['payer', deal],
    ['payee', offer],
    ['team', deal],
  ] as const)('of an offer the %s is led to %s', (view, url) => expect(link(view)).toBe(url))
  it('of what is agreed both are led to the deal', () => {
    const agreed = { agreed_at: new Date(), payee_id: SAMPLE_PAYEE }
    expect([link('payer', agreed), link('payee', agreed)]).toEqual([deal, deal])
  })
})

describe('the sides of an offer of goods', () => {
  it('an account that may take it is its other side, by the name of its shop', () => {
    const { payer, payee, ...rest } = participants({}, [sampleUser(), sampleSeller()])
    expect([payer.id, payee.id]).toEqual([SAMPLE_PAYER, SAMPLE_PAYEE])
    expect([payer.name, payee.name, payee.firstName]).toEqual([
      'Asha Rao',
      'Ravi Traders (Ravi Shah)',
      'Ravi',
    ])
    expect(rest).toEqual({
      ...{
        dealId: 'deal-1',
        track: 'shopping',
        title: 'Old camera',
        amountPaise: 150_000,
        isAgreed: false,
        isFromLink: false,
      },
      ...{ commissionBasisPoints: sampleDeal().commission_basis_points, creator: 'payer' },
      publicUrl: 'https://amanat.example',
    })
  })
  it.each<[string, Partial<UserRow>]>([
    ['whose number is not proved', { phone_verified_at: null }],
    ['that is no seller’s', { user_type: 'Buyer' }],
    ['of another number', { phone_number: '9000000009' }],
  ])('an account %s is nobody in it: its maker has named them', (_name, over) => {
    const { payee } = participants({}, [sampleUser({ locale: 'hi' }), sampleSeller(over)])
    expect(payee).toEqual({
      ...{ id: null, name: 'Ravi Traders', firstName: 'Ravi Traders', email: null, locale: 'hi' },
      ...{ quiet: null, mail: 'all' },
    })
  })
  it('once it is an account’s, whoever has the number later is nobody in it', () => {
    const later = sampleSeller({ id: 3 })
    const people = [sampleUser(), sampleSeller({ phone_number: '9000000009' }), later]
    expect(participants({ counterparty_id: SAMPLE_PAYEE }, people).payee.id).toBe(SAMPLE_PAYEE)
    expect(participants({ counterparty_id: 4 }, people).payee.id).toBeNull()
  })
  it('who has accepted it stays in it, whatever became of the number and the role', () => {
    const payee = sampleSeller({ phone_number: '9000000009', user_type: 'Buyer', phone_verified_at: null })
    const agreed = { payee_id: SAMPLE_PAYEE, agreed_at: new Date(SAMPLE_NOW) }
    const deal = participants(agreed, [sampleUser(), payee])
    expect([deal.payee.id, deal.isAgreed]).toEqual([SAMPLE_PAYEE, true])
  })
  it('a seller without a shop goes by their own name', () => {
    const people = [sampleUser(), sampleSeller({ business_name: null })]
    expect(participants({}, people).payee.name).toBe('Ravi Shah')
  })
  it('a person of it whose account is missing is an error', () => {
    expect(() => participants({}, [sampleSeller()])).toThrow('user 1 does not exist')
    expect(() => participants({ payee_id: 7 }, [sampleUser()])).toThrow('user 7 does not exist')
  })
})

describe('the sides of an offer of work', () => {
  it('its maker is the payee, by their own name even with a shop', () => {
    const { payer, payee, creator, title } = participants(WORK, [client(), sampleSeller()])
    expect([payer.name, payee.name, creator, title]).toEqual(['Asha Rao', 'Ravi Shah', 'payee', 'A logo'])
  })
  it('who has no account goes by the name and the address in the offer', () => {
    const { payer } = participants(WORK, [sampleSeller()])
    expect(payer).toMatchObject({ id: null, name: 'Client Person', email: 'client@example.com' })
  })
  it('an offer without any of these names nobody', () => {
    const { payer, title } = participants({ ...WORK, terms: { cpty_email: 7 } }, [sampleSeller()])
    expect([payer.name, payer.email, title]).toEqual(['', null, ''])
  })
  it('a client who has accepted is the payer', () => {
    const { payer } = participants({ ...WORK, payer_id: SAMPLE_PAYER }, [client(), sampleSeller()])
    expect(payer.id).toBe(SAMPLE_PAYER)
  })
})

it('a deal is titled by what is sold or made', () => {
  expect(titleOf({ terms: { service_details: 'Phone', deliverables: 'A logo' } })).toBe('Phone')
  expect(titleOf({ terms: { deliverables: 'A logo' } })).toBe('A logo')
  expect(titleOf({ terms: {} })).toBe('')
})
