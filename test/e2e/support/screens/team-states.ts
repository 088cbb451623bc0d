/** The console of the team. */

import { expect, type Page } from '@playwright/test'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { fill, press } from '#test/e2e/support/page.ts'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

/** Rows of a grid look like each other: where a state is about something else, axe judges three of them. */
const shortGrids = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.searchParams.get('page_size') === '30',
    (route) => route.fallback({ url: route.request().url().replace('page_size=30', 'page_size=3') }),
  )

/** One that failed and one that is held. */
const waitingPayouts = async (page: Page): Promise<void> => {
  const payout = {
    ...{ id: 'p1', form_pk: null, user_id: 7, name: 'Asha Rao', purpose: 'release', amount_paise: 1_900_000 },
    ...{ destination: '••••.rao@okbank', bank_name: 'ASHA RAO', created_at: '2026-11-20T10:00:00Z' },
    ...{
      held_until: null,
      frozen: false,
      may_release: false,
      may_resend: true,
      debited: false,
      part_paise: 0,
      own_report: false,
      status: 'review',
      held_because: [],
      may_propose_target: false,
      proposed_target: null,
    },
  }
  const waiting = { ...payout, id: 'p2', status: 'held', may_resend: false, may_release: true, frozen: true }
  const gone = {
    ...payout,
    name: 'Deleted account',
    status: 'held',
    held_because: ['no_target'],
    may_resend: false,
  }
  const proposal = {
    ...{ id: 't1', kind: 'bank', address: '60200987654321@sbin0004321.ifsc.npci', holder_name: 'Asha Rao' },
    ...{ reason: 'Letter of 3 March with a copy of the PAN card', proposed_by: 'Meera Iyer', own: false },
  }
  const rows = [
    payout,
    { ...waiting, held_because: ['velocity', 'self_deal', 'frozen'] },
    { ...gone, id: 'p3', may_propose_target: true, proposed_target: null },
    { ...gone, id: 'p4', may_propose_target: false, proposed_target: proposal },
  ]
  await page.route(only('/api/admin/payouts'), (route) => route.fulfill({ json: rows }))
  await shortGrids(page)
}
/** A page of users with somebody of the team. */
const withMediator = async (page: Page): Promise<void> => {
  await shortGrids(page)
  const mediator = {
    ...{
      id: 9_999,
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'asha@example.com',
      phone_number: '9812345678',
    },
    ...{ payment_number: null, business_name: null, user_type: ['Mediator'] },
    ...{ phone_verified: true, email_verified: true },
  }
  await page.route(only('/api/auth/thirdview/users'), (route) =>
    route.fulfill({ json: [mediator], headers: { 'x-total-count': '1' } }),
  )
}
/** As where the second factor is demanded; the screens' own server only offers it. */
const refusedFor = (step: 'enrol' | 'confirm') => async (page: Page) => {
  await shortGrids(page)
  await page.route(only('/api/admin/home'), (route) =>
    route.fulfill({ status: 403, json: { message: '', code: 'second_factor', second_factor: step } }),
  )
}

const withPasskey = {
  demanded: true,
  enrolled: true,
  passed: false,
  totp: true,
  passkeys: 1,
  recovery_codes_left: 10,
}

const BUSY = {
  ...{ now: '2026-11-23T06:00:00Z', day: '2026-11-23' },
  money: {
    ...{
      held_paise: 98_000_000,
      others_paise: 101_250_000,
      backing_paise: 105_450_000,
      own_paise: 4_200_000,
    },
    places: [{ name: 'HDFC ••3344', paise: 105_450_000 }],
  },
  today: { in_paise: 1_250_000, out_paise: 900_000, funded: 4, ended: 3 },
  desks: [
    { desk: 'disputes', count: 3, oldest_at: '2026-11-20T06:00:00Z' },
    { desk: 'grievances', count: 1, oldest_at: '2026-11-23T03:00:00Z' },
    { desk: 'targets', count: 2, oldest_at: '2026-11-22T06:00:00Z' },
    // of a server that is newer than the page
    { desk: 'unknown', count: 1, oldest_at: '2026-11-22T06:00:00Z' },
  ],
  deadlines: [
    {
      ...{ form_pk: 'p1', product: 'Table lamp', status: 'delivered', amount_paise: 250_000 },
      due_at: '2026-11-23T09:00:00Z',
    },
  ],
  books: { sound: true, checked_at: '2026-11-22T06:00:00Z', problems: [] },
  rails: [
    { provider: 'upi', heard_at: '2026-11-23T05:00:00Z', unknown: 2, unknown_at: '2026-11-22T06:00:00Z' },
    { provider: 'sandbox', heard_at: null, unknown: 0, unknown_at: null },
  ],
  states: [
    { status: 'funded', count: 12 },
    { status: 'mediation', count: 3 },
  ],
  setup: ['registrations.0.value'],
}
const SHORT = {
  ...BUSY,
  money: { ...BUSY.money, own_paise: -150_000 },
  books: {
    sound: false,
    checked_at: '2026-11-23T05:59:00Z',
    problems: ['account hold:p1: 1 paisa too much'],
  },
}
const DAYS = Array.from({ length: 30 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10),
  ...{ held_paise: 90_000_000 + at * 250_000, in_paise: at * 40_000, out_paise: at * 30_000 },
  ...{ fees_paise: at * 1_000, funded: at, ended: at, disputed: at % 3, decided: at % 2 },
  decide_ms: at % 2 === 0 ? null : at * 3_600_000,
}))
const withHome = (home: object) => async (page: Page) => {
  await shortGrids(page)
  await page.route(only('/api/admin/home'), (route) => route.fulfill({ json: home }))
  await page.route(only('/api/admin/desks'), (route) => route.fulfill({ json: { desks: BUSY.desks } }))
  await page.route(only('/api/admin/figures'), (route) =>
    route.fulfill({ json: { days: DAYS, median_decide_ms: 90_000_000 } }),
  )
}

