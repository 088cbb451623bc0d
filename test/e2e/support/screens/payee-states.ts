/** Where a provider holds the money of deals in the payee's name: their account there in each state, and the deal that waits for it. */
import type { Page } from '@playwright/test'
import type { Deal } from '#core/contract/deals.ts'
import type { PayeeAccountState } from '#core/contract/payee-account.ts'
import type { PayeeWait } from '#core/payee-accounts.ts'
import { m } from '#messages/compiled/messages.js'
import { payeeWaitForPayer, payeeWaitText } from '#messages/payee-text.ts'
import { press } from '#test/e2e/support/page.ts'
import { only, type ScreenState } from './state.ts'

const NOW = '2026-11-22T10:00:00.000+05:30'
type Account = NonNullable<PayeeAccountState['account']>

/** The walks' server holds nothing: its page is changed on the way. */
const heldByProvider = (path: RegExp) => (page: Page) =>
  page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"custody":null', '"custody":"psp_hold"')
      await route.fulfill({ response, body })
    },
  )
const holding = (waits: PayeeWait | null, account: Partial<Account> | null) => async (page: Page) => {
  await heldByProvider(/^(?:\/hi)?\/account$/)(page)
  const state: PayeeAccountState = {
    ...{ needed: true, business_types: ['individual', 'proprietorship'], waits, now: NOW },
    account: account && {
      ...{
        state: 'activated',
        bank: '••••9012 · HDFC0000317',
        wanted: [],
        taken_out: false,
        submitted_at: NOW,
        usable_from: null,
      },
      ...account,
    },
  }
  await page.route(only('/api/account/payee-account'), (route) => route.fulfill({ json: state }))
}

const openForm = async (page: Page): Promise<void> => {
  await press(page, m.payee_account_open())
  await page.locator('#field-legal_name').waitFor()
}
const pressEmpty = async (page: Page): Promise<void> => {
  await openForm(page)
  await press(page, m.payee_account_send())
}

const account = (name: string, state: Omit<ScreenState, 'name' | 'as'>): ScreenState => ({
  name: `payee account ${name}`,
  as: 'seller',
  ...state,
})
const waiting = (waits: PayeeWait, of: Partial<Account>, until = ''): ScreenState =>
  account(waits, { net: holding(waits, of), sees: payeeWaitText(waits, { until }).slice(0, 20) })

export const PAYEE_ACCOUNT_STATES: readonly ScreenState[] = [
  account('missing', { net: holding('missing', null), sees: m.payee_waits_missing() }),
  account('form', { net: holding('missing', null), act: openForm, sees: m.payee_account_about() }),
  account('form empty', { net: holding('missing', null), act: pressEmpty, sees: m.ui_form_problems() }),
  waiting('submitted', { state: 'submitted' }),
  waiting('under_review', { state: 'under_review' }),
  waiting('needs_clarification', {
    ...{ state: 'needs_clarification', wanted: ['settlements.account_number', 'kyc.pan'] },
  }),
  account('taken out', {
    net: holding('needs_clarification', { state: 'needs_clarification', taken_out: true }),
    sees: m.payee_account_taken_out(),
  }),
  waiting('cooling', { usable_from: '2036-11-22T10:00:00.000+05:30' }),
  waiting('refused', { state: 'refused' }),
  account('ready', {
    net: holding(null, { usable_from: NOW }),
    sees: m.payee_account_ready({ bank: '••••9012 · HDFC0000317' }),
  }),
]

/** A deal that is agreed and cannot be paid yet. */
const unpayable = (waits: PayeeWait) => (page: Page) =>
  page.route(
    ({ pathname }) => /^\/api\/deals\/[\w-]+\/?$/.test(pathname),
    async (route) => {
      const response = await route.fetch()
      const deal = (await response.json()) as Deal
      await route.fulfill({ response, json: { ...deal, payee_waits: waits, payment: null } })
    },
  )
const agreed: ScreenState['at'] = ({ deal }) => `/deals/${deal('shopping', 'agreed')}`
const WAITS = ['missing', 'under_review', 'needs_clarification', 'cooling', 'refused'] as const

const HELD_BY_PROVIDER: ScreenState = {
  ...{ name: 'held by the provider', as: 'buyer', at: ({ deal }) => `/deals/${deal('shopping', 'funded')}` },
  net: heldByProvider(/^\/deals\/[\w-]+$/),
  sees: new RegExp(m.money_line_held({ name: 'Razorpay', amount: '₹.+' })),
}

const WAITING: readonly ScreenState[] = WAITS.flatMap((waits) => [
  {
    ...{ name: `payee ${waits} buyer`, as: 'buyer', at: agreed, net: unpayable(waits) },
    sees: new RegExp(payeeWaitForPayer(waits, { name: '.+', until: '' })),
  },
  {
    ...{ name: `payee ${waits} seller`, as: 'seller', at: agreed, net: unpayable(waits) },
    sees: payeeWaitText(waits, { until: '' }),
  },
])

export const PAYEE_DEAL_STATES: readonly ScreenState[] = [HELD_BY_PROVIDER, ...WAITING]
