/** The pages of the console where people are judged: disputes, and persons. */
import type { Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { press } from '#test/e2e/support/page.ts'
import type { ScreenUsers } from './screen-users.ts'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

const CASE = {
  ...{ form_pk: 'p1', track: 'shopping', product: 'Table lamp', amount_paise: 3_000_000 },
  ...{ filed_at: '2026-11-13T06:00:00Z', due_at: '2026-12-20T06:00:00Z', reason: 'damaged_defective' },
  ...{ opened_by: 'payer', proposed: true },
  payer: { name: 'Asha Rao', wanted: 'full_refund', offer_paise: 2_000_000 },
  payee: { name: 'Ravi Traders', wanted: null, offer_paise: null },
  owner: { name: 'Meera', mine: false },
}
const withQueue = (body: object) => (page: Page) =>
  page.route(only('/api/admin/disputes'), (route) => route.fulfill({ json: body }))

const PROPOSAL = {
  ...{
    id: 'd1',
    payer_share_paise: 100_000,
    at_fault: 'payee',
    reasons: 'The photos show that it is broken.',
  },
  ...{ by: 'Meera', at: '2026-11-23T06:00:00Z', mine: false },
}
const DESK = { owner: null, notes: [], proposal: null, needs_two: true, own_case: false }
const withDesk = (over: object) => (page: Page) =>
  page.route(only('/api/admin/disputes/'), (route) => route.fulfill({ json: { ...DESK, ...over } }))

const inMediation = ({ deal }: ScreenUsers): string => `/admin/disputes/${deal('shopping', 'mediation')}`

const PERSON = {
  user: {
    ...{
      id: 7,
      first_name: 'Ravi',
      last_name: 'Shah',
      email: 'ravi@example.com',
      phone_number: '9812345678',
    },
    ...{ payment_number: '9812345678', business_name: 'Ravi Traders', user_type: ['Seller'] },
    ...{ phone_verified: true, email_verified: false },
  },
  ...{ created_at: '2026-03-01T06:00:00Z', deleted: false, payouts_frozen_at: '2026-11-20T06:00:00Z' },
  payouts_held_until: '2026-11-24T06:00:00Z',
  blocked: { at: '2026-11-22T06:00:00Z', reason: 'Three buyers report the same shop' },
  ...{ phone_verified_at: '2026-03-01T06:05:00Z', email_verified_at: null, owed_paise: 250_000 },
  deals: [
    {
      ...{ form_pk: 'p1', product: 'Table lamp', status: 'delivered', amount_paise: 250_000, pays: false },
      created_at: '2026-11-01T06:00:00Z',
    },
  ],
  targets: [
    {
      ...{ kind: 'upi', address: '••••.shah@okbank', bank_name: 'RAVI SHAH', name_matches: true },
      ...{ created_at: '2026-11-22T06:00:00Z', usable_from: '2026-11-25T06:00:00Z', retired_at: null },
    },
  ],
  sessions: [{ device: 'Chrome, Android', created_at: '2026-11-22T06:00:00Z' }],
  notes: [{ id: 1, text: 'Called, will send the bill.', by: 'Meera', at: '2026-11-22T06:00:00Z' }],
  risks: {
    same_number: [{ id: 8, name: 'Kavya Shah' }],
    same_target: [],
    same_device: [{ id: 9, name: 'Dev Mehta' }],
    new_target_until: '2026-11-25T06:00:00Z',
  },
}
const withPerson = (page: Page) =>
  page.route(only('/api/admin/people/'), (route) => route.fulfill({ json: PERSON }))
const seller = ({ people }: ScreenUsers): string => `/admin/people/${people.seller.user.id}`

const FROZEN = {
  ...{ form_pk: 'p1', title: 'Table lamp', payer: 'Asha Rao', status: 'delivered', amount_paise: 250_000 },
  ...{ taken_back_paise: 250_000, since: '2026-11-22T06:00:00Z', due_at: '2026-11-25T06:00:00Z' },
  ...{ stated: null, stated_by: null, note: null, mine: false },
}
const STATED = {
  ...{ ...FROZEN, stated: 'charged_back', stated_by: 'Meera' },
  note: 'HDFC wrote on 22 November: the payer did not make it.',
}
const withFrozen = (deals: readonly object[]) => (page: Page) =>
  page.route(only('/api/admin/frozen-deals'), (route) => route.fulfill({ json: deals }))

const CHARGEBACK = {
  ...{ provider: 'razorpay', dispute_id: 'disp_EsIAlDcoUr8CaQ', payment_id: 'pay_EFtmUsbwpXwBHI' },
  ...{ form_pk: 'p1', payer: 'Asha Rao', phase: 'chargeback', reason: 'goods_or_services_not_received' },
  ...{ state: 'open', amount_paise: 250_000, deducted_paise: 0, holds_deal: true, ended_at: null },
  ...{ opened_at: '2026-11-20T06:00:00Z', respond_by: '2026-11-27T06:00:00Z' },
  evidence_url: '/api/deals/p1/evidence.zip',
}
const LOST = {
  ...{ ...CHARGEBACK, dispute_id: 'disp_EsIAlDcoUr8CaR', state: 'lost', deducted_paise: 250_000 },
  ended_at: '2026-11-22T06:00:00Z',
}
const DEBT = {
  ...{ user_id: 8, name: 'Asha Rao', owed_paise: 250_000, pending_paise: 0, form_pk: 'p1', mine: false },
  ...{ asked_by: 'Meera', asked_paise: 250_000, note: 'No answer to three letters.' },
  deals: [
    { form_pk: 'p1', amount_paise: 150_000 },
    { form_pk: 'p2', amount_paise: 100_000 },
  ],
}
const withChargebacks = (rows: readonly object[], debts: readonly object[]) => async (page: Page) => {
  await page.route(only('/api/admin/chargebacks'), (route) => route.fulfill({ json: rows }))
  await page.route(only('/api/admin/debts'), (route) => route.fulfill({ json: debts }))
}

const SETTLEMENT = {
  ...{
    provider: 'razorpay',
    settlement_id: 'setl_EsIAlDcoUr8CaQ',
    utr: '1597813219e1pq6w',
    day: '2026-11-20',
  },
  ...{
    amount_paise: 14_646_000,
    fee_paise: 354_000,
    lines: 12,
    bank: 'HDFC ••3344',
    arrived_on: '2026-11-21',
  },
}
const DISCREPANCY = {
  ...{ id: 1, provider: 'razorpay', kind: 'fee', type: 'payment', reference: 'pay_EFtmUsbwpXwBHI' },
  ...{ ours_paise: 3_540, theirs_paise: 4_720, opened_at: '2026-11-21T05:30:00Z', note: null },
  ...{ proposed_by: null, mine: false, bookable: true, closed_at: null, closed_by: null, booked: false },
}
const DISCREPANCIES = [
  DISCREPANCY,
  { ...DISCREPANCY, id: 2, proposed_by: 'Meera Nair', note: 'Our contract says 1.75 %; ticket 4711.' },
  { ...DISCREPANCY, id: 3, proposed_by: 'Asha Rao', note: 'Agreed on the phone.', mine: true },
  ...[
    { id: 4, kind: 'theirs_only', type: 'adjustment', ours_paise: null, theirs_paise: -99_900 },
    { id: 5, kind: 'ours_only', theirs_paise: null },
    { id: 6, kind: 'settlement', type: 'settlement', reference: 'setl_EsIAlDcoUr8CaR', theirs_paise: null },
    { id: 7, closed_at: '2026-11-22T05:30:00Z', closed_by: 'Meera Nair', booked: true, note: 'Ticket 4711' },
    { id: 8, kind: 'ours_only', closed_at: '2026-11-22T05:30:00Z' },
  ].map((row) => ({ ...DISCREPANCY, bookable: row.kind === 'theirs_only', ...row })),
]
const withSettlements = (body: object) => (page: Page) =>
  page.route(only('/api/admin/settlements'), (route) =>
    route.fulfill({ json: { discrepancies: [], settlements: [], reports: [], ...body } }),
  )

const PAPER = {
  ...{ id: 'AM-26-000001', number: 'AM/26/000001', kind: 'invoice', fee: 'commission' },
  ...{
    issued_on: '2026-11-20',
    form_pk: 'vJ3kQw81Zr5T',
    taxable_paise: 4_237,
    tax_paise: 763,
    total_paise: 5_000,
  },
  ...{ original: null, recipient: 'Ravi Traders', recipient_gstin: '27AAPFU0939F1ZV' },
  ...{ place_of_supply: '27', place_assumed: false },
}
const CREDIT = {
  ...{ ...PAPER, id: 'CN-26-000001', number: 'CN/26/000001', kind: 'credit_note' },
  ...{ original: 'AM/26/000001', recipient_gstin: null, place_assumed: true },
}
const WITHHELD = {
  ...{
    form_pk: 'vJ3kQw81Zr5T',
    tax: 'tds',
    withheld_on: '2026-11-20',
    section: '393',
    payee: 'Ravi Traders',
  },
  ...{
    pan: 'ABCPS1234K',
    gstin: null,
    gross_paise: 750_000,
    base_paise: 750_000,
    rate_bp: 10,
    tax_paise: 750,
  },
  ...{ reason: null, place_assumed: false, unpaid_paise: 750, given_back: null },
}
const TAX_BACK = { amount_paise: 700, note: 'Their PAN came later', mine: false, agreed: false }
const withPapers = (papers: readonly object[], withheld: readonly object[]) => async (page: Page) => {
  await page.route(only('/api/admin/tax-papers'), (route) => route.fulfill({ json: papers }))
  // the later one is asked first
  await page.route(only('/api/admin/tax-papers/withheld'), (route) =>
    route.fulfill({ json: { tds: withheld.length > 0, tcs: false, rows: withheld } }),
  )
}

export const DESK_STATES: Screens = {
  '/admin/tax-papers': [
    {
      name: 'filled',
      as: 'admin',
      net: withPapers(
        [PAPER, CREDIT],
        [WITHHELD, { ...WITHHELD, form_pk: 'vJ3kQw81Zr5U', given_back: { ...TAX_BACK, asked_by: 'Meera' } }],
      ),
      sees: m.tax_desk_assumed(),
    },
    {
      name: 'of another month, read by a mediator',
      as: 'mediator',
      at: () => '/admin/tax-papers?month=2026-10',
      net: withPapers([], []),
      sees: m.tax_desk_none(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
  '/admin/chargebacks': [
    {
      name: 'filled',
      as: 'admin',
      net: withChargebacks(
        [
          CHARGEBACK,
          { ...CHARGEBACK, dispute_id: 'disp_2', state: 'under_review', reason: '1084', phase: 'fraud' },
          { ...LOST, reason: 'a_reason_of_tomorrow', phase: 'pre_arbitration' },
        ],
        [DEBT, { ...DEBT, user_id: 9, name: 'Dev Mehta', pending_paise: 100_000, mine: true }],
      ),
      sees: m.debts_title(),
    },
    { name: 'empty', as: 'mediator', net: withChargebacks([], []), sees: m.chargebacks_none() },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
  '/admin/settlements': [
    {
      name: 'filled',
      as: 'admin',
      net: withSettlements({
        discrepancies: DISCREPANCIES,
        settlements: [SETTLEMENT, { ...SETTLEMENT, settlement_id: 'setl_2', bank: null, arrived_on: null }],
        reports: [{ provider: 'razorpay', day: '2026-11-20', read_at: '2026-11-21T05:30:00Z' }],
      }),
      sees: m.discrepancy_mine(),
    },
    { name: 'empty', as: 'admin', net: withSettlements({}), sees: m.settlements_none() },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
  '/admin/frozen-deals': [
    {
      name: 'filled',
      as: 'admin',
      net: withFrozen([FROZEN, { ...STATED, form_pk: 'p2' }, { ...STATED, form_pk: 'p3', mine: true }]),
      sees: m.frozen_mine(),
    },
    {
      name: 'read by a mediator',
      as: 'mediator',
      net: withFrozen([STATED]),
      sees: m.frozen_stated({ name: 'Meera', outcome: m.frozen_charged_back() }),
    },
    { name: 'empty', as: 'admin', net: withFrozen([]), sees: m.frozen_none() },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
  '/admin/disputes': [
    { name: 'filled', as: 'mediator', sees: (page) => page.locator('.console__cases li').first() },
    {
      name: 'with owners and offers',
      as: 'admin',
      net: withQueue({
        cases: [CASE, { ...CASE, form_pk: 'p2', owner: null, proposed: false }],
        median_decide_ms: 90_000_000,
      }),
      sees: m.desk_second_waits(),
    },
    {
      name: 'empty',
      as: 'admin',
      net: withQueue({ cases: [], median_decide_ms: null }),
      sees: m.admin_cases_none(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
  '/admin/disputes/:form_pk': [
    { name: 'filled', as: 'mediator', at: inMediation, sees: m.desk_draft() },
    {
      name: 'problems',
      as: 'mediator',
      at: inMediation,
      act: (page) => press(page, m.desk_decide()),
      sees: (page) => page.locator('.form-problems:focus'),
    },
    {
      name: 'half shared',
      as: 'mediator',
      at: inMediation,
      act: async (page) => {
        await page.getByRole('button', { name: m.desk_half() }).click()
        await page.getByLabel(m.deal_field_at_fault()).selectOption('payee')
        await page.getByLabel(m.desk_template()).selectOption('3')
      },
      sees: (page) => page.locator('.case__panel .shares').first(),
    },
    {
      name: 'second person',
      as: 'admin',
      at: inMediation,
      net: withDesk({
        proposal: PROPOSAL,
        notes: [{ id: 1, text: 'The courier was asked.', by: 'Meera', at: PROPOSAL.at }],
      }),
      sees: m.desk_confirm(),
    },
    {
      name: 'own case',
      as: 'admin',
      at: inMediation,
      net: withDesk({ own_case: true }),
      sees: m.refusal_own_case(),
    },
    {
      name: 'no dispute',
      as: 'admin',
      at: ({ deal }) => `/admin/disputes/${deal('shopping', 'funded')}`,
      sees: m.desk_no_case(),
    },
    ...guarded('admin', inMediation),
    { name: 'denied', as: 'seller', at: inMediation, sees: m.admin_denied() },
  ],
  '/admin/people/:id': [
    { name: 'filled', as: 'admin', at: seller, sees: (page) => page.locator('#person-facts') },
    { name: 'blocked', as: 'admin', at: seller, net: withPerson, sees: m.person_blocked() },
    {
      name: 'block asked',
      as: 'admin',
      at: seller,
      act: (page) => page.getByRole('button', { name: m.person_block() }).click(),
      sees: m.person_block_text(),
    },
    { name: 'for a mediator', as: 'mediator', at: seller, sees: (page) => page.locator('#person-facts') },
    ...guarded('admin', seller),
    { name: 'denied', as: 'buyer', at: seller, sees: m.admin_denied() },
  ],
}
