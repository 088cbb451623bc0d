import { expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { verbOf } from './actions.ts'

const deal = (offers: readonly { by: string; open: boolean }[]): Deal =>
  ({ me: 'payer', dispute: { offers } }) as unknown as Deal

it.each([
  ['nobody’s', [], m.deal_do_propose_split()],
  ['one’s own', [{ by: 'payer', open: true }], m.deal_do_change_split()],
  ['the other’s', [{ by: 'payee', open: true }], m.deal_do_counter()],
  [
    'the other’s, after one’s own',
    [
      { by: 'payer', open: false },
      { by: 'payee', open: true },
    ],
    m.deal_do_counter(),
  ],
])('the offer that is open is %s: what another one is called', (_, offers, verb) =>
  expect(verbOf(deal(offers), 'propose_split')).toBe(verb),
)
