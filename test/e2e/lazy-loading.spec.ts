/** A part of a page whose file does not come: it alone says so, and comes when it is asked for again. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { funded, openAs } from './support/deals.ts'
import { press } from './support/page.ts'
import { test } from './support/test.ts'

const PARTS = /\/assets\/deal-later-[^/]*\.js$/
const DIALOG = /\/assets\/action-dialog-[^/]*\.js$/

/** As which kind of request a part was asked for while it failed: a module that failed is remembered by old browsers. */
function kindsOf(page: Page, part: RegExp): string[] {
  const kinds: string[] = []
  page.on('requestfailed', (call) => void (part.test(call.url()) && kinds.push(call.resourceType())))
  return kinds
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Old camera' })).toBeVisible()
}

test('the deal page works when the chunk with the history and the documents fails to load', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  await page.route(PARTS, (route) => route.abort())
  const failed = kindsOf(page, PARTS)
  await opened(page, path)
  const history = page.locator('.deal__section').filter({ has: page.locator('#deal-timeline') })
  if (!(await history.locator('details').evaluate((fold: HTMLDetailsElement) => fold.open)))
    await history.locator('summary').first().click()
  await expect(history.getByText(m.ui_part_failed())).toBeVisible()
  await expect(page.getByRole('button', { name: m.deal_do_ship() })).toBeVisible()

  expect(new Set(failed)).toEqual(new Set(['fetch']))
  await page.unroute(PARTS)
  await press(history, m.ui_retry())
  await expect(history.getByRole('listitem').first()).toBeVisible()
  await expect(history.getByText(m.ui_part_failed())).toHaveCount(0)
})

test('the deal page says so when the chunk of an action dialog fails to load', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  await page.route(DIALOG, (route) => route.abort())
  const failed = kindsOf(page, DIALOG)
  await opened(page, path)
  await press(page, m.deal_do_ship())
  const dialog = page.getByRole('dialog', { name: m.deal_do_ship() })
  await expect(dialog.getByText(m.ui_part_failed())).toBeVisible()

  expect(new Set(failed)).toEqual(new Set(['fetch']))
  await page.unroute(DIALOG)
  await press(dialog, m.ui_retry())
  await expect(dialog.locator('#field-tracking_number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: m.deal_do_ship() })).toBeFocused()
})

test('a phone loads the history, the terms and the documents when they are unfolded, not before', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, {
    serviceWorkers: 'block',
    viewport: { width: 360, height: 640 },
  })
  const loaded = new Set<string>()
  page.on('request', (call) => void (PARTS.test(call.url()) && loaded.add(call.url())))
  await opened(page, path)
  await expect(page.locator('#deal-chat')).toBeVisible()
  await page.waitForLoadState('load')
  expect(loaded.size).toBe(0)
  await page.locator('summary', { has: page.locator('#deal-timeline') }).click()
  await expect(page.locator('.deal__side').getByRole('listitem').first()).toBeVisible()
  expect(loaded.size).toBe(1)
})

const STAGES = /\/assets\/stage-tracker-[^/]*\.js$/
const cancels = (page: Page) => page.getByRole('button', { name: /^Cancel: return/ })

test('what else can be done comes when the parts above it have, and does not move under a finger', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  const { promise: loads, resolve: load } = promised()
  await page.route(STAGES, async (route) => {
    await loads
    await route.continue()
  })
  await opened(page, path)
  await expect(page.getByRole('button', { name: m.deal_do_ship() })).toBeVisible()
  await expect(page.locator('#deal-chat')).toBeVisible()
  await expect(cancels(page)).toHaveCount(0)
  load()
  await expect(cancels(page)).toBeVisible()
  const top = async () => (await cancels(page).boundingBox())?.y
  const first = await top()
  await expect(page.locator('.stages')).toBeVisible()
  await expect(page.locator('.deal__main .skeleton')).toHaveCount(0)
  expect(await top()).toBe(first)
})

test('what else can be done is there without a part that does not come, and when one takes long', async ({
  browser,
  request,
}) => {
  const { path, seller } = await funded(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  await page.route(STAGES, (route) => route.abort())
  await opened(page, path)
  await expect(cancels(page)).toBeVisible()

  const slow = await openAs(browser, seller, { serviceWorkers: 'block' })
  await slow.route(STAGES, () => {})
  await opened(slow, path)
  await expect(cancels(slow)).toBeVisible({ timeout: 8_000 })
})

/** Promise.withResolvers is not in Node 20. */
function promised() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
