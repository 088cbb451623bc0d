import { expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { aboutOf, isEarlyPayment } from './about.ts'
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

const disputed = (me: 'payer' | 'payee', steps: readonly string[]): Deal =>
  ({
    ...{ me, track: 'shopping', status: 'disputed', policy: {}, dispute: { offers: [], escalated_by: [] } },
    parties: { payer: { name: 'Asha' }, payee: { name: 'Ravi' } },
    events: steps.map((name, seq) => ({ name, seq, data: {} })),
  }) as unknown as Deal

it.each([
  ['on its way', 'payer', ['fund', 'ship', 'complain'], true],
  ['arrived', 'payer', ['fund', 'ship', 'deliver', 'complain'], false],
  ['to be done again', 'payer', ['fund', 'start', 'deliver', 'request_changes', 'complain'], true],
  ['back at the payee, who complained', 'payee', ['ship', 'deliver', 'ship_return', 'complain'], false],
] as const)('closing the complaint of what is %s warns the %s as a release does', (_, me, steps, isEarly) => {
  const deal = disputed(me, steps)
  expect(isEarlyPayment(deal, 'withdraw_complaint')).toBe(isEarly)
  expect(aboutOf(deal, 'withdraw_complaint')).toBe(me === 'payer' ? m.deal_about_release() : '')
})

it.each([
  ['nobody', [], m.deal_about_escalate({ other: 'Ravi' })],
  ['this side', ['payer'], m.deal_about_escalate({ other: 'Ravi' })],
  ['the other side', ['payee'], m.deal_about_escalate_second({ other: 'Ravi' })],
] as const)('asking our team to decide when it was asked by %s', (_, escalators, words) => {
  const deal = {
    ...disputed('payer', []),
    dispute: { escalated_by: escalators, offers: [] },
  } as unknown as Deal
  expect(aboutOf(deal, 'escalate')).toBe(words)
})
