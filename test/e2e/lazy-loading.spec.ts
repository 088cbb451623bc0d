/** A part of a page whose file does not come: it alone says so, and comes when it is asked for again. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { funded, openAs } from './support/deals.ts'
import { press } from './support/page.ts'
import { test } from './support/test.ts'

const PARTS = /\/assets\/deal-later-[^/]*\.js$/
const DIALOG = /\/assets\/action-dialog-[^/]*\.js$/

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Old camera' })).toBeVisible()
}

test('the deal page works when the chunk with the documents and the chat fails to load', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  await page.route(PARTS, (route) => route.abort())
  await opened(page, path)
  const side = page.locator('.deal__side')
  await expect(side.getByText(m.ui_part_failed())).toBeVisible()
  await expect(page.getByRole('button', { name: m.deal_do_ship() })).toBeVisible()

  await page.unroute(PARTS)
  await press(side, m.ui_retry())
  await expect(page.locator('#deal-timeline')).toBeVisible()
  await expect(side.getByText(m.ui_part_failed())).toHaveCount(0)
})

test('the deal page says so when the chunk of an action dialog fails to load', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  await page.route(DIALOG, (route) => route.abort())
  await opened(page, path)
  await press(page, m.deal_do_ship())
  const dialog = page.getByRole('dialog', { name: m.deal_do_ship() })
  await expect(dialog.getByText(m.ui_part_failed())).toBeVisible()

  await page.unroute(DIALOG)
  await press(dialog, m.ui_retry())
  await expect(dialog.locator('#field-tracking_number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: m.deal_do_ship() })).toBeFocused()
})
