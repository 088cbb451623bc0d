/** What the team asks of the console: both grids, and the desks. */
import { type Call, fixed, searched } from './call.ts'
import { dealFilters, dealPages, dealRanges, dealSearches } from './deal-calls.ts'
import type { SampleOf, Samples } from './samples.ts'

const PEOPLE = '/api/auth/thirdview/users'
const PEOPLE_ORDERS = ['id', 'first_name', 'last_name', 'email', 'phone_number', 'user_type']

export function callsOf(samples: Samples): Call[] {
  const of: SampleOf = (name) => (turn) => samples[name][turn % samples[name].length] ?? ''
  return [
    ...dealSearches(of),
    ...dealPages(),
    ...dealFilters(),
    ...dealRanges(of),
    ...people(of),
    ...desks(of),
  ]
}

function people(of: SampleOf): Call[] {
  return [
    ...searched('people searched by', PEOPLE, [
      ['a phone number', of('phone')],
      ['the beginning of a phone number', (turn) => of('phone')(turn).slice(0, 4)],
      ['one digit', (turn) => of('phone')(turn).slice(0, 1)],
      ['an e-mail', of('email')],
      ['a first name', of('first')],
      ['a last name', of('last')],
      ['a whole name', of('full')],
      ['a business', of('business')],
      ['one letter', (turn) => of('first')(turn).slice(0, 1)],
      ['what nobody has', (turn) => `zz${turn}`],
    ]),
    ...fixed('people', PEOPLE, [
      '',
      ...PEOPLE_ORDERS.flatMap((order) => [`ordering=${order}`, `ordering=-${order}`]),
    ]),
    ...fixed(
      'people, page',
      PEOPLE,
      [2, 34, 100].flatMap((page) => [`page=${page}`, `page=${page}&ordering=last_name`]),
    ),
    ...fixed('people, page beyond the pager', PEOPLE, ['page=1000', 'page=1000&ordering=last_name']),
  ]
}

function desks(of: SampleOf): Call[] {
  const plain = [
    ...[
      'home',
      'desks',
      'overview',
      'disputes',
      'payouts',
      'money',
      'frozen-deals',
      'chargebacks',
      'settlements',
      'coupons',
    ],
    ...[
      'figures?days=7',
      'figures?days=30',
      'figures?days=366',
      'grievances',
      'grievances?state=open',
      'grievances?state=resolved',
    ],
    ...[
      'grievances?state=resolved&page=600',
      'leads',
      'leads?state=open',
      'leads?state=done',
      'leads?page=1000',
      'inbox',
    ],
    ...[
      'inbox?state=failed',
      'inbox?state=applied',
      'inbox?page=334',
      'ledger',
      'ledger/accounts?group=hold',
    ],
    ...['ledger/accounts?group=payable', 'ledger/accounts?group=gateway', 'ledger/transfers', 'audit'],
    ...[
      'ledger/transfers?account=commission',
      'ledger/transfers?account=gateway:sandbox',
      'payouts/by-hand',
      'payout-batches',
    ],
    ...['payout-targets', 'policies', 'statements', 'bank-accounts'],
  ]
  return [
    ...plain.map((path): Call => ({ kind: 'desk', name: path, path: () => `/api/admin/${path}` })),
    {
      kind: 'desk',
      name: 'grievances of a name',
      path: (turn) => `/api/admin/grievances?search=${of('first')(turn)}`,
    },
    {
      kind: 'desk',
      name: 'grievances of a ticket',
      path: (turn) => `/api/admin/grievances?search=GR-${turn * 97}`,
    },
    {
      kind: 'desk',
      name: 'leads of a number',
      path: (turn) => `/api/admin/leads?search=${7000000000 + turn * 777}`,
    },
    { kind: 'desk', name: 'leads of a name', path: (turn) => `/api/admin/leads?search=${of('first')(turn)}` },
    {
      kind: 'desk',
      name: 'movements in of a day',
      path: (turn) => `/api/admin/movements?dir=in&day=${of('day')(turn)}`,
    },
    {
      kind: 'desk',
      name: 'movements out of a day',
      path: (turn) => `/api/admin/movements?dir=out&day=${of('day')(turn)}`,
    },
    { kind: 'desk', name: 'ledger at a day', path: (turn) => `/api/admin/ledger?at=${of('day')(turn)}` },
    {
      kind: 'desk',
      name: 'transfers of a hold',
      path: (turn) => `/api/admin/ledger/transfers?account=${of('held')(turn)}`,
    },
    {
      kind: 'desk',
      name: 'transfers of a payable',
      path: (turn) => `/api/admin/ledger/transfers?account=${of('payable')(turn)}`,
    },
    { kind: 'desk', name: 'a deal', path: (turn) => `/api/admin/deals/${of('form')(turn)}` },
    { kind: 'desk', name: 'a person', path: (turn) => `/api/admin/people/${of('person')(turn)}` },
  ]
}
