/** The list of deals, the news of them, and the page of a deal at every point of its life, as each side sees it. */
import type { Page } from '@playwright/test'
import type { Deal } from '#core/contract/deals.ts'
import type { PaymentClaim } from '#core/contract/payment-claim.ts'
import { m } from '#messages/compiled/messages.js'
import { fill, press } from '#test/e2e/support/page.ts'
import { PAYEE_DEAL_STATES } from './payee-states.ts'
import type { ScreenRole, ScreenUsers } from './screen-users.ts'
import { failing, guarded, held, itsData, type ScreenState, type Screens } from './state.ts'

const SIDES = {
  shopping: { payer: 'buyer', payee: 'seller' },
  services: { payer: 'client', payee: 'freelancer' },
} as const satisfies Record<string, Record<string, ScreenRole>>
type DealTrack = keyof typeof SIDES

const path =
  (track: DealTrack, status: string) =>
  ({ deal }: ScreenUsers): string =>
    `/deals/${deal(track, status)}`

/** The parts that come after the page itself. */
const whole = (page: Page) => page.locator('#deal-timeline')

const stage = (track: DealTrack, status: string): ScreenState[] =>
  Object.entries(SIDES[track]).map(([side, as]) => ({
    name: `${track} ${status} ${side}`,
    as,
    at: path(track, status),
    sees: whole,
  }))

interface DealStateRequest {
  readonly status: string
  readonly as: ScreenRole
  readonly button: string | RegExp
  readonly track?: DealTrack
}
const dialog = (name: string, { status, as, button, track = 'shopping' }: DealStateRequest): ScreenState => ({
  name: `dialog ${name}`,
  as,
  at: path(track, status),
  act: (page) => press(page, button),
  sees: (page) => page.getByRole('dialog').getByRole('heading').first(),
})

const funded = path('shopping', 'funded')
const paying = path('shopping', 'paying')

/** What the walks' server does not play: its answer for a deal is changed on the way. */
const changed =
  (change: (deal: Deal) => Partial<Deal>) =>
  (page: Page): Promise<unknown> =>
    page.route(
      ({ pathname }) => /^\/api\/deals\/[\w-]+\/?$/.test(pathname),
      async (route) => {
        const response = await route.fetch()
        const deal = (await response.json()) as Deal
        await route.fulfill({ response, json: { ...deal, ...change(deal) } })
      },
    )

/** A deal that is paid by UPI: the walks' server has the sandbox alone. */
const byUpi = (claim: Partial<PaymentClaim> | null, { opens_app = true } = {}) =>
  changed((deal) => ({
    payment: deal.payment && { ...deal.payment, opens_app, takes_claims: true },
    payment_claim: claim && {
      utr: '632600009999',
      at: deal.now,
      look_until: '2030-11-25T18:29:59.999Z',
      state: 'checking',
      ...claim,
    },
  }))
const bill = (at: string, by: 'payer' | 'payee'): Deal['files'][number] => ({
  ...{ id: `bill-${by}`, name: 'bill.pdf', type: 'application/pdf', size: 48_000, kind: 'other', by, at },
  ...{ sha256: 'ab'.repeat(32), withdrawn_at: null },
})
const frozen = changed(() => ({
  due_at: null,
  due_event: null,
  lapse: null,
  whose_move: ['team'],
  actions: [],
}))
const upiState = (name: string, state: Omit<ScreenState, 'name'>): ScreenState => ({
  name: `upi ${name}`,
  ...state,
})
const UPI: readonly ScreenState[] = [
  upiState('to pay', { as: 'buyer', at: paying, net: byUpi(null), sees: m.deal_claim_title() }),
  upiState('personal', {
    ...{ as: 'buyer', at: paying, net: byUpi(null, { opens_app: false }) },
    sees: m.deal_pay_copy(),
  }),
  upiState('wrong number', {
    ...{ as: 'buyer', at: paying, net: byUpi(null) },
    act: (page) => fill(page, 'utr', 'T2611201015209876543210'),
    sees: (page) => page.locator('.pay .field__error'),
  }),
  upiState('checking', {
    ...{ as: 'buyer', at: paying, net: byUpi({}) },
    // not "if you do nothing": they say that they have paid
    sees: new RegExp(m.payee_waits_lapse({ time: '.+' })),
  }),
  upiState('fee checking', {
    ...{ as: 'buyer', at: path('shopping', 'disputed') },
    net: changed((deal) => ({
      to_pay: { purpose: 'fee', amount_paise: 5_000 },
      dispute: deal.dispute && { ...deal.dispute, opened_by: 'payer', fees: { payer: 'due', payee: 'due' } },
      payment_claim: {
        ...{ utr: '632600009999', at: deal.now, look_until: '2030-11-25T18:29:59.999Z', state: 'checking' },
      },
    })),
    sees: new RegExp(m.deal_fee_claim_lapse({ time: '.+' })),
  }),
  upiState('not found', {
    ...{ as: 'buyer', at: paying, net: byUpi({ state: 'not_found' }) },
    sees: m.deal_claim_unseen(),
  }),
  upiState('found', { as: 'buyer', at: funded, net: byUpi({ state: 'found' }), sees: m.deal_claim_found() }),
  upiState('seller', { as: 'seller', at: paying, net: byUpi({ utr: null }), sees: /says they have paid/ }),
]

