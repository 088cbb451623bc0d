/** People who sign up through the page itself. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { choose, fill, press } from './page.ts'

export const PASSWORD = 'Amanat@2026'
let userCount = 0
/** For names, which have no digits: a single one of them is shared by every tenth worker. */
export const letters = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

export interface Someone {
  readonly phone: string
  readonly firstName: string
  readonly business: string
}

export async function signUp(page: Page, role: string, firstName: string): Promise<Someone> {
  userCount += 1
  // each worker and project runs beside others on one server
  const unique = process.pid * 100 + userCount
  const phone = `7${String(unique).padStart(9, '0').slice(-9)}`
  const business = `Shop ${letters(unique)}`.slice(0, 20)
  await page.goto('/register')
  await choose(page, 'user_type', role)
  await fill(page, 'first_name', firstName)
  await fill(page, 'last_name', 'Walker')
  await fill(page, 'email', `walker${unique}@example.com`)
  await fill(page, 'phone_number', phone)
  if (role === 'Seller') await fill(page, 'business_name', business)
  if (role === 'Seller' || role === 'Service_Provider') await fill(page, 'payment_number', phone)
  await fill(page, 'password', PASSWORD)
  await fill(page, 're_password', PASSWORD)
  // the advice on the password loads with its first character
  await expect(page.locator('.password-meter__advice')).toBeVisible()
  await page.locator('#field-accepted').check()
  await press(page, m.account_sign_up_button())
  await page.waitForURL((url) => !url.pathname.endsWith('/register'))
  return { phone, firstName, business }
}
