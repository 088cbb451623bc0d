/** A phone drops a page that is not looked at for a while: what was typed and not sent is there again. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs } from './support/deals.ts'
import { press, unfold } from './support/page.ts'
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
