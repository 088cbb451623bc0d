/** What the team asks of the grid of deals: each kind of search, filter, order and page. */
import { GRID_DUES, GRID_STATES, GRID_TRACKS } from '#core/contract/deal-grid.ts'
import { type Call, fixed, PAGE, searched } from './call.ts'
import type { SampleOf } from './samples.ts'
import { THINGS } from './words.ts'

const DEALS = '/api/auth/thirdview/transactions'

const DEAL_ORDERS = [
  'created_at',
  '-created_at',
  'amount',
  '-amount',
  'status',
  '-status',
  'due_at',
  '-due_at',
]
/** Many and few, ended and open. */
const ORDERED_STATES = ['open', 'held', 'released', 'declined', 'in_delivery', 'mediation']
const STATE_ORDERS = ['-created_at', 'amount', '-status', 'due_at']
/** The pager ends at the last of these. */
const PAGES = [2, 34, 100]
/** What a program may ask for that goes through the deals by their pages, up to the last one that is answered. */
const PAGES_BEYOND = [334, 1_000]

export function dealSearches(of: SampleOf): Call[] {
  return [
    ...searched('deals searched by', DEALS, [
      ['a phone number', of('phone')],
      ['the beginning of a phone number', (turn) => of('phone')(turn).slice(0, 4)],
      ['one digit', (turn) => of('phone')(turn).slice(0, 1)],
      ['a first name', of('first')],
      ['a last name', of('last')],
      ['a whole name', of('full')],
      ['an e-mail', of('email')],
      ['a business', of('business')],
      ['one letter', (turn) => of('first')(turn).slice(0, 1)],
      ['a product', of('title')],
      ['a kind of product', (turn) => THINGS[turn % THINGS.length] ?? ''],
      ['a form_pk', of('form')],
      ['the reference of a payment', of('reference')],
      ['the UTR of a payment', of('utr')],
      ['the code of a payout', of('code')],
      ['the UTR of a payout', of('payoutUtr')],
      ['a tracking number', of('parcel')],
      ['a tracking number back', of('returned')],
      ['what nobody has', (turn) => `zz${turn}`],
    ]),
    ...(['state=held', 'state=released&ordering=-amount', 'due=week&ordering=due_at'] as const).map(
      (filter) => ({
        kind: 'deals searched by',
        name: `a first name, ${filter}`,
        path: (turn: number) => `${DEALS}?${PAGE}&${filter}&search=${of('first')(turn)}`,
      }),
    ),
  ]
}

export const dealPages = (): Call[] => [
  ...fixed('deals', DEALS, [
    '',
    ...DEAL_ORDERS.map((order) => `ordering=${order}`),
    'ordering=form_pk',
    'ordering=-form_pk',
  ]),
  ...pages('deals, page', PAGES),
  ...pages('deals, page beyond the pager', PAGES_BEYOND),
]

const pages = (kind: string, numbers: readonly number[]): Call[] =>
  ['', '&ordering=-amount', '&state=released'].flatMap((more) =>
    fixed(
      kind,
      DEALS,
      numbers.map((page) => `page=${page}${more}`),
    ),
  )

export const dealFilters = (): Call[] => [
  ...fixed('deals of', DEALS, [
    ...GRID_STATES.map((state) => `state=${state}`),
    ...GRID_TRACKS.map((track) => `track=${track}`),
    ...GRID_DUES.map((due) => `due=${due}`),
  ]),
  ...fixed(
    'deals of',
    DEALS,
    ORDERED_STATES.flatMap((state) => STATE_ORDERS.map((order) => `state=${state}&ordering=${order}`)),
  ),
  ...fixed('deals of', DEALS, [
    ...GRID_TRACKS.flatMap((track) => DEAL_ORDERS.map((order) => `track=${track}&ordering=${order}`)),
    ...GRID_DUES.flatMap((due) => DEAL_ORDERS.map((order) => `due=${due}&ordering=${order}`)),
    ...['released', 'refunded', 'mediation', 'held'].map((state) => `state=${state}&track=services&due=week`),
    ...['released', 'declined', 'open'].flatMap((state) =>
      ['amount', '-created_at', 'due_at'].map(
        (order) => `state=${state}&track=services&min=90000&ordering=${order}`,
      ),
    ),
  ]),
]

export const dealRanges = (of: SampleOf): Call[] =>
  (
    [
      '',
      '&ordering=amount',
      '&ordering=status',
      '&ordering=due_at',
      '&state=declined',
      '&state=released&ordering=-amount',
    ] as const
  ).flatMap((more): Call[] => [
    {
      kind: 'deals of',
      name: `a day${more}`,
      path: (turn) => `${DEALS}?${PAGE}&from=${of('day')(turn)}&to=${of('day')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `a day and after${more}`,
      path: (turn) => `${DEALS}?${PAGE}&from=${of('day')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `until a day${more}`,
      path: (turn) => `${DEALS}?${PAGE}&to=${of('day')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `ended on a day${more}`,
      path: (turn) => `${DEALS}?${PAGE}&ended=${of('day')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `decided on a day${more}`,
      path: (turn) => `${DEALS}?${PAGE}&decided=${of('day')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `an amount and above${more}`,
      path: (turn) => `${DEALS}?${PAGE}&min=${of('amount')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `exactly an amount${more}`,
      path: (turn) => `${DEALS}?${PAGE}&min=${of('amount')(turn)}&max=${of('amount')(turn)}${more}`,
    },
    {
      kind: 'deals of',
      name: `an amount that nobody has${more}`,
      path: () => `${DEALS}?${PAGE}&min=9000000&max=9000001${more}`,
    },
  ])