const COUPON = {
  ...{ id: '1', code: 'WELCOME30', off_basis_points: 200, max_uses: 50, uses: 12 },
  people: [{ id: 7, name: 'Meera Iyer' }],
  ...{ from: '2026-11-01T00:00:00+05:30', until: '2026-12-01T00:00:00+05:30' },
  off_at: '2026-11-20T10:00:00+05:30',
}

const CHANGES = [
  { path: 'returnWindowMs', before: 8 * DAY_MS, after: 5 * DAY_MS },
  { path: 'commissionBasisPoints.services', before: 500, after: 450 },
]
const SENTENCES = [
  {
    ...{ place: '/shopping/terms_and_conditions', locale: 'en' },
    ...{ before: 'Goods go back within 8 days.', after: 'Goods go back within 5 days.' },
  },
  {
    ...{ place: 'agreement-shopping', locale: 'hi' },
    ...{ before: 'सामान 8 दिन में लौटता है।', after: 'सामान 5 दिन में लौटता है।' },
  },
]
const withProposal =
  (isOwn: boolean, isOutdated = false) =>
  (page: Page) =>
    page.route(only('/api/admin/policies'), (route) =>
      route.fulfill({
        json: {
          policy: DEFAULT_POLICY,
          proposal: {
            ...{ id: 'p1', reason: 'Couriers are quicker now', by: 'Meera', at: '2026-11-22T06:00:00Z' },
            ...{ mine: isOwn, outdated: isOutdated, changes: CHANGES },
          },
          versions: [
            {
              ...{ number: 2, from: '2026-11-20T06:00:00Z', reason: 'The rent has risen', by: 'Meera' },
              ...{ approved_by: 'Asha', changes: [{ path: 'disputeFeePaise', before: 5_000, after: 7_500 }] },
            },
            {
              ...{ number: 1, from: '2026-11-01T06:00:00Z', reason: null, by: null, approved_by: null },
              changes: [],
            },
          ],
        },
      }),
    )
/** Its id has a dot. */
const figure = (page: Page, path: string) => page.locator(`[id="field-${path}"]`)

