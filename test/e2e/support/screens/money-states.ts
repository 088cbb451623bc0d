/** The desks of money in the console: bank accounts, statements, lines that wait, payouts. */
import type { Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

const LINE = '5f0c'
const ACCOUNT = {
  ...{ id: 'a1', bank: 'HDFC', account: '50200011223344', opening_paise: 12_500_000, lines: 51 },
  ...{ statement_paise: 103_633_376, balance_paise: 103_633_376, difference_paise: 0 },
  ...{ read_at: '2026-11-20T04:30:00Z', attention: 'none', payout_file: null },
  explained: [
    {
      ...{ kind: 'suspense', line: LINE, date: '2026-11-19', amount_paise: 250_000 },
      text: 'UPI-ASHA RAO-asha.rao@okbank-630652236221-PAYMENT FROM PHONE',
    },
    { kind: 'in_flight', line: null, date: '2026-11-19', amount_paise: -90_000, text: 'PY4XD1VWHV' },
  ],
}
const TODAY = {
  ...{
    day: '2026-11-20',
    now: '2026-11-20T06:00:00Z',
    in_paise: 1_250_000,
    out_paise: 900_000,
    held_paise: 98_000_000,
    own_paise: 4_200_000,
  },
  short: false,
  waiting: {
    ...{ lines: 3, oldest_line: '2026-11-17', second: 1, statements: 1, batches: 1 },
    ...{ payouts: 4, payouts_paise: 7_650_000, frozen: 1 },
  },
}
const NOTHING = {
  ...{ lines: 0, oldest_line: null, second: 0, statements: 0, batches: 0, payouts: 0, payouts_paise: 0 },
  frozen: 0,
}

/** Answers of the server by path, without the slash at its end. */
const answers = (bodies: Readonly<Record<string, unknown>>) => (page: Page) =>
  page.route(
    (url) => bodies[url.pathname.replace(/\/$/, '')] !== undefined,
    (route) => route.fulfill({ json: bodies[new URL(route.request().url()).pathname.replace(/\/$/, '')] }),
  )

const MONEY = { '/api/admin/money': TODAY, '/api/admin/bank-accounts': [ACCOUNT] }
const SHORT = {
  '/api/admin/money': { ...TODAY, short: true, own_paise: -150_000, waiting: NOTHING },
  '/api/admin/bank-accounts': [
    {
      ...{ ...ACCOUNT, balance_paise: 103_633_275, difference_paise: 101, explained: [] },
      ...{ read_at: '2026-11-13T13:30:00Z', attention: 'red' },
    },
    { ...ACCOUNT, id: 'a2', bank: 'SBI', read_at: '2026-11-17T13:30:00Z', attention: 'amber' },
  ],
  '/api/admin/bank-accounts/a1/days': [
    {
      day: '2026-11-13',
      lines: 7,
      statement_paise: 103_633_376,
      balance_paise: 103_633_275,
      difference_paise: 101,
    },
    {
      day: '2026-11-12',
      lines: 0,
      statement_paise: 90_000_000,
      balance_paise: 90_000_000,
      difference_paise: 0,
    },
  ],
}

const STATEMENT = {
  ...{ id: 's1', state: 'read', format: 'csv', from: '2026-11-02', to: '2026-11-19', problem: null },
  ...{ opening_paise: 12_500_000, closing_paise: 103_633_376, lines: 51, new_lines: 51, problem_days: [] },
  ...{ bank_account: 'a1', bank: 'HDFC', tail: '3344', file_name: 'hdfc-current-nov2026.csv', unbooked: 0 },
  ...{ uploaded_by: 'Asha Rao', uploaded_at: '2026-11-20T04:30:00Z', approved_by: null, mine: false },
  ...{ dropped_by: null, drop_note: null, withdrawn: false },
}
const ROW = {
  ...{ id: LINE, date: '2026-11-19', dir: 'C', amount_paise: 250_000, tier: 'suggested', rule: 'C6' },
  ...{ narration: 'UPI-ASHA RAO-asha.rao@okbank-630652236221-PAYMENT FROM PHONE', outcome: 'applied' },
  ...{ target: 'TD4XD1VWHV', candidates: [], class: null, flag: 'third_party', booked: null },
}
const STATEMENTS = {
  '/api/admin/bank-accounts': [ACCOUNT],
  '/api/admin/statements': [
    STATEMENT,
    { ...STATEMENT, id: 's2', mine: true },
    { ...STATEMENT, id: 's3', state: 'approved', approved_by: 'Ravi Nair', unbooked: 20 },
    {
      ...{ ...STATEMENT, id: 's5', state: 'refused', dropped_by: 'Ravi Nair' },
      drop_note: 'This is the account of the shop next door.',
    },
    { ...STATEMENT, id: 's4', state: 'refused', problem: 'gap', problem_days: ['2026-10-30'], new_lines: 0 },
  ],
  '/api/admin/statements/s1': {
    ...STATEMENT,
    rows: [
      ROW,
      { ...ROW, id: '2', dir: 'D', tier: 'matched', rule: 'D1', outcome: 'payout_paid', flag: null },
    ],
  },
}

const DESK_LINE = {
  ...ROW,
  ...{ bank_account: 'a1', bank: 'HDFC', tail: '3344', state: 'waiting', needs_second: true, decision: null },
  debt_paise: 0,
  explanations: ['own', 'interest', 'charges'],
  explained_alone: [],
}
const DECISION = {
  ...{
    n: 1,
    kind: 'explain',
    target: null,
    recipient: null,
    class: 'charges',
    note: '',
    expected: null,
    outcome: 'charges',
  },
  ...{ by: 'Asha Rao', at: '2026-11-20T04:30:00Z', approved_by: null, undo_note: null, undo_asked_by: null },
  ...{ mine: false, may_undo: true },
}
const CHOICE = {
  ...{ kind: 'pay_in', target: 'TD4XD1VWHV', name: 'Asha Rao', amount_paise: 250_000, form_pk: 'p1' },
  ...{ product: 'Table lamp', status: 'open', at: '2026-11-18T04:30:00Z', outcome: 'applied' },
  reasons: ['utr', 'amount', 'name'],
  needs_second: true,
}
const DEBT = {
  ...CHOICE,
  ...{ kind: 'debt', target: '7', amount_paise: 110_000, product: null, status: 'owed', outcome: 'debt' },
  reasons: ['name'],
}
const PAY_BACK = { from: '2026-11-24T18:29:59Z', upi_id: 'asha.rao@okbank' }
const deskOf = (line: object, choices: readonly object[] = []) =>
  answers({
    '/api/admin/bank-lines': [line, { ...DESK_LINE, id: '6a1d', dir: 'D', needs_second: false }],
    [`/api/admin/bank-lines/${LINE}`]: { ...line, choices, goes_back: PAY_BACK },
    '/api/admin/bank-lines/6a1d': { ...DESK_LINE, id: '6a1d', choices: [], goes_back: null },
  })
const undecided = deskOf(DESK_LINE, [
  CHOICE,
  { ...CHOICE, target: 'TD9ABCDEFG', reasons: [], outcome: 'short' },
])

const PAYOUT = {
  ...{ id: 'p1', code: 'PY4XD1VWHV', form_pk: null, name: 'ASHA RAO', amount_paise: 1_900_000, kind: 'bank' },
  ...{
    destination: '••••3344',
    batch_id: null,
    created_at: '2026-11-20T04:30:00Z',
    part_paise: 0,
    shown: null,
  },
}
const BATCH = {
  ...{ id: 'b1', bank_account: 'a1', format: 'generic', state: 'made', file_name: 'payouts-20-11-2026.csv' },
  ...{ sha256: 'ab'.repeat(32), count: 4, total_paise: 7_650_000, made_by: 'Asha Rao', mine: false },
  ...{ made_at: '2026-11-20T04:30:00Z', approved_by: null, downloaded_at: null },
}
const CONTENT = {
  ...BATCH,
  text: 'code,mode,name,account,ifsc,vpa,amount\nPY4XD1VWHV,IMPS,ASHA RAO,••••3344,SBIN0001234,,19000.00\n',
  payouts: [{ ...PAYOUT, batch_id: 'b1' }],
}
const APPROVED = { ...BATCH, state: 'approved', approved_by: 'Ravi Nair' }
const PAYOUTS = answers({
  '/api/admin/bank-accounts': [ACCOUNT],
  '/api/admin/payouts': [],
  '/api/admin/payouts/by-hand': [PAYOUT, { ...PAYOUT, id: 'p2', kind: 'upi', destination: 'as••@okbank' }],
  '/api/admin/payout-batches': [
    BATCH,
    { ...BATCH, id: 'b4', file_name: 'payouts-21-11-2026.csv', mine: true },
    { ...APPROVED, id: 'b2' },
    { ...APPROVED, id: 'b3', state: 'downloaded' },
  ],
  '/api/admin/payout-batches/b1': CONTENT,
  '/api/admin/payout-batches/b4': { ...CONTENT, id: 'b4' },
  '/api/admin/payout-batches/b2': { ...CONTENT, id: 'b2' },
  '/api/admin/payouts/p2/pay-by-hand': {
    ...{
      id: 'p2',
      code: 'PY4XD1VWHV',
      name: 'ASHA RAO',
      address: 'asha.rao@okbank',
      amount_paise: 1_900_000,
    },
    upi_url: 'upi://pay?pa=asha.rao@okbank&pn=ASHA%20RAO&am=19000.00&cu=INR&tn=PY4XD1VWHV',
  },
})

const common = [
  ...guarded('admin'),
  { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
  { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
  { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied_role() },
] as const

const REPORT = {
  ...{ id: 41, provider: 'razorpay', event_id: 'evt_4XD1VWHV', state: 'failed', tries: 20 },
  ...{ problem: 'no payment of this id', at: '2026-11-20T04:30:00Z', applied_at: null },
}
const REPORTS = answers({
  '/api/admin/inbox': [
    REPORT,
    { ...REPORT, id: 40, event_id: 'evt_9ABCDEFG', state: 'applied', tries: 1, problem: null },
  ],
})
const TARGET = {
  ...{ id: 't1', user_id: 7, name: 'Asha Rao', business_name: null, kind: 'upi', address: 'as••@okbank' },
  ...{ bank_name: null, created_at: '2026-11-20T04:30:00Z', usable_from: '2026-11-21T04:30:00Z' },
  ...{ shared_with: 0, waiting_paise: 1_900_000, approvals: [], mine: false },
}
const APPROVAL = { by: 'Ravi', note: 'ASHA RAO on the line of the ₹1', at: '2026-11-20T05:30:00Z' }
const TARGETS = answers({
  '/api/admin/payout-targets': [
    TARGET,
    {
      ...TARGET,
      id: 't2',
      name: 'Ravi Shah',
      business_name: 'Ravi Traders',
      bank_name: 'R SHAH',
      shared_with: 2,
    },
    { ...TARGET, id: 't3', waiting_paise: 0, approvals: [APPROVAL], mine: true },
  ],
})
const OWN_ACCOUNTS = answers({
  '/api/admin/bank-accounts': [
    ACCOUNT,
    { ...ACCOUNT, id: 'a2', bank: 'SBI', payout_file: { ifsc: 'SBIN0000123', client_code: 'AMNT' } },
  ],
})

export const MONEY_STATES: Screens = {
  '/admin/money': [
    { name: 'filled', as: 'admin', net: answers(MONEY), sees: m.money_difference() },
    {
      name: 'what is open',
      as: 'admin',
      net: answers(MONEY),
      act: (page) => page.getByText(m.money_explained({ count: '2' })).click(),
      sees: /PY4XD1VWHV/,
    },
    { name: 'short', as: 'admin', net: answers(SHORT), sees: m.money_attention_red() },
    {
      name: 'days',
      as: 'admin',
      net: answers(SHORT),
      act: (page) => page.getByText(m.money_days()).first().click(),
      sees: '2026-11-12',
    },
    {
      name: 'empty',
      as: 'admin',
      net: answers({ '/api/admin/bank-accounts': [] }),
      sees: m.money_accounts_none(),
    },
    ...common,
  ],
  '/admin/statements': [
    { name: 'filled', as: 'admin', net: answers(STATEMENTS), sees: m.statements_approve() },
    {
      name: 'lines',
      as: 'admin',
      at: () => '/admin/statements?id=s1',
      net: answers(STATEMENTS),
      sees: m.desk_flag_third_party(),
    },
    {
      name: 'refused without a reason',
      as: 'admin',
      net: answers(STATEMENTS),
      act: async (page) => {
        await page.getByRole('button', { name: m.statements_refuse() }).click()
        await page.getByRole('dialog').getByRole('button', { name: m.statements_refuse() }).click()
      },
      sees: (page) => page.getByRole('dialog').getByRole('textbox', { name: m.statements_drop_note() }),
    },
    {
      name: 'no account',
      as: 'admin',
      net: answers({ '/api/admin/bank-accounts': [] }),
      sees: m.money_accounts_none(),
    },
    ...common,
  ],
  '/admin/match': [
    { name: 'filled', as: 'admin', net: undecided, sees: m.match_choose({ target: 'TD4XD1VWHV' }) },
    {
      name: 'asked once more',
      as: 'admin',
      net: undecided,
      act: async (page) => {
        await page
          .getByRole('button', { name: new RegExp(m.match_choose({ target: 'TD4XD1VWHV' })) })
          .waitFor()
        await page.keyboard.press('Enter')
      },
      sees: m.match_confirm_propose(),
    },
    {
      name: 'the rest of a debt',
      as: 'admin',
      net: deskOf({ ...DESK_LINE, debt_paise: 150_000 }, [DEBT]),
      sees: m.match_debt_part({ amount: '₹1,500' }),
    },
    {
      name: 'decided',
      as: 'admin',
      at: () => '/admin/match?show=done',
      net: deskOf({ ...DESK_LINE, state: 'done', decision: DECISION }),
      sees: m.match_undo(),
    },
    {
      name: 'to pay back',
      as: 'admin',
      net: undecided,
      act: (page) => page.getByText(m.match_pay_back()).click(),
      sees: (page) => page.getByLabel(m.match_pay_back_name()),
    },
    {
      name: 'for a second person',
      as: 'admin',
      at: () => '/admin/match?show=second',
      net: deskOf({
        ...{ ...DESK_LINE, state: 'proposed' },
        decision: { ...DECISION, outcome: null, may_undo: false },
      }),
      sees: m.match_approve(),
    },
    { name: 'empty', as: 'admin', net: answers({ '/api/admin/bank-lines': [] }), sees: m.match_none() },
    ...common,
  ],
  '/admin/payouts': [
    { name: 'filled', as: 'admin', net: PAYOUTS, sees: m.payouts_make({ count: '1' }) },
    {
      name: 'by hand',
      as: 'admin',
      net: PAYOUTS,
      act: async (page) => {
        await page.getByRole('button', { name: m.payouts_hand_pay({ code: 'PY4XD1VWHV' }) }).click()
        await page.getByRole('button', { name: m.payouts_hand_show() }).click()
      },
      sees: (page) => page.getByRole('img', { name: m.payouts_qr() }),
    },
    {
      name: 'nothing to send',
      as: 'admin',
      net: answers({ '/api/admin/payouts/by-hand': [] }),
      sees: m.payouts_hand_none(),
    },
    { ...common[0] },
    { ...common[1] },
    { name: 'data error', as: 'admin', net: failing(only('/api/admin/payout')), sees: m.error_title() },
    common[4],
  ],
  '/admin/inbox': [
    { name: 'filled', as: 'admin', net: REPORTS, sees: m.inbox_replay() },
    { name: 'empty', as: 'admin', net: answers({ '/api/admin/inbox': [] }), sees: m.inbox_none() },
    ...common,
  ],
  '/admin/targets': [
    { name: 'filled', as: 'admin', net: TARGETS, sees: m.targets_mine() },
    {
      name: 'problems',
      as: 'admin',
      net: TARGETS,
      act: (page) => page.getByRole('button', { name: m.targets_approve() }).first().click(),
      sees: (page) => page.locator('.form-problems:focus'),
    },
    { name: 'empty', as: 'admin', net: answers({ '/api/admin/payout-targets': [] }), sees: m.targets_none() },
    ...common,
  ],
  '/admin/bank-accounts': [
    { name: 'filled', as: 'admin', net: OWN_ACCOUNTS, sees: m.accounts_file_unset() },
    {
      name: 'opened and wrong',
      as: 'admin',
      net: OWN_ACCOUNTS,
      act: async (page) => {
        await page.getByText(m.accounts_file(), { exact: true }).first().click()
        await page.getByText(m.accounts_mapping()).click()
        await page.getByLabel(m.accounts_opening()).fill('five')
        await page.getByLabel(m.accounts_template()).first().fill('{}')
      },
      sees: m.error_template(),
    },
    {
      name: 'empty',
      as: 'admin',
      net: answers({ '/api/admin/bank-accounts': [] }),
      sees: m.money_accounts_none(),
    },
    ...common,
  ],
}
