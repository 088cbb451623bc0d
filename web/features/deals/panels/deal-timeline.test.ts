import { expect, it } from 'vitest'
import type { DealEvent } from '#core/contract/deals.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import { titleOf } from './deal-timeline.tsx'

const deal = {
  ...{ me: 'payer', track: 'shopping', terms: { offer_link: 'l1' } },
  parties: { payer: { name: 'Asha' }, payee: { name: 'Ravi', business_name: 'Ravi Traders' } },
} as unknown as DealOutline
const offered = { ...deal, terms: {} }

it.each([
  ['create', 'payer', 'You took the offer by its link', 'You made an offer'],
  ['accept', 'payee', 'Ravi Traders agreed by publishing the link', 'Ravi Traders accepted the terms'],
  ['ship', 'payee', 'Ravi Traders shipped it', 'Ravi Traders shipped it'],
] as const)(
  'the history of a deal by an offer link and of another: %s by %s',
  (name, by, ofLink, ofOffer) => {
    const event = { name, by, data: {} } as unknown as DealEvent
    expect([titleOf(deal, event), titleOf(offered, event)]).toEqual([ofLink, ofOffer])
  },
)
