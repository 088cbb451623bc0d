/** Making an offer, sending its link, pasting it, and reading it. */
import type { Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { fill, press } from '#test/e2e/support/page.ts'
import type { ScreenUsers } from './screen-users.ts'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

const field = (name: string) => (page: Page) => page.locator(`#field-${name}`)
const next = (page: Page) => press(page, m.ui_next())

const product = async (page: Page) => {
  await fill(page, 'service_details', 'Table lamp')
  await fill(page, 'amount', '1200')
}
const seller = async (page: Page) => {
  await product(page)
  await next(page)
  await fill(page, 'cpty_company', 'Ravi Traders')
}
const chosen = async (page: Page) => {
  await seller(page)
  await page.getByRole('option', { name: 'Ravi Traders' }).first().click()
}
const confirmation = async (page: Page) => {
  await chosen(page)
  await next(page)
  await page.locator('#field-acknowledged').check()
}
const sent = async (page: Page) => {
  await confirmation(page)
  await press(page, m.offer_confirm())
}

const client = async (page: Page) => {
  await fill(page, 'cpty_full_name', 'Arjun Singh')
  await fill(page, 'cpty_phone', '9000000004')
}
const work = async (page: Page) => {
  await client(page)
  await next(page)
  await fill(page, 'deliverables', 'A logo in two colours')
  await fill(page, 'other_info', 'Two rounds of changes')
  await fill(page, 'amount', '20000')
  await fill(page, 'cancellation_fee', '10')
}
const calendar = async (page: Page) => {
  await work(page)
  await page.locator('#field-date_of_completion').click()
}
const dated = async (page: Page) => {
  await calendar(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: m.offer_date_next_month() }).click()
  await dialog.getByRole('button', { name: /^15 / }).first().click()
  await dialog.getByRole('button', { name: m.offer_date_done() }).click()
}
const typedCoupon = async (page: Page, { coupon: code }: ScreenUsers) => {
  await work(page)
  await fill(page, 'coupon', code)
  // from the draft too: the button that waits would name an optional field, and nothing say why
  await page.reload()
}
const passedDate = async (page: Page) => {
  await dated(page)
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('draft:services:')) ?? ''
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    draft.values.date_of_completion = '2026-01-05T12:00:00.000Z'
    sessionStorage.setItem(key, JSON.stringify(draft))
  })
  await page.reload()
}
const startedOver = async (page: Page) => {
  await client(page)
  await fill(page, 'cpty_phone', '12')
  await press(page, m.offer_start_over())
}
const coupon = (code?: string) => async (page: Page, users: ScreenUsers) => {
  await work(page)
  await fill(page, 'coupon', code ?? users.coupon)
  await press(page, m.offer_coupon_apply())
}
const workConfirmation = async (page: Page) => {
  await dated(page)
  await next(page)
}

const pasted = (verb: string) => async (page: Page) => {
  await page.locator('form input').first().fill('https://evil.example/api/transactions/shopping/?form_pk=x')
  await press(page, verb)
}
const link =
  (track: string, status: string) =>
  ({ deal }: ScreenUsers): string =>
    `/api/transactions/${track}/?form_pk=${deal(track, status)}`
const open = link('shopping', 'proposed')
const openWork = link('services', 'proposed')

const manySellers = (page: Page): Promise<unknown> =>
  page.route(only('/api/auth/sellers'), (route) =>
    route.fulfill({
      json: Array.from({ length: 20 }, (_, i) => ({
        phone_number: String(9_800_000_000 + i),
        business_name: `Zari House ${i}`,
      })),
    }),
  )