const SHOPPING = [
  'proposed',
  'agreed',
  'paying',
  'funded',
  'in_delivery',
  'return_requested',
  'returning',
  'return_in_transit',
  'disputed',
  'negotiating',
  'mediation',
  'declined',
  'withdrawn',
  'refunded',
  'released',
  'cancelled',
  'settled',
]
const SERVICES = ['proposed', 'agreed', 'in_delivery', 'delivered', 'released']

const INVITES = [null, 'Ravi Traders'].map((business_name, at) => ({
  ...{ id: `invite-${at}`, title: 'Old camera', amount_paise: 450_000, phone_number: '9876543210' },
  ...{ photos: [], business_name, form_pk: null, link: 'https://amanat.example/register?invited=Seller' },
  ...{ created_at: '2026-11-22T10:00:00Z', expires_at: '2026-12-22T10:00:00Z' },
}))

const REQUESTS = [false, true].map((is_mine) => ({
  ...{ id: `request-${is_mine}`, is_mine, title: 'Old camera', amount_paise: 450_000, photos: [] },
  ...{ phone_number: '9876543210', details: 'Two lenses, one with a scratch', condition: 'Used, like new' },
  ...(is_mine
    ? { business_name: null, seller_name: null }
    : { business_name: 'Ravi Traders', seller_name: 'Ravi Shah' }),
  ...{ link: 'https://amanat.example/deals' },
  ...{ created_at: '2026-11-22T10:00:00Z', expires_at: '2026-12-22T10:00:00Z' },
}))

const NEWS_OF_NO_DEAL = [
  {
    id: 2,
    kind: 'invite_joined',
    title: m.invite_joined_title({ shop: 'Ravi Traders', title: 'Camera' }),
    text: m.invite_joined_text(),
  },
  { id: 1, kind: 'number_claimed', title: m.number_claimed_title(), text: m.number_claimed_text() },
].map((news) => ({ ...news, form_pk: null, about: null, at: '2026-11-21T18:30:00+05:30', read: false }))

