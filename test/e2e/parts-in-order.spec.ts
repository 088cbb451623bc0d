/** A page whose parts come one after the other: nothing is seen that would still move, and nothing moves that is seen. */
import { expect, type Page } from '@playwright/test'
import { teamHome } from '#core/contract/home.ts'
import { getVerification } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { login, openAs, register, type Signed } from './support/deals.ts'
import { test } from './support/test.ts'

interface Late {
  readonly signed: Signed
  readonly path: string
  /** What does not come before it is let go. */
  readonly part: string
  /** The heading of what is below it. */
  readonly below: string
}

async function openHeld(
  browser: Parameters<typeof openAs>[0],
  { signed, path, part, below }: Late,
): Promise<{ page: Page; letGo: () => void }> {
  const page = await openAs(browser, signed, { serviceWorkers: 'block' })
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(new RegExp(`${part}/$`), async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  // it is there, and takes its place
  await expect(page.getByText(below)).toBeAttached()
  return { page, letGo }
}

/** From now on, of what was seen. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const counted = { sum: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { counted })
  })
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { sum: number } }).counted.sum)

async function holds(browser: Parameters<typeof openAs>[0], late: Late): Promise<void> {
  const { page, letGo } = await openHeld(browser, late)
  const below = page.getByRole('heading', { name: late.below })
  await expect(below).toBeHidden()
  await watchShifts(page)
  letGo()
  await expect(below).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.01)
}

test('the account', async ({ browser, request }) => {
  const signed = await register(request, 'Seller', 'Meera')
  await holds(browser, {
    ...{ signed, path: '/account', part: getVerification.path, below: m.account_devices() },
  })
})

test('the first page of the team', async ({ browser, request }) => {
  const signed = await login(request, '9000000006')
  await holds(browser, {
    ...{ signed, path: '/admin_dashboard', part: teamHome.path, below: m.admin_stray() },
  })
})
