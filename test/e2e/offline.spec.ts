/** The network cut: the last seen deals stay readable and say since when; nothing of anybody is left after signing out. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { signUp } from './support/people.ts'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const offline = async (context: BrowserContext, isOffline: boolean) => context.setOffline(isOffline)

/** As a device does. Chromium 150 cuts the network of a new document and reports there that it is online. */
const tellOffline = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    window.dispatchEvent(new Event('offline'))
  })

/** A deal of this page's buyer, made by the call that the form makes. */
async function offer(page: Page, shop: { phone: string; business: string }): Promise<string> {
  return page.evaluate(async ({ phone, business }) => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token')
    const answer = await fetch('/api/transactions/shopping/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      body: JSON.stringify({
        service_details: 'Kept phone',
        amount: 1500,
        cpty_phone: phone,
        cpty_company: business,
      }),
    })
    return (await answer.json()).form_pk
  }, shop)
}

const traces = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return {
      cachedCalls: requests.flat().filter(({ url }) => /\/(?:api|auth)\//.test(url)).length,
      cached: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
        key.startsWith('cached:'),
      ),
    }
  })

/** The copy is written beside the page: a visitor who leaves before that has none, so the walk waits for it. */
const waitForCopies = (page: Page, count: number) =>
  expect.poll(async () => (await traces(page)).cached.length).toBe(count)

test('the last seen deals are shown without a network', async ({ browser }) => {
  const seller = await (await browser.newContext()).newPage()
  const shop = await signUp(seller, 'Seller', 'Ravi')
  await seller.context().close()
  const context = await browser.newContext()
  const page = await context.newPage()
  await signUp(page, 'Buyer', 'Asha')
  const formPk = await offer(page, shop)

  await page.goto('/deals')
  await expect(page.getByText('Kept phone').first()).toBeVisible()
  await waitForCopies(page, 1)
  await page.goto(`/deals/${formPk}`)
  await expect(page.getByText('Kept phone').first()).toBeVisible()
  await waitForCopies(page, 2)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/faq')

  await test.step('shows them and says so', async () => {
    await offline(context, true)
    for (const path of ['/deals', `/deals/${formPk}`]) {
      await page.goto(path)
      await expect(page.getByText('Kept phone').first()).toBeVisible()
      await expect(page.locator('.offline')).toContainText('You are offline; last seen at')
    }
    await page.goto('/hi/deals')
    await expect(page.locator('.offline')).toContainText('आप ऑफ़लाइन हैं')
    // what shows no answer of the server says so too
    await page.goto('/account')
    await tellOffline(page)
    await expect(page.locator('.offline')).toContainText(m.offline_title())
    // a page of the app that was never opened here has no script: it does not load itself again and again
    await page.goto('/notices')
    await expect(page.locator('h1')).toHaveText(m.offline_title())
    await page.goto('/faq')
    await expect(page.locator('h1')).toHaveText(m.faq_title())
    await page.goto('/about-us')
    await expect(page.locator('h1')).toHaveText(m.offline_title())
    await page.goto(`/api/transactions/shopping/?form_pk=${formPk}`)
    await expect(page.getByText('Kept phone')).toHaveCount(0)
  })

  await test.step('forgets the notice when the network is back', async () => {
    await offline(context, false)
    await page.goto('/deals')
    await expect(page.getByText('Kept phone').first()).toBeVisible()
    await expect(page.locator('.offline')).toBeEmpty()
    await waitForCopies(page, 2)
  })

  await test.step('leaves nothing after signing out', async () => {
    const out = page.getByRole('button', { name: m.nav_sign_out({ first_name: 'Asha' }) })
    // on a phone it is in the menu
    if (!(await out.isVisible())) await page.locator('.header__more > summary').click()
    await out.click()
    await expect(page).toHaveURL(/\/$/)
    expect(await traces(page)).toEqual({ cachedCalls: 0, cached: [] })
    await offline(context, true)
    await page.goto(`/deals/${formPk}`)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Kept phone')).toHaveCount(0)
  })
})

test('the site can be installed as an app', async ({ page, request }) => {
  for (const [home, lang] of [
    ['/', 'en-IN'],
    ['/hi', 'hi-IN'],
  ] as const) {
    await page.goto(home)
    const address = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await request.get(address ?? '')).json()
    expect(manifest).toMatchObject({ lang, display: 'standalone' })
    for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
  }
})
