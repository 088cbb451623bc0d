/** The demo's deals as data: what is offered, and the steps that lead to their present state. */

import type { Track } from '#core/ids.ts'
import type { ServicesFields, ShoppingFields } from '#core/offer-fields.ts'

/** `pay` pays the amount, `fee` the dispute fee; the rest are actions of the lifecycle table. */
export type DemoStep = readonly [
  who: 'payer' | 'payee' | 'team',
  action: string,
  input?: Record<string, unknown>,
]
export interface DemoDeal {
  readonly track: Track
  readonly title: string
  readonly amount: number
  readonly steps: readonly DemoStep[]
}

const accept = (who: 'payer' | 'payee'): DemoStep => [
  who,
  'accept',
  { terms_version: 1, rules_accepted: true },
]
const pay: DemoStep = ['payer', 'pay']
const ship: DemoStep = ['payee', 'ship', { courier: 'delhivery', tracking_number: '14528900112233' }]
const start: DemoStep = ['payee', 'start']
const deliver = (note: string): DemoStep => ['payee', 'deliver', { note }]
const complain: DemoStep = [
  'payer',
  'complain',
  {
    reason: 'not_as_described',
    statement: 'There is a long scratch. The listing said like new.',
    wanted: 'split',
  },
]
const bought = [accept('payee'), pay, ship] as const
const working = [accept('payer'), pay, start] as const
const disputed = [...bought, deliver('Left with the neighbour in flat 4.'), complain] as const
const negotiating: readonly DemoStep[] = [
  ...disputed,
  ['payer', 'fee'],
  ['payee', 'fee'],
  ['payee', 'respond', { statement: 'The photos showed the scratch. I can lower the price.' }],
  ['payee', 'propose_split', { payer_share_paise: 100_000, note: 'For the scratch' }],
]

const shopping = (title: string, amount: number, ...steps: DemoStep[]): DemoDeal => ({
  track: 'shopping',
  title,
  amount,
  steps,
})
const services = (title: string, amount: number, ...steps: DemoStep[]): DemoDeal => ({
  track: 'services',
  title,
  amount,
  steps,
})

export const DEMO_DEALS: readonly DemoDeal[] = [
  shopping('Silk saree', 3_200, ...bought, ['payer', 'confirm_receipt'], ['payer', 'release']),
  shopping('Guitar', 4_000, ...bought, ['payer', 'cancel']),
  services('Logo in two colours', 6_000, ...working, deliver('All files are in the folder.'), [
    'payer',
    'release',
  ]),
  shopping('Old camera', 9_500, ...negotiating, ['payer', 'accept_split', { offer_id: 'open' }]),
  shopping('Pressure cooker', 1_800, accept('payee'), pay, ['payee', 'cancel']),
  shopping('Cricket bat', 2_500, ['payee', 'decline', { reason: 'Sold already' }]),
  shopping('Tablet', 14_000, ...negotiating, ['payer', 'escalate'], ['payee', 'escalate']),
  shopping('Used phone', 8_000, ...negotiating),
  shopping('Headphones', 2_200, ...disputed),
  shopping(
    'Running shoes',
    2_800,
    ...bought,
    ['payer', 'confirm_receipt'],
    ['payer', 'request_return', { reason: 'Wrong size' }],
  ),
  services('Wedding video edit', 18_000, ...working, deliver('First full cut for you to watch.')),
  shopping('Sewing machine', 7_500, ...bought),
  services('Shop website', 40_000, ...working),
  shopping('Study table', 3_600, accept('payee'), pay),
  services('Product photos', 5_000, accept('payer')),
  shopping('Air cooler', 6_400, accept('payee')),
  services('Menu translation', 2_000),
  shopping('Bluetooth speaker', 1_500),
]

/** What the buyer and the freelancer wrote beside the title. */
export const DEMO_DESCRIPTIONS: Readonly<Record<string, Partial<ShoppingFields & ServicesFields>>> = {
  'Bluetooth speaker': {
    details: 'JBL Go 3, blue, bought in March 2026. With cable and box. The battery lasts about 4 hours.',
    condition: 'Used, works well',
    serial: 'TL0531-CL0093847',
    listing_url: 'https://www.olx.in/item/jbl-go-3-blue-iid-1',
  },
  'Study table': {
    details: 'Sheesham wood, 120 × 60 cm, two drawers.\nOne scratch on the left leg, as in the photo.',
    condition: 'Used, with faults',
  },
  'Menu translation': {
    details: '42 dishes, English to Hindi and Marathi, one Word file for each language.',
  },
}
