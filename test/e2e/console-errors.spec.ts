/** No page writes an error into the browser's console, whoever looks at it; only a refusal that is the page's point may. */
import { expect, type Page } from '@playwright/test'
import { APP_PAGES, PUBLIC_PAGES } from '#web/pages.ts'
import { openAs } from './support/deals.ts'
import { gather, type ScreenRole, type ScreenUsers } from './support/screens/screen-users.ts'
import { test } from './support/test.ts'

const ROLES: readonly (ScreenRole | null)[] = [
  ...[null, 'buyer', 'seller', 'freelancer', 'client', 'mediator', 'admin'],
] as const

/** Pages with a name in their address, by what the demo has. */
function addresses({ deal, people }: ScreenUsers): string[] {
  const values: Readonly<Record<string, string>> = {
    ':form_pk': deal('shopping', 'funded'),
    ':id': String(people.buyer.user.id),
    ':kind': 'email',
    ':token': 'none',
    ':uid': 'none',
  }
  return [...PUBLIC_PAGES, ...APP_PAGES].map(({ path }) =>
    encodeURI(path.replace(/:\w+/g, (name) => values[name] ?? 'none')),
  )
}

/** What a browser writes of an answer that the page asked for: whoever may not see something is told so by the page. */
const isRefusal = (text: string): boolean => /status of (?:40[0134]|410) /.test(text)

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${new URL(page.url()).pathname}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text()))
      errors.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  return errors
}

for (const role of ROLES)
  test(`no page logs an error before ${role ?? 'a visitor'}`, async ({ browser, request }, { project }) => {
    test.skip(project.name !== 'phone', 'one width is enough')
    test.setTimeout(600_000)
    const users = await gather(request)
    const page = role ? await openAs(browser, users.people[role]) : await browser.newPage()
    const errors = errorsOf(page)
    const paths = addresses(users)
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' })
      await expect(page.locator('h1').first(), path).toBeVisible()
      await expect(page.locator('main .skeleton'), path).toHaveCount(0)
    }
    expect(errors).toEqual([])
  })
