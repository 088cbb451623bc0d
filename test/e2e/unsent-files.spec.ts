/** Files of a message or a form are the other side's to see when it is sent, and not before. */
import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs, type Signed } from './support/deals.ts'
import { press, unfold } from './support/page.ts'
import { test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const attach = (scope: Locator, name: string) =>
  scope
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`the text of ${name}`) })

/** The names that the other side sees. */
async function seenBy(api: APIRequestContext, { token }: Signed, path: string): Promise<string[]> {
  const answer = await api.get(`/api${path}/`, { headers: { authorization: `Token ${token}` } })
  const { files } = (await answer.json()) as { files: { name: string }[] }
  return files.map(({ name }) => name)
}

/** A complaint that its buyer has not sent, with a file. */
async function complaining(browser: Browser, request: APIRequestContext) {
  const { path, buyer, seller } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await press(page, m.deal_do_complain())
  await attach(dialog(page), 'card.txt')
  await expect(dialog(page).getByText(m.deal_file_uploaded())).toBeVisible()
  return { path, seller, page }
}

test('of a message: taken out again, and sent', async ({ browser, request }) => {
  const { path, buyer, seller } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await unfold(page, m.deal_chat())
  // at once, while it is still being sent
  await attach(page.locator('.compose'), 'card.txt')
  await page.getByRole('button', { name: m.deal_file_leave_out({ name: 'card.txt' }) }).click()
  await attach(page.locator('.compose'), 'bill.txt')
  await expect(page.locator('.compose').getByText(m.deal_file_uploaded())).toBeVisible()
  expect(await seenBy(request, seller, path)).toEqual([])

  await page.getByLabel(m.deal_chat_write()).fill('The bill')
  await page.getByRole('button', { name: m.deal_chat_send(), exact: true }).click()
  await expect(page.getByRole('button', { name: /^bill\.txt/ }).first()).toBeVisible()
  expect(await seenBy(request, seller, path)).toEqual(['bill.txt'])
})

test('of a form that was closed, and of a page that was loaded anew', async ({ browser, request }) => {
  const { path, seller, page } = await complaining(browser, request)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await press(page, m.deal_do_complain())
  await attach(dialog(page), 'bill.txt')
  await expect(dialog(page).getByText(m.deal_file_uploaded())).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: m.deal_do_complain() }).first()).toBeVisible()
  expect(await seenBy(request, seller, path)).toEqual([])
})

test('what a file shows, said after it was chosen', async ({ browser, request }) => {
  const { path, seller, page } = await complaining(browser, request)
  await dialog(page).getByLabel(m.deal_file_kind()).selectOption('id_document')
  await expect(dialog(page).getByText(m.deal_kind_id_document()).last()).toBeVisible()
  await attach(dialog(page), 'bill.txt')
  await dialog(page).locator('#field-reason').selectOption('damaged_defective')
  await dialog(page).locator('#field-wanted').selectOption('full_refund')
  await dialog(page).locator('#field-statement').fill('The glass is broken.')
  await expect(dialog(page).getByText(m.deal_file_uploaded())).toHaveCount(2)
  await dialog(page).locator('button[type=submit]').click()
  await expect(page.getByText(m.status_disputed()).first()).toBeVisible()
  // both are documents of a person, which the team alone is shown
  expect(await seenBy(request, seller, path)).toEqual([])
})

test('a picture that no browser shows is not sent at all, one that was converted is', async ({
  browser,
  request,
}) => {
  const { path, buyer } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await unfold(page, m.deal_chat())
  const compose = page.locator('.compose')
  const uploads: string[] = []
  page.on('request', (call) => void (/\/files$/.test(call.url()) && uploads.push(call.url())))
  const choose = (name: string, head: string) =>
    compose
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'image/heic', buffer: Buffer.from(head, 'latin1') })
  await choose('IMG_1.HEIC', '\0\0\0\x18ftypheic\0\0\0\0')
  await expect(compose.getByRole('alert')).toHaveText(m.deal_file_type({ name: 'IMG_1.HEIC' }))
  expect(uploads).toEqual([])

  await choose('IMG_2.HEIC', '\xff\xd8\xff\xe0\0\x10JFIF\0')
  await expect(compose.getByText(m.deal_file_uploaded())).toBeVisible()
  expect(uploads).toHaveLength(1)
})
