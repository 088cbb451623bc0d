/** A phone drops a page that is not looked at for a while: what was typed and not sent is there again. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs } from './support/deals.ts'
import { choose, fill, press, unfold } from './support/page.ts'
import { test } from './support/test.ts'

const WORDS = 'The glass of the lens is broken.'
const message = (page: Page) => page.getByLabel(m.deal_chat_write())
const dialog = (page: Page) => page.getByRole('dialog')

test('a message and a complaint, until they are sent', async ({ browser, request }) => {
  const { path, buyer, seller } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await unfold(page, m.deal_chat())
  await message(page).fill('Where did you pack it?')
  await press(page, m.deal_do_complain())
  await dialog(page).locator('#field-reason').selectOption('damaged_defective')
  await dialog(page).locator('#field-statement').fill(WORDS)

  await page.reload()
  await unfold(page, m.deal_chat())
  await expect(message(page)).toHaveValue('Where did you pack it?')
  await page.getByRole('button', { name: m.deal_chat_send() }).click()
  await expect(message(page)).toHaveValue('')
  await press(page, m.deal_do_complain())
  await expect(dialog(page).locator('#field-reason')).toHaveValue('damaged_defective')
  await expect(dialog(page).locator('#field-statement')).toHaveValue(WORDS)
  await dialog(page).locator('#field-wanted').selectOption('full_refund')
  await dialog(page).locator('button[type=submit]').click()
  await expect(page.getByText(m.status_disputed()).first()).toBeVisible()

  await page.reload()
  await unfold(page, m.deal_chat())
  await expect(message(page)).toHaveValue('')
  // of this person and in this tab alone
  const other = await openAs(browser, seller)
  await other.goto(path)
  await unfold(other, m.deal_chat())
  await expect(message(other)).toHaveValue('')
})

test('a complaint by the mailed link, until it is sent', async ({ browser, request }) => {
  const { buyer } = await delivered(request)
  const mails = async (): Promise<readonly { readonly text: string }[]> =>
    (await request.get(`/api/sandbox/mail?search=${encodeURIComponent(buyer.user.email)}`)).json()
  const linkIn = (texts: readonly { readonly text: string }[]) =>
    texts.map(({ text }) => /\/complain\/[\w-]+/.exec(text)?.[0]).find(Boolean)
  await expect.poll(async () => linkIn(await mails())).toBeDefined()
  const page = await (await browser.newContext()).newPage()
  await page.goto('/faq')
  await page.goto(linkIn(await mails()) ?? '')
  await page.locator('#field-reason').selectOption('damaged_defective')
  await fill(page, 'statement', WORDS)
  const isThere = async (): Promise<void> => {
    await expect(page.locator('#field-reason')).toHaveValue('damaged_defective')
    await expect(page.locator('#field-statement')).toHaveValue(WORDS)
  }
  await page.reload()
  await isThere()
  await page.goBack()
  await page.waitForURL('**/faq')
  await page.goForward()
  await isThere()
  await page.locator('header a[data-language=hi]').click()
  await page.waitForURL('**/hi/complain')
  await isThere()
  await page.locator('#field-wanted').selectOption('full_refund')
  await page.locator('button[type=submit]').click()
  await expect(page.getByText(m.complain_done({}, { locale: 'hi' }))).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(WORDS)
  await page.reload()
  await expect(page.getByText(m.complain_reopen({}, { locale: 'hi' }))).toBeVisible()
})

test('a new account but for its passwords, in both languages', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/register')
  await choose(page, 'user_type', 'Seller')
  await fill(page, 'first_name', 'Asha')
  await fill(page, 'business_name', 'Asha Crafts')
  await fill(page, 'password', 'Amanat@2026')
  await page.reload()
  const areThere = async (): Promise<void> => {
    await expect(page.locator('#field-first_name')).toHaveValue('Asha')
    await expect(page.locator('#field-business_name')).toHaveValue('Asha Crafts')
    await expect(page.locator('#field-password')).toHaveValue('')
  }
  await areThere()
  await page.locator('header a[data-language=hi]').click()
  await page.waitForURL('**/hi/register')
  await areThere()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Amanat@2026')
})