export const DEAL_STATES: Screens = {
  '/deals': [
    { name: 'filled', as: 'buyer', sees: (page) => page.locator('.deal-card').first() },
    ...guarded('buyer'),
    { name: 'list loading', as: 'buyer', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'list error', as: 'buyer', net: failing(itsData), sees: m.error_title() },
    { name: 'empty', as: 'newBuyer', sees: m.deal_list_next_offer() },
    { name: 'empty seller', as: 'newSeller', sees: m.deal_list_next_link() },
    {
      name: 'found',
      as: 'buyer',
      at: () => '/deals?show=ended&search=a',
      sees: (page) => page.locator('.deal-card').first(),
    },
    {
      name: 'nothing found',
      as: 'buyer',
      at: () => '/deals?search=zzzzz',
      sees: m.deal_home_search_none({ search: 'zzzzz' }),
    },
    {
      name: 'account menu',
      as: 'buyer',
      act: (page) => page.locator('[data-menu] > summary:visible').click(),
      sees: (page) => page.getByRole('link', { name: m.account_roles_add() }),
    },
    {
      name: 'invitations',
      as: 'buyer',
      net: (page) => page.route('**/api/invites/', (route) => route.fulfill({ json: INVITES })),
      sees: m.invite_send_offer({ shop: 'Ravi Traders' }),
    },
    {
      name: 'asked for deals',
      as: 'buyer',
      net: (page) => page.route('**/api/requests/', (route) => route.fulfill({ json: REQUESTS })),
      sees: m.request_confirm({ shop: 'Ravi Traders' }),
    },
    { name: 'none ended', as: 'newBuyer', at: () => '/deals?show=ended', sees: m.deal_list_none_here() },
  ],
  '/notices': [
    { name: 'filled', as: 'seller', sees: (page) => page.locator('.notifications__item').first() },
    ...guarded('seller'),
    { name: 'news loading', as: 'seller', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'news error', as: 'seller', net: failing(itsData), sees: m.error_title() },
    { name: 'empty', as: 'newSeller', sees: m.notifications_none() },
    {
      name: 'of no deal',
      as: 'buyer',
      net: (page) =>
        page.route('**/api/notices/?page=*', (route) =>
          route.fulfill({ json: NEWS_OF_NO_DEAL, headers: { 'x-total-count': '2' } }),
        ),
      sees: (page) => page.locator('.notifications__item').getByRole('link', { name: m.nav_my_deals() }),
    },
  ],
  '/deals/:form_pk': [
    { name: 'filled', as: 'buyer', at: funded, sees: whole },
    ...guarded('buyer', funded),
    { name: 'deal loading', as: 'buyer', at: funded, net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'deal error', as: 'buyer', at: funded, net: failing(itsData), sees: m.error_title() },
    {
      name: 'parts failed',
      as: 'buyer',
      at: funded,
      net: failing(({ pathname }) => /^\/api\/.*\/(?:messages|files|papers|reads?)\b/.test(pathname)),
      sees: whole,
    },
    { name: 'not yours', as: 'newBuyer', at: funded, sees: m.ui_denied_preview() },
    { name: 'frozen', as: 'buyer', at: funded, net: frozen, sees: m.email_deal_frozen_next() },
    ...UPI,
    ...PAYEE_DEAL_STATES,
    ...SHOPPING.flatMap((status) => stage('shopping', status)),
    ...SERVICES.flatMap((status) => stage('services', status)),
    { name: 'mediation team', as: 'mediator', at: path('shopping', 'mediation'), sees: whole },
    {
      name: 'of the team',
      as: 'mediator',
      at: path('shopping', 'released'),
      sees: (page) => page.locator('.transfers li').first(),
    },
    {
      name: 'a file for the team',
      as: 'admin',
      at: path('shopping', 'mediation'),
      net: changed((deal) => ({ files: ['payer', 'payee'].map((by) => bill(deal.now, by as 'payer')) })),
      act: (page) => press(page, m.team_deal_files()),
      sees: (page) => page.getByRole('dialog').getByRole('heading').first(),
    },
    dialog('ship', { status: 'funded', as: 'seller', button: m.deal_do_ship() }),
    dialog('deliver', { status: 'in_delivery', as: 'seller', button: m.deal_do_deliver() }),
    dialog('later date', { status: 'in_delivery', as: 'seller', button: m.deal_do_propose_extension() }),
    dialog('arrival', { status: 'in_delivery', as: 'buyer', button: m.deal_do_confirm_receipt() }),
    {
      name: 'dialog early release',
      as: 'buyer',
      at: path('shopping', 'in_delivery'),
      act: async (page) => {
        await page.getByText(m.deal_early()).click()
        await press(page, /^Release ₹/)
      },
      sees: (page) => page.getByRole('dialog').getByText(m.deal_early_warning()),
    },
    dialog('complain', { status: 'in_delivery', as: 'buyer', button: m.deal_do_complain() }),
    dialog('release', { status: 'delivered', as: 'client', button: /^Release ₹/, track: 'services' }),
    dialog('changes', {
      status: 'delivered',
      as: 'client',
      button: m.deal_do_request_changes(),
      track: 'services',
    }),
    dialog('edit', { status: 'proposed', as: 'buyer', button: m.deal_do_edit() }),
    dialog('accept', { status: 'proposed', as: 'seller', button: m.deal_do_accept() }),
    dialog('split', { status: 'negotiating', as: 'buyer', button: m.deal_do_counter() }),
    dialog('decide', { status: 'mediation', as: 'mediator', button: m.deal_do_decide() }),
    {
      name: 'dialog error',
      as: 'seller',
      at: funded,
      act: async (page) => {
        await press(page, m.deal_do_ship())
        await page.getByRole('dialog').getByRole('button', { name: m.deal_do_ship(), exact: true }).click()
      },
      sees: (page) => page.locator('dialog .field__error').first(),
    },
    {
      name: 'dialog failed',
      as: 'client',
      at: path('services', 'delivered'),
      net: failing(({ pathname }) => /\/request_changes\/?$/.test(pathname)),
      act: async (page) => {
        await press(page, m.deal_do_request_changes())
        await fill(page, 'note', 'Please use the darker blue')
        await page.getByRole('dialog').getByRole('button', { name: m.deal_do_request_changes() }).click()
      },
      sees: (page) => page.locator('dialog').getByText(m.error_title()),
    },
  ],
}
