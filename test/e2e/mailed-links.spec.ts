/**
 * Links that came by mail: once its page is open, a token is in no address, no history and no storage of the browser. Only
 * a complaint that can be sent has its own in the tab until it is (unsent-words.spec.ts).
 */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { press } from './support/page.ts'
import { test } from './support/test.ts'

const TOKEN = 'a-token-that-only-the-mail-has-0123456789abc'.slice(0, 43)

const LINKS = [
  { name: 'a new password', path: `/password/reset/confirm/MTA/${TOKEN}`, stays: '/reset_password' },
  { name: 'signing in', path: `/sign-in/${TOKEN}`, stays: '/sign-in' },
  { name: 'a complaint', path: `/complain/${TOKEN}`, stays: '/complain' },
  { name: 'one act in Hindi', path: `/hi/link#verify_email.${TOKEN}`, stays: '/hi/link' },
]

/** What is left of the token where the next person at this browser could find it. */
const leftIn = (page: Page): Promise<string[]> =>
  page.evaluate(async (token) => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    const places = {
      address: location.href,
      'state of the history': JSON.stringify(history.state),
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      cookie: document.cookie,
      'cache of the service worker': (await Promise.all(caching))
        .flat()
        .map(({ url }) => url)
        .join(' '),
    }
    return Object.entries(places)
      .filter(([, text]) => text?.includes(token))
      .map(([place]) => place)
  }, TOKEN)

// the same code at every size
test.skip(({ isMobile }) => isMobile)

for (const { name, path, stays } of LINKS)
  test(`${name}: the token leaves the address bar and the history`, async ({ page }) => {
    const isThere = (url: URL): boolean => url.pathname === stays && url.hash === ''
    await page.goto('/faq')
    await page.goto(path)
    await page.waitForURL(isThere)
    expect(await leftIn(page)).toEqual([])
    await page.goBack()
    await page.waitForURL('**/faq')
    await page.goForward()
    await page.waitForURL(isThere)
    expect(await leftIn(page)).toEqual([])
  })

test('the token goes to the server when the button is pressed, without a referrer that has it', async ({
  page,
}) => {
  await page.goto(`/sign-in/${TOKEN}`)
  await page.waitForURL((url) => url.pathname === '/sign-in')
  const [request] = await Promise.all([
    page.waitForRequest(/\/sign-in-link\/confirm\b/),
    press(page, m.account_sign_in_button()),
  ])
  expect(request.postDataJSON()).toEqual({ token: TOKEN })
  expect(request.headers().referer ?? '').not.toContain(TOKEN)
})
