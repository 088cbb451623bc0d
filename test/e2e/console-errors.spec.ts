/** No page writes an error into the browser's console, whoever opens it, for whom it is or not (docs/decisions/043). */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { APP_PAGES, PUBLIC_PAGES } from '#web/pages.ts'
import { openAs } from './support/deals.ts'
import { fill, press } from './support/page.ts'
import type { ScreenRole, ScreenUsers } from './support/screens/screen-users.ts'
import { test } from './support/test.ts'

const ROLES: readonly (ScreenRole | null)[] = [
  ...[null, 'buyer', 'seller', 'freelancer', 'client', 'mediator', 'admin'],
] as const

/** Documents that are answered 404, as they must be. */
const NOT_THERE = ['/o', '/404']
const refused = (status: string) => `Failed to load resource: the server responded with a status of ${status}`

/** Pages with a name in their address, by what the demo has. */
function addresses({ deal, people }: ScreenUsers): string[] {
  const values: Readonly<Record<string, string>> = {
    ':form_pk': deal('shopping', 'funded'),
    ':id': String(people.buyer.user.id),
    ':kind': 'email',
    ':token': 'none',
    ':uid': 'none',
  }
  const pages = [...PUBLIC_PAGES, ...APP_PAGES]
    .filter(({ path }) => !NOT_THERE.includes(path))
    .map(({ path }) => encodeURI(path.replace(/:\w+/g, (name) => values[name] ?? 'none')))
  // of each of these somebody is not the reader, and of the last two everybody
  const offers = ['shopping', 'services'].map(
    (track) => `/api/transactions/${track}/?form_pk=${deal(track, 'proposed')}`,
  )
  return [...pages, ...offers, '/api/transactions/shopping/?form_pk=none', '/deals/none']
}

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  const note = (text: string) => errors.push(`${new URL(page.url()).pathname}: ${text}`)
  page.on('pageerror', ({ message }) => note(message))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  return errors
}

/** What a page sends by itself: written again and again, it would use up the limit of its own reader. */
function writesOf(page: Page): Map<string, number> {
  const writes = new Map<string, number>()
  page.on('request', (sent) => {
    if (!sent.url().includes('/api/') || sent.method() === 'GET') return
    const key = `${new URL(page.url()).pathname}: ${sent.method()} ${new URL(sent.url()).pathname} ${sent.postData()}`
    writes.set(key, (writes.get(key) ?? 0) + 1)
  })
  return writes
}

for (const role of ROLES)
  test(`no page logs errors or writes twice before ${role ?? 'a visitor'}`, async ({ browser, users }, {
    project,
  }) => {
    test.skip(project.name !== 'phone', 'one width is enough')
    test.setTimeout(600_000)
    const page = role ? await openAs(browser, users.people[role]) : await browser.newPage()
    const errors = errorsOf(page)
    const writes = writesOf(page)
    const paths = addresses(users)
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' })
      await expect(page.locator('h1').first(), path).toBeVisible()
      await expect(page.locator('main .skeleton'), path).toHaveCount(0)
    }
    expect(errors).toEqual([])
    expect([...writes].filter(([, times]) => times > 1)).toEqual([])
  })

test('a refused sign-in and an address that leads nowhere log the one line that is the browser’s own', async ({
  page,
}, { project }) => {
  test.skip(project.name !== 'phone', 'one width is enough')
  const errors = errorsOf(page)
  await page.goto('/login')
  await fill(page, 'phone_number', '9000000001')
  await fill(page, 'password', 'Wrong@2026')
  await press(page.getByRole('main'), m.account_sign_in_button())
  await expect(page.locator('.notice--stop')).toBeVisible()
  expect(errors).toEqual([`/login: ${refused('401 (Unauthorized)')}`])

  errors.length = 0
  await page.goto('/nowhere')
  await expect(page.locator('h1')).toBeVisible()
  expect(errors).toEqual([`/nowhere: ${refused('404 (Not Found)')}`])
})

test('a session that was ended elsewhere logs nothing: the page asks to sign in again', async ({
  browser,
  users,
}, { project }) => {
  test.skip(project.name !== 'phone', 'one width is enough')
  const page = await openAs(browser, { ...users.people.buyer, token: 'ended' })
  const errors = errorsOf(page)
  await page.goto('/deals')
  await expect(page.locator('#field-phone_number')).toBeVisible()
  expect(errors).toEqual([])
})
