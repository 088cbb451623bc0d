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
