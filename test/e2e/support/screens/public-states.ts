/** The prerendered pages: as they come, and after what can be done on them. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { press } from '#test/e2e/support/page.ts'
import { failing, held, only, type ScreenState, type Screens } from './state.ts'

const filled: ScreenState = { name: 'filled', sees: (page) => page.locator('h1') }

const lead = async (page: Page) => {
  await page.locator('#lead-name').fill('Asha')
  await page.locator('#lead-phone_number').fill('9876543210')
  await press(page, m.home_call_button())
}
const complaint = async (page: Page) => {
  await page.locator('#grievance-name').fill('Asha')
  await page.locator('#grievance-email').fill('asha@example.com')
  await page.locator('#grievance-message').fill('The refund has not come.')
  await press(page, m.grievance_send())
}
const ticket = async (page: Page) => {
  await page.locator('#ticket-ticket').fill('G-0000')
  await page.locator('#ticket-email').fill('asha@example.com')
  await press(page, m.grievance_check_status())
}
const reveal = (label: string) => async (page: Page) => {
  await press(page, label)
  await expect(page.locator('[aria-expanded=true]')).toHaveCount(1)
}

export const PUBLIC_STATES: Screens = {
  '/': [
    filled,
    {
      name: 'signed in',
      as: 'buyer',
      sees: (page) => page.getByRole('link', { name: m.nav_new_deal() }),
    },
    {
      name: 'team signed in',
      as: 'mediator',
      // "New deal" has no place here, and the start of a deal would be refused
      sees: (page) =>
        page
          .locator('body:not(:has(.header__new:not([hidden])))')
          .locator('.hero a[data-start][href$="/admin_dashboard"]'),
    },
    {
      name: 'loading',
      net: held(only('/api/leads')),
      act: lead,
      sees: (page) => page.locator('[data-lead] button:disabled'),
    },
    {
      name: 'call error',
      act: (page) => press(page, m.home_call_button()),
      sees: (page) => page.locator('#lead-name[aria-invalid=true]'),
    },
    {
      name: 'call failed',
      net: failing(only('/api/leads')),
      act: lead,
      sees: (page) => page.locator('[data-lead] .notice--stop'),
    },
    { name: 'call success', act: lead, sees: m.home_call_thanks() },
  ],
  '/faq': [
    filled,
    { name: 'services', act: reveal(m.faq_services()), sees: (page) => page.locator('#faq-services') },
    { name: 'shopping', act: reveal(m.faq_shopping()), sees: (page) => page.locator('#faq-shopping') },
  ],
  '/o': [
    { name: 'open', at: ({ offers }) => offers.open, sees: m.offer_link_register() },
    { name: 'with a photo', at: ({ offers }) => offers.photo, sees: (page) => page.locator('.offer-photo') },
    { name: 'buyer', as: 'buyer', at: ({ offers }) => offers.open, sees: m.offer_link_take() },
    { name: 'own shop', as: 'seller', at: ({ offers }) => offers.open, sees: m.offer_link_own() },
    { name: 'other role', as: 'freelancer', at: ({ offers }) => offers.open, sees: m.offer_link_role() },
    { name: 'paused', at: ({ offers }) => offers.paused, sees: m.offer_link_sold() },
    { name: 'unknown', at: () => '/o/no-such-offer', sees: m.offer_link_gone() },
    {
      name: 'failed',
      as: 'buyer',
      at: ({ offers }) => offers.open,
      net: failing(only('/api/links/')),
      act: (page) => press(page, m.offer_link_take()),
      sees: m.error_server(),
    },
  ],
  '/verify': [
    filled,
    { name: 'empty', act: (page) => press(page, m.verify_button()), sees: m.verify_empty() },
    {
      name: 'success',
      at: ({ deal }) => `/verify?code=${deal('shopping', 'funded')}`,
      sees: (page) => page.locator('.notice--arrived'),
    },
    { name: 'unknown', at: () => '/verify?code=https://evil.example/pay', sees: m.verify_unknown() },
    { name: 'failed', at: () => '/verify?code=x', net: failing(), sees: m.verify_failed() },
  ],
  '/grievance': [
    filled,
    {
      name: 'error',
      act: (page) => press(page, m.grievance_send()),
      sees: (page) => page.locator('#grievance-name[aria-invalid=true]'),
    },
    {
      name: 'failed',
      net: failing(),
      act: complaint,
      sees: (page) => page.locator('[data-grievance] .notice--stop'),
    },
    { name: 'success', act: complaint, sees: (page) => page.locator('[data-grievance] .notice--arrived') },
    { name: 'ticket unknown', act: ticket, sees: m.grievance_unknown() },
  ],
}

/** Opened on a phone; a wide window shows its links in the bar. */
export const MENU: ScreenState = {
  name: 'menu',
  act: (page) => page.locator('[data-menu] > summary').click(),
  sees: (page) => page.locator('.menu__panel'),
}