export const TEAM_STATES: Screens = {
  '/admin_dashboard': [
    { name: 'filled', as: 'admin', sees: (page) => page.getByRole('row').nth(2) },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    // a grid that could not be read has neither rows nor a count of none
    {
      name: 'data error',
      as: 'admin',
      net: failing(itsData),
      sees: (page) =>
        page.locator('.console__grid:has(.notice--stop):not(:has(table, .console__pagination))').first(),
    },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
    { name: 'home with work', as: 'admin', net: withHome(BUSY), sees: m.home_books_old() },
    { name: 'home with wrong books', as: 'admin', net: withHome(SHORT), sees: m.admin_books_wrong() },
    {
      name: 'a chart as a table',
      as: 'admin',
      net: withHome(BUSY),
      act: async (page) => {
        await page.getByText(m.home_as_table()).first().click()
        await page.getByRole('article', { name: m.home_chart_held() }).scrollIntoViewIfNeeded()
      },
      sees: '21 Nov 2026',
    },
    { name: 'payouts waiting', as: 'admin', net: waitingPayouts, sees: m.admin_payout_resend() },
    {
      name: 'payouts failed',
      as: 'admin',
      net: async (page) => {
        await failing(only('/api/admin/payouts'))(page)
        await shortGrids(page)
      },
      sees: m.error_title(),
    },
    {
      name: 'second factor asked',
      as: 'admin',
      net: refusedFor('confirm'),
      sees: m.second_factor_confirm_text({ name: 'Amanat' }),
      // the page behind waits for the answer
      waits: true,
    },
    {
      name: 'second factor asked, with a passkey',
      as: 'admin',
      net: async (page) => {
        await refusedFor('confirm')(page)
        await page.route(only('/api/account/second-factor'), (route) => route.fulfill({ json: withPasskey }))
      },
      sees: m.passkey_use(),
      waits: true,
    },
    {
      name: 'second factor set up',
      as: 'mediator',
      net: refusedFor('enrol'),
      sees: (page) => page.getByRole('img', { name: m.second_factor_qr() }),
      waits: true,
    },
    {
      name: 'role of a teammate',
      as: 'admin',
      net: withMediator,
      act: (page) =>
        page.getByRole('button', { name: m.admin_role_change_name({ name: 'Asha Rao' }) }).click(),
      sees: m.admin_role_text(),
    },
    {
      name: 'nothing found',
      as: 'admin',
      net: shortGrids,
      act: (page) => page.getByRole('searchbox').first().fill('zzzz'),
      sees: m.keys_none({ text: 'zzzz' }),
    },
    {
      name: 'ticked',
      as: 'admin',
      net: shortGrids,
      act: async (page) => {
        // they stand above the grid, and come after the page
        await page.getByRole('article', { name: m.home_chart_decide() }).waitFor()
        await page.getByRole('checkbox', { name: m.admin_tick_all() }).first().check()
      },
      sees: m.admin_untick(),
    },
  ],
  '/admin/policies': [
    { name: 'filled', as: 'admin', sees: m.policies_of_deals() },
    {
      name: 'changed and wrong',
      as: 'admin',
      act: async (page) => {
        await figure(page, 'returnWindowMs').fill('5')
        await figure(page, 'returnCourierPaise.min').fill('500')
      },
      sees: m.error_policy_order(),
    },
    {
      name: 'previewed',
      as: 'admin',
      net: (page) =>
        page.route(only('/api/admin/policies/preview'), (route) =>
          route.fulfill({ json: { sentences: SENTENCES } }),
        ),
      act: async (page) => {
        await figure(page, 'returnWindowMs').fill('5')
        await press(page, m.policies_see())
      },
      sees: 'within 5 days',
    },
    { name: 'one that waits', as: 'admin', net: withProposal(false), sees: m.policies_one_waits() },
    {
      name: 'one that waits, asked once more',
      as: 'admin',
      net: withProposal(false),
      act: (page) => press(page, m.policies_approve()),
      sees: m.policies_approve_title(),
    },
    { name: 'one of my own', as: 'admin', net: withProposal(true), sees: m.policies_waits_mine() },
    {
      name: 'one that is outdated',
      as: 'admin',
      net: withProposal(false, true),
      sees: m.policies_outdated(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied_role() },
  ],
  '/admin/coupons': [
    { name: 'filled', as: 'admin', sees: (page) => page.locator('.console__list li').first() },
    {
      name: 'with people and days',
      as: 'admin',
      net: (page) => page.route(only('/api/admin/coupons'), (route) => route.fulfill({ json: [COUPON] })),
      act: (page) => fill(page, 'code', 'SAVE20'),
      sees: m.admin_coupon_start(),
    },
    {
      name: 'found by keys',
      as: 'admin',
      act: async (page) => {
        // the keys are heard once the page is there
        await page.locator('.console__list li').first().waitFor()
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('combobox', { name: m.keys_go() }).fill('silk')
      },
      sees: (page) => page.getByRole('option', { name: 'Silk saree' }).first(),
    },
    {
      name: 'keys',
      as: 'admin',
      // a phone has no button for it
      act: async (page) => {
        await expect(page.getByRole('button', { name: m.keys_go() })).toBeVisible()
        await page.keyboard.press('?')
      },
      sees: (page) => page.getByRole('dialog').getByText(m.keys_list()),
    },
    {
      name: 'problems',
      as: 'admin',
      act: (page) => press(page, m.admin_coupon_add()),
      sees: (page) => page.locator('.form-problems:focus'),
    },
    {
      name: 'wrong people and uses',
      as: 'admin',
      act: async (page) => {
        await fill(page, 'code', 'FOR10')
        await fill(page, 'phone_numbers', '9812300001, 9812300002')
        await fill(page, 'max_uses', '5')
        await press(page, m.admin_coupon_add())
        // the answer takes the focus to its field: what is typed before it comes would go there
        await page.getByText(m.error_coupon_people()).waitFor()
        await fill(page, 'max_uses', '0')
      },
      sees: m.error_coupon_people(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'client', sees: m.admin_denied() },
    { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied_role() },
  ],
  '/admin/audit-log': [
    { name: 'filled', as: 'admin', sees: (page) => page.getByRole('row').nth(2) },
    {
      name: 'one that is opened',
      as: 'admin',
      at: () => '/admin/audit-log?action=sign_in',
      act: (page) => page.locator('.console__more summary').first().click(),
      sees: m.audit_show(),
    },
    {
      name: 'nothing fits',
      as: 'admin',
      at: () => '/admin/audit-log?to=2020-01-01',
      sees: m.audit_none(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied_role() },
  ],
  '/admin/movements': [
    { name: 'filled', as: 'admin', sees: (page) => page.locator('.console__list li').first() },
    {
      name: 'empty',
      as: 'mediator',
      at: () => '/admin/movements?dir=out&day=2020-01-01',
      sees: m.moves_none(),
    },
    ...guarded('admin'),
    { name: 'today unknown', as: 'admin', net: failing(only('/api/admin/home')), sees: m.ui_retry() },
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
  ],
}
