/** A name that nobody has is no dead end, no tap goes to a list that is being exchanged, and what went wrong before is not shown beside what went well. */
import { type Browser, expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { fill, press } from './support/page.ts'
import { PASSWORD, signUp } from './support/people.ts'
import { test } from './support/test.ts'

/** A new Buyer's form, where the seller is chosen. */
async function sellerStep(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signUp(page, 'Buyer', 'Asha')
  await page.goto('/shopping/form')
  await fill(page, 'service_details', 'Table lamp')
  await fill(page, 'amount', '1200')
  await press(page, m.ui_next())
  return page
}

test('a seller whom nobody knows is invited with the next tap', async ({ browser }) => {
  const page = await sellerStep(browser)
  await fill(page, 'cpty_company', 'Qqqq')
  const notice = page.getByText(m.offer_seller_none())
  await expect(notice).toBeVisible()
  const invite = page.getByRole('button', { name: m.invite_button(), exact: true })
  const [words, button] = [await notice.boundingBox(), await invite.boundingBox()]
  expect(button?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0))
  await invite.click()
  await expect(page.getByLabel(m.invite_number())).toBeVisible()
  // the field was left with that tap, and what it found still stands there
  await expect(notice).toBeVisible()
})

test('who was listed for the text before cannot be tapped while the list is asked for anew', async ({
  browser,
}) => {
  const page = await sellerStep(browser)
  const field = page.locator('#field-cpty_company')
  await field.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/[?&]search=Ra/, async (route) => {
    await answered
    await route.continue()
  })
  await field.evaluate((input: HTMLInputElement) => {
    const counts: number[] = []
    Object.assign(window, { optionCounts: counts })
    input.addEventListener('input', () =>
      setTimeout(() => counts.push(document.querySelectorAll('[role=option]').length), 50),
    )
  })
  await field.fill('Ra')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { optionCounts: number[] }).optionCounts))
    .toEqual([0])
  answer()
  await expect(page.getByRole('option', { name: 'Ravi Traders' }).first()).toBeVisible()
})

test('an error of the try before is gone once the next one went through', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { phone } = await signUp(page, 'Buyer', 'Asha')
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/login')
  await fill(page, 'phone_number', phone)
  await fill(page, 'password', 'Wrong@2026')
  await press(page, m.account_sign_in_button())
  const toast = page.locator('.toast')
  await expect(toast).toHaveText(new RegExp(m.error_bad_credentials()))
  await fill(page, 'password', PASSWORD)
  await press(page, m.account_sign_in_button())
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await expect(toast).toHaveCount(0, { timeout: 2_000 })
})
