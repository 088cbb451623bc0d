import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { fieldsOf } from '#core/lifecycle/inputs.ts'
import { fieldsFor, problemsOf } from './inputs.ts'

const deal = {
  track: 'shopping',
  actions: (['ship', 'ship_return'] as const).map((name) => ({ name, fields: fieldsOf(name, 'shopping') })),
} as unknown as Deal

describe('a number of a parcel', () => {
  it.each([
    ['ship', 'delhivery', ' 1234 ', ['tracking_number']],
    ['ship_return', 'delhivery', '1234', ['tracking_number']],
    ['ship', 'delhivery', '14528900112233', []],
    ['ship', 'other', '1234', []],
    ['ship', 'hand', 'Ravi', []],
    ['ship', 'delhivery', '', ['required']],
    ['ship', '', '1234', []],
  ])('%s by %s: "%s" is told of before it is sent', (action, courier, tracking_number, problems) =>
    expect(problemsOf(deal, action, 'tracking_number', { courier, tracking_number })).toEqual(problems),
  )
})

describe('the handover code', () => {
  it.each([
    ['shopping', 'hand', true],
    ['shopping', 'delhivery', false],
    ['services', null, false],
  ] as const)('is asked for in %s by %s: %s', (track, courier, isAsked) => {
    const delivered = {
      track,
      tracking: courier && { courier, tracking_number: 'Ravi' },
      actions: [{ name: 'deliver', fields: fieldsOf('deliver', track) }],
    } as unknown as Deal
    expect(fieldsFor(delivered, 'deliver').some(({ name }) => name === 'handover_code')).toBe(isAsked)
  })
})

it('whoever agrees to a return is asked where it goes; a program need not say', () => {
  const returned = {
    track: 'shopping',
    actions: [{ name: 'accept_return', fields: fieldsOf('accept_return', 'shopping') }],
  } as unknown as Deal
  const problems = (address: string) => problemsOf(returned, 'accept_return', 'address', { address })
  expect(fieldsFor(returned, 'accept_return').map(({ required }) => required)).toEqual([true])
  expect([problems(''), problems('Shop 4, Pune 411001')]).toEqual([['required'], []])
  expect(fieldsOf('accept_return', 'shopping').map(({ required }) => required)).toEqual([false])
})

it.each([
  ['3000', []],
  ['3,000.01', ['share']],
  ['none', ['numbers_only']],
])('a share of %s of ₹3,000 is told of while it is typed', (payer_share_paise, problems) => {
  const disputed = {
    track: 'services',
    money: { held_paise: 300_000 },
    actions: [{ name: 'propose_split', fields: fieldsOf('propose_split', 'services') }],
  } as unknown as Deal
  expect(problemsOf(disputed, 'propose_split', 'payer_share_paise', { payer_share_paise })).toEqual(problems)
})