export const OFFER_STATES: Screens = {
  '/form': [
    { name: 'filled', as: 'buyer', leadsTo: '/shopping/form', sees: m.offer_shopping_lead() },
    { name: 'client', as: 'client', sees: m.offer_home_client() },
    ...guarded('buyer'),
  ],
  '/shopping/form': [
    { name: 'filled', as: 'buyer', sees: m.offer_shopping_lead() },
    ...guarded('buyer'),
    { name: 'denied', as: 'client', sees: m.offer_shopping_denied() },
    {
      name: 'field errors',
      as: 'buyer',
      act: async (page) => {
        await fill(page, 'service_details', '12')
        await fill(page, 'amount', '100000')
      },
      sees: 'Maximum length of 5 exceeded!',
    },
    {
      name: 'described',
      as: 'buyer',
      act: async (page) => {
        await product(page)
        await fill(page, 'details', 'Brass lamp, 40 cm, with its shade (no bulb)')
        await press(page, m.item_condition_good())
        await fill(page, 'listing_url', 'on OLX')
      },
      sees: m.error_link(),
    },
    { name: 'costs', as: 'buyer', act: product, sees: m.offer_seller_receives() },
    { name: 'seller list', as: 'buyer', act: seller, sees: (page) => page.getByRole('option').first() },
    {
      name: 'seller list that scrolls',
      as: 'buyer',
      net: manySellers,
      act: seller,
      sees: (page) => page.getByRole('option').first(),
    },
    {
      name: 'seller loading',
      as: 'buyer',
      net: held(only('/api/auth/sellers')),
      act: seller,
      sees: m.offer_seller_loading(),
    },
    {
      name: 'seller failed',
      as: 'buyer',
      net: failing(only('/api/auth/sellers')),
      act: seller,
      sees: m.offer_seller_failed(),
    },
    {
      name: 'seller empty',
      as: 'buyer',
      act: (page) => seller(page).then(() => fill(page, 'cpty_company', 'Qqqq')),
      sees: m.offer_seller_none(),
    },
    {
      name: 'inviting',
      as: 'buyer',
      act: async (page) => {
        await product(page)
        await next(page)
        await press(page, m.invite_button())
      },
      sees: m.invite_send(),
    },
    { name: 'seller chosen', as: 'buyer', act: chosen, sees: m.offer_seller_check() },
    { name: 'confirmation', as: 'buyer', act: confirmation, sees: m.offer_confirm_hint() },
    {
      name: 'charge loading',
      as: 'buyer',
      net: held(only('/api/policy')),
      act: confirmation,
      sees: m.offer_charge_unknown(),
    },
    {
      name: 'charge failed',
      as: 'buyer',
      net: failing(only('/api/policy')),
      act: confirmation,
      sees: m.offer_charge_failed(),
    },
    {
      name: 'sending',
      as: 'buyer',
      net: held(only('/api/transactions/shopping')),
      act: sent,
      sees: m.offer_confirm_busy(),
    },
    {
      name: 'refused',
      as: 'buyer',
      net: failing(only('/api/transactions/shopping')),
      act: sent,
      sees: m.offer_draft_saved(),
    },
    {
      name: 'success',
      as: 'buyer',
      at: ({ deal }) => `/shopping/form?made=${deal('shopping', 'proposed')}`,
      act: (page) => press(page, m.links_qr()),
      sees: (page) => page.getByAltText(m.offer_qr()),
    },
  ],
  '/services/form': [
    { name: 'filled', as: 'freelancer', sees: m.offer_services_lead() },
    ...guarded('freelancer'),
    { name: 'denied', as: 'buyer', sees: m.offer_services_denied() },
    { name: 'transaction', as: 'freelancer', act: work, sees: field('deliverables') },
    { name: 'date picker', as: 'freelancer', act: calendar, sees: (page) => page.locator('.calendar') },
    { name: 'date passed', as: 'freelancer', act: passedDate, sees: m.error_date_past() },
    {
      name: 'started over',
      as: 'freelancer',
      act: startedOver,
      sees: (page) => page.locator('form:not(:has(.field__error))'),
    },
    { name: 'coupon applied', as: 'freelancer', act: coupon(), sees: m.offer_coupon_done() },
    { name: 'coupon typed', as: 'freelancer', act: typedCoupon, sees: m.error_coupon_unapplied() },
    { name: 'coupon refused', as: 'freelancer', act: coupon('NONE10'), sees: m.offer_coupon_none() },
    { name: 'confirmation', as: 'freelancer', act: workConfirmation, sees: m.offer_confirm_hint() },
    {
      name: 'success',
      as: 'freelancer',
      at: ({ deal }) => `/services/form?made=${deal('services', 'proposed')}`,
      act: (page) => press(page, m.links_qr()),
      sees: (page) => page.getByAltText(m.offer_qr()),
    },
  ],
  '/seller_home': [
    { name: 'filled', as: 'seller', sees: m.offer_home_waiting() },
    ...guarded('seller'),
    { name: 'empty', as: 'newSeller', sees: m.offer_home_seller() },
    {
      name: 'asks a buyer',
      as: 'newSeller',
      act: (page) => press(page, m.request_ask_open()),
      sees: m.request_ask_send(),
    },
    { name: 'denied', as: 'buyer', sees: m.ui_denied_seller() },
    { name: 'foreign link', as: 'newSeller', act: pasted(m.offer_home_submit()), sees: m.offer_home_check() },
  ],
  '/client_home': [
    { name: 'filled', as: 'client', sees: m.offer_home_waiting() },
    ...guarded('client'),
    { name: 'denied', as: 'seller', sees: m.ui_denied_client() },
    { name: 'foreign link', as: 'client', act: pasted(m.offer_home_details()), sees: m.offer_home_check() },
    {
      name: 'read carefully',
      as: 'client',
      act: (page) => press(page, m.offer_home_more()),
      sees: m.offer_read_title(),
    },
  ],
  '/api/transactions/shopping': [
    { name: 'filled', as: 'seller', at: open, sees: m.preview_rules_tick() },
    { name: 'loading', as: 'seller', at: open, net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'error', as: 'seller', at: open, net: failing(itsData), sees: m.error_title() },
    { name: 'signed out', at: open, sees: m.preview_sign_in_text() },
    { name: 'not yours', as: 'newSeller', at: open, sees: m.ui_denied_preview() },
    {
      name: 'own',
      as: 'buyer',
      at: open,
      act: (page) => press(page, m.links_qr()),
      sees: (page) => page.getByAltText(m.offer_qr()),
    },
    {
      name: 'withdraw dialog',
      as: 'buyer',
      at: open,
      act: (page) => press(page, m.preview_withdraw()),
      sees: m.preview_withdraw_title(),
    },
    {
      name: 'decline dialog',
      as: 'seller',
      at: open,
      act: (page) => press(page, m.preview_decline()),
      sees: m.preview_decline_title(),
    },
    { name: 'team', as: 'mediator', at: open, sees: m.preview_team() },
    { name: 'accepted', as: 'seller', at: link('shopping', 'funded'), sees: m.preview_accepted_text() },
    { name: 'declined', as: 'seller', at: link('shopping', 'declined'), sees: m.preview_declined_text() },
    { name: 'withdrawn', as: 'seller', at: link('shopping', 'withdrawn'), sees: m.preview_withdrawn_text() },
  ],
  '/api/transactions/services': [
    { name: 'filled', as: 'client', at: openWork, sees: m.preview_rules_tick() },
    {
      name: 'own',
      as: 'freelancer',
      at: openWork,
      act: (page) => press(page, m.links_qr()),
      sees: (page) => page.getByAltText(m.offer_qr()),
    },
    { name: 'accepted', as: 'client', at: link('services', 'in_delivery'), sees: m.preview_accepted_text() },
    {
      name: 'ready',
      as: 'client',
      at: openWork,
      act: (page) => page.locator('#field-rules_accepted').check(),
      sees: m.preview_confirm(),
    },
    {
      name: 'confirm failed',
      as: 'client',
      at: openWork,
      net: failing(({ pathname }) => /\/accept\/?$/.test(pathname)),
      act: async (page) => {
        await page.locator('#field-rules_accepted').check()
        await press(page, m.preview_confirm())
      },
      sees: m.error_title(),
    },
  ],
}
