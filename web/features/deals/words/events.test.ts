import { afterAll, describe, expect, it } from 'vitest'
import type { Deal, DealEvent } from '#core/contract/deals.ts'
import { overwriteGetLocale } from '#messages/compiled/runtime.js'
import { eventWords } from './events.ts'

const deal = {
  me: 'payer',
  track: 'shopping',
  parties: { payer: { name: 'Asha' }, payee: { name: 'Ravi', business_name: 'Ravi Traders' } },
} as Deal
const textOf = (name: string, by: DealEvent['by']): string =>
  eventWords(deal, { name, by, data: name === 'fund' ? { amount_paise: 5_000 } : {} } as unknown as DealEvent)

describe('what happened', () => {
  afterAll(() => overwriteGetLocale(() => 'en'))
  it.each([
    ['en', 'complain', 'payer', 'You filed a complaint'],
    ['en', 'ship', 'payee', 'Ravi Traders shipped it'],
    ['en', 'decide', 'team', 'Our team decided the dispute'],
    ['hi', 'complain', 'payer', 'आपने शिकायत की'],
    ['hi', 'ship', 'payee', 'Ravi Traders ने सामान भेजा'],
    ['hi', 'decide', 'team', 'हमारी टीम ने विवाद का फ़ैसला किया'],
    ['hi', 'fund', 'gateway', 'आपने रकम जमा की: ₹50'],
    ['en', 'charged_back', 'gateway', 'Our team ended the deal: the bank has taken the payment back'],
  ] as const)('%s: %s by %s', (locale, name, by, words) => {
    overwriteGetLocale(() => locale)
    expect(textOf(name, by)).toBe(words)
  })
})

it.each([
  ['shopping', 'deliver', 'Ravi Traders marked it as delivered'],
  ['services', 'deliver', 'Ravi Traders handed over the work'],
] as const)('in %s: %s', (track, name, words) => {
  const event = { name, by: 'payee', data: {} } as unknown as DealEvent
  expect(eventWords({ ...deal, track }, event)).toBe(words)
})

describe('a deadline that passed', () => {
  const AGREED = ['create', 'accept']
  const HELD = [...AGREED, 'fund']
  const CASE = [...HELD, 'ship', 'deliver', 'complain by payer']
  const afterSteps = (lapse: string, steps: readonly string[]): string => {
    const events = [...steps, lapse].map((step, seq) => {
      const [name, , party] = step.split(' ')
      return { seq, name, by: name === 'complain' ? party : 'lapse', data: { party } } as unknown as DealEvent
    })
    return eventWords({ ...deal, events }, events.at(-1) as DealEvent)
  }
  it.each([
    ['unresponsiveness', AGREED, 'not paid in time'],
    ['unresponsiveness', HELD, 'work not started in time'],
    ['unresponsiveness', [...HELD, 'ship', 'request_return'], 'the return was not answered in time'],
    ['unresponsiveness', CASE, 'the complaint fee was not paid in time'],
    ['unresponsiveness', [...CASE, 'pay_fee of payee'], 'the complaint fee was not paid in time'],
    ['unresponsiveness', [...CASE, 'pay_fee of payer'], 'the complaint was not answered in time'],
    [
      'unresponsiveness',
      [...HELD, 'request_return', 'decline_return', 'pay_fee of payer'],
      'the complaint was not answered in time',
    ],
    ['deliveryDue', [...HELD, 'ship'], 'not delivered in time'],
    [
      'deliveryDue',
      [...HELD, 'ship', 'request_return', 'ship_return'],
      'no word in time about the returned parcel',
    ],
    ['trackingWindow', HELD, 'no tracking number in time'],
  ])('%s after %j: %s', (lapse, steps, words) => {
    overwriteGetLocale(() => 'en')
    expect(afterSteps(lapse, steps)).toBe(`The deadline passed: ${words}`)
  })
})
