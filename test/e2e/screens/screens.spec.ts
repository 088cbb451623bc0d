/**
 * Every page of web/pages.ts in every state that the tables name, at both widths and in three schemes of colour. A page
 * that no table names is looked at all the same, as a visitor or as the team.
 */
import { expect, type Page } from '@playwright/test'
import {
  axeFaults,
  bringAxe,
  headFaults,
  settle,
  sideways,
  smallTargets,
} from '#test/e2e/support/axe-checks.ts'
import { PassedColours } from '#test/e2e/support/passed-colours.ts'
import { ACCOUNT_STATES } from '#test/e2e/support/screens/account-states.ts'
import { come, LIGHT, openWindow, PHONE, reach, visit } from '#test/e2e/support/screens/browser-window.ts'
import { DEAL_STATES } from '#test/e2e/support/screens/deal-states.ts'
import { DESK_STATES } from '#test/e2e/support/screens/desk-states.ts'
import { DEVELOPER_STATES } from '#test/e2e/support/screens/developer-states.ts'
import { LEDGER_STATES } from '#test/e2e/support/screens/ledger-states.ts'
import { LINK_STATES } from '#test/e2e/support/screens/link-states.ts'
import { MONEY_STATES } from '#test/e2e/support/screens/money-states.ts'
import { OFFER_STATES } from '#test/e2e/support/screens/offer-states.ts'
import { MENU, PUBLIC_STATES } from '#test/e2e/support/screens/public-states.ts'
import { guarded, type ScreenState, type Screens } from '#test/e2e/support/screens/state.ts'
import { TEAM_STATES } from '#test/e2e/support/screens/team-states.ts'
import { demoTest } from '#test/e2e/support/test.ts'
import { APP_PAGES, PUBLIC_PAGES } from '#web/pages.ts'

const TABLES: Screens = {
  ...PUBLIC_STATES,
  ...ACCOUNT_STATES,
  ...DEVELOPER_STATES,
  ...OFFER_STATES,
  ...LINK_STATES,
  ...DEAL_STATES,
  ...TEAM_STATES,
  ...MONEY_STATES,
  ...DESK_STATES,
  ...LEDGER_STATES,
}
const unnamed = (isApp: boolean): readonly [ScreenState, ...ScreenState[]] => [
  { name: 'filled', sees: (page) => page.locator('h1'), ...(isApp ? { as: 'admin' } : {}) },
  ...(isApp ? guarded('admin') : []),
]
const screens = [
  ...PUBLIC_PAGES.map(({ path }) => ({ path, states: TABLES[path] ?? unnamed(false) })),
  ...APP_PAGES.map(({ path }) => ({ path, states: TABLES[path] ?? unnamed(true) })),
  { path: '/deals/no/such/page', states: unnamed(false) },
  // what the `type` of a refusal leads to; test/http/problem-details.test.ts has them all
  { path: '/problems/wrong-state', states: unnamed(false) },
]

/** For eyes: `SCREEN_PICTURES=1 npm test -- browser --project=screens` leaves them in build/screenshots. No check reads one. */
const TAKES_PICTURES = Boolean(process.env.SCREEN_PICTURES)

const WIDE = { width: 1280, height: 800 }
const SCHEMES = {
  light: LIGHT,
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const
type Scheme = keyof typeof SCHEMES

const test = demoTest.extend<object, { window: Page }>({
  window: [
    async ({ browser }, use) => {
      const page = await openWindow(browser)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker' },
  ],
})

const fileName = (...parts: (string | number)[]): string =>
  parts
    .join('-')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '') || 'home'

interface ScreenCheck {
  readonly schemes?: readonly Scheme[]
  /** A picture of the dark one too. */
  readonly isFirst?: boolean
}

const passed = new PassedColours()

async function schemeFaults(page: Page, scheme: Scheme): Promise<string[]> {
  if (scheme !== 'light') return await passed.faults(page, scheme)
  await settle(page)
  return await axeFaults(page, 'all', false)
}

/** Both widths in all schemes; what is found is told all at once. */
async function judge(
  page: Page,
  name: string,
  { schemes = ['light', 'dark', 'forced'], isFirst = false }: ScreenCheck = {},
) {
  const faults: string[] = []
  const note = (where: string | number, problems: readonly string[]) =>
    faults.push(...problems.map((item) => `${where} ${item}`))
  await bringAxe(page)
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    for (const scheme of schemes) {
      await page.emulateMedia(SCHEMES[scheme])
      note(`${size.width} ${scheme}`, await schemeFaults(page, scheme))
      const isShown = scheme === 'light' || (scheme === 'dark' && isFirst && size === PHONE)
      if (TAKES_PICTURES && isShown)
        await page.screenshot({ path: `build/screenshots/screens/${fileName(name, size.width, scheme)}.png` })
    }
    await page.emulateMedia(LIGHT)
    note(size.width, await headFaults(page))
    if (size === PHONE) note(size.width, await smallTargets(page))
    for (const width of size === PHONE ? [360, 320] : [size.width]) {
      await page.setViewportSize({ ...size, width })
      note(width, await sideways(page))
    }
  }
  expect.soft(faults, name).toEqual([])
}

for (const { path, states } of screens)
  for (const state of [...states, ...(path === '/' ? [MENU] : [])])
    test(`${path} ${state.name}`, async ({ window, users }) => {
      await visit(window, users, state, path)
      await reach(window, users, state)
      await judge(window, fileName(path, state.name), { isFirst: state === states[0] })
    })

// the colours are those of the page in English: what differs is the words and how wide they are
for (const { path, states } of screens)
  test(`${path} in Hindi`, async ({ window, users }) => {
    await visit(window, users, states[0], path, true)
    await expect(window.locator('html')).toHaveAttribute('lang', 'hi')
    if (states[0].leadsTo) await window.waitForURL(`**${states[0].leadsTo}`)
    await come(window)
    await judge(window, fileName('hi', path), { schemes: ['light'] })
  })
