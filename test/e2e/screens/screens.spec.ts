/**
 * Every page of web/pages.ts in every state that the tables name, at both widths and in three schemes of colour. A page
 * that no table names is looked at all the same, as a visitor or as the team.
 */
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { APP_PAGES, PUBLIC_PAGES } from '../../../web/pages.ts'
import { ACCOUNT_STATES } from '../support/screens/account-states.ts'
import { type Cast, gather } from '../support/screens/cast.ts'
import { DEAL_STATES } from '../support/screens/deal-states.ts'
import { axeFaults, headFaults, sideways, smallTargets } from '../support/screens/judge.ts'
import { OFFER_STATES } from '../support/screens/offer-states.ts'
import { MENU, PUBLIC_STATES } from '../support/screens/public-states.ts'
import { guarded, type Screens, type State } from '../support/screens/state.ts'
import { TEAM_STATES } from '../support/screens/team-states.ts'

const TABLES: Screens = {
  ...PUBLIC_STATES,
  ...ACCOUNT_STATES,
  ...OFFER_STATES,
  ...DEAL_STATES,
  ...TEAM_STATES,
}
const unnamed = (isApp: boolean): readonly [State, ...State[]] => [
  { name: 'filled', sees: (page) => page.locator('h1'), ...(isApp ? { as: 'admin' } : {}) },
  ...(isApp ? guarded('admin') : []),
]
const screens = [
  ...PUBLIC_PAGES.map(({ path }) => ({ path, states: TABLES[path] ?? unnamed(false) })),
  ...APP_PAGES.map(({ path }) => ({ path, states: TABLES[path] ?? unnamed(true) })),
  { path: '/deals/no/such/page', states: unnamed(false) },
]

const PHONE = { width: 360, height: 640 }
const SIZES = [{ width: 1280, height: 800 }, PHONE] as const
const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const

const test = base.extend<object, { cast: Cast }>({
  cast: [
    async ({ playwright }, use, { project }) => {
      const api = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await gather(api))
      await api.dispose()
    },
    { scope: 'worker' },
  ],
})

/** A browser of its own, of this person, brought into the state. */
async function open(browser: Browser, cast: Cast, state: State, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
    // what the tests answer in the server's place would not pass by them
    serviceWorkers: 'block',
  })
  const session = state.as && cast.people[state.as]
  if (session)
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify(user))
    }, session)
  const page = await context.newPage()
  await state.net?.(page)
  await page.goto(address)
  return page
}

async function reach(page: Page, cast: Cast, { act, sees, waits }: State): Promise<void> {
  await act?.(page, cast)
  const seen = typeof sees === 'function' ? sees(page) : page.getByText(sees).first()
  await expect(seen).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  if (!waits) await expect(page.locator('.skeleton')).toHaveCount(0)
}

async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

const fileName = (...parts: (string | number)[]): string =>
  parts
    .join('-')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '') || 'home'

/** Both widths in all schemes; what is found is told all at once. */
async function judge(page: Page, name: string): Promise<void> {
  const faults: string[] = []
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((one) => `${where} ${one}`))
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const [scheme, media] of Object.entries(SCHEMES)) {
      await page.emulateMedia(media)
      await page.evaluate(() => {
        scrollTo(0, 0)
        for (const animation of document.getAnimations())
          if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      })
      note(`${size.width} ${scheme}`, await axeFaults(page, scheme === 'light' ? 'all' : 'colours'))
      if (scheme === 'light' || (scheme === 'dark' && size === PHONE))
        await page.screenshot({ path: `build/screenshots/screens/${fileName(name, size.width, scheme)}.png` })
    }
    await page.emulateMedia(SCHEMES.light)
    if (size === PHONE) note('360', await smallTargets(page))
    note(`${size.width}`, await headFaults(page))
    for (const width of size === PHONE ? [360, 320] : [size.width]) {
      await page.setViewportSize({ ...size, width })
      const over = await sideways(page)
      if (over > 0) note(`${width}`, [`scrolls sideways by ${over}`])
    }
  }
  expect.soft(faults, name).toEqual([])
}

for (const { path, states } of screens)
  for (const state of [...states, ...(path === '/' ? [MENU] : [])])
    test(`${path} ${state.name}`, async ({ browser, cast }) => {
      const page = await open(browser, cast, state, state.at?.(cast) ?? path)
      await reach(page, cast, state)
      await judge(page, fileName(path, state.name))
      await close(page)
    })

const isShared = (path: string): boolean => path.startsWith('/api/')
for (const { path, states } of screens)
  test(`${path} in Hindi`, async ({ browser, cast }) => {
    const [state] = states
    const address = state.at?.(cast) ?? path
    const page = await open(browser, cast, state, '/hi')
    await page.evaluate(() => localStorage.setItem('language', 'hi'))
    await page.goto(isShared(path) ? address : `/hi${address}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await judge(page, fileName('hi', path))
    await close(page)
  })
