/** Coming in, a forgotten password, and one's own account. */
import type { Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { choose, fill, press } from '#test/e2e/support/page.ts'
import { PASSWORD } from '#test/e2e/support/people.ts'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

const signIn = async (page: Page) => {
  await fill(page, 'phone_number', '9000000001')
  await fill(page, 'password', 'Wrong@2026')
  await press(page, m.account_sign_in_button())
}
const signUp = async (page: Page) => {
  await choose(page, 'user_type', 'Seller')
  await fill(page, 'first_name', 'Asha')
  await fill(page, 'last_name', 'Patil')
  await fill(page, 'email', 'asha@demo.example')
  await fill(page, 'phone_number', '9000000001')
  await fill(page, 'business_name', 'Asha Stores')
  await fill(page, 'payment_number', '9000000001')
  await fill(page, 'password', PASSWORD)
  await fill(page, 're_password', PASSWORD)
  await page.locator('#field-accepted').check()
}
const wrong = async (page: Page) => {
  await choose(page, 'user_type', 'Seller')
  await fill(page, 'first_name', 'Asha 1')
  await fill(page, 'email', 'asha')
  await fill(page, 'phone_number', '12')
  await fill(page, 'password', 'short')
}
const resetMail = async (page: Page) => {
  await fill(page, 'email', 'nobody@example.com')
  await press(page, m.account_reset_button())
}
const newPassword = (again: string) => async (page: Page) => {
  await fill(page, 'new_password', PASSWORD)
  await fill(page, 're_new_password', again)
  await press(page, m.account_new_button())
}
const confirmPath = () => '/password/reset/confirm/Mg/no-such-token'

export const ACCOUNT_STATES: Screens = {
  '/login': [
    { name: 'filled', sees: m.account_forgot() },
    { name: 'asked for', at: () => '/login?next=/deals', sees: m.account_next_hint() },
    { name: 'loading', net: held(), act: signIn, sees: m.account_sign_in_busy() },
    { name: 'error', act: signIn, sees: m.error_bad_credentials() },
  ],
  '/register': [
    { name: 'filled', sees: m.account_role() },
    { name: 'field errors', act: wrong, sees: m.error_text_only() },
    {
      name: 'loading',
      net: held(),
      act: (page) => signUp(page).then(() => press(page, m.account_sign_up_button())),
      sees: m.account_sign_up_busy(),
    },
    {
      name: 'error',
      act: (page) => signUp(page).then(() => press(page, m.account_sign_up_button())),
      sees: m.error_phone_taken(),
    },
  ],
  '/reset_password': [
    { name: 'filled', sees: m.account_reset_lead() },
    {
      name: 'error',
      net: (page) => page.route('**/auth/**', (route) => route.abort()),
      act: resetMail,
      sees: m.error_network(),
    },
    { name: 'success', act: resetMail, sees: m.account_reset_sent_title() },
  ],
  '/password/reset/confirm/:uid/:token': [
    { name: 'filled', at: confirmPath, sees: m.account_new_confirm() },
    { name: 'not equal', at: confirmPath, act: newPassword(`${PASSWORD}x`), sees: m.account_not_equal() },
    { name: 'error', at: confirmPath, act: newPassword(PASSWORD), sees: m.error_reset_token() },
    {
      name: 'success',
      at: confirmPath,
      net: (page) => page.route('**/auth/**', (route) => route.fulfill({ status: 204 })),
      act: async (page) => {
        // the spec's alert, and home after it: kept from coming, so that the page behind can be looked at
        await page.evaluate(() => {
          window.alert = () => {
            throw new Error('no alert now')
          }
        })
        await newPassword(PASSWORD)(page)
      },
      sees: m.account_new_done_text(),
    },
  ],
  '/sign-in': [{ name: 'filled', sees: m.account_link_lead() }],
  '/sign-in/:token': [
    { name: 'filled', at: () => '/sign-in/no-such-token', sees: m.account_link_confirm_lead() },
  ],
  '/complain': [{ name: 'without a link', sees: m.complain_dead() }],
  '/complain/:token': [
    { name: 'unknown link', at: () => '/complain/no-such-token', sees: m.complain_dead() },
  ],
  '/account': [
    { name: 'filled', as: 'buyer', sees: m.account_devices_out() },
    ...guarded('buyer'),
    { name: 'devices loading', as: 'buyer', net: held(itsData), sees: 'Loading..', waits: true },
    {
      name: 'devices failed',
      as: 'buyer',
      net: failing(only('/api/auth/sessions')),
      sees: m.account_devices(),
    },
    {
      name: 'end dialog',
      as: 'newBuyer',
      act: (page) => press(page, m.account_end()),
      sees: m.account_end_title(),
    },
    {
      name: 'end refused',
      as: 'newBuyer',
      act: async (page) => {
        await press(page, m.account_end())
        await fill(page, 'password', 'Wrong@2026')
        await press(page, m.account_end_verb())
      },
      sees: m.error_wrong_password(),
    },
  ],
}
