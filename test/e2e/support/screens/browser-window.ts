/**
 * The window that all states are looked at in, one after another: a browser that knows the site's files already takes
 * half the time of a fresh one. What it remembers of a person is taken from it each time.
 */
import { type Browser, expect, type Page } from '@playwright/test'
import type { ScreenUsers } from './screen-users.ts'
import type { ScreenState } from './state.ts'

export const PHONE = { width: 360, height: 640 }
export const LIGHT = { colorScheme: 'light', forcedColors: 'none' } as const

export async function openWindow(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
    // what the tests answer in the server's place would not pass by them
    serviceWorkers: 'block',
  })
  return context.newPage()
}

/** A file of the site that runs nothing: what is stored can be changed under nobody's hands. */
const STILL = '/robots.txt'

/** As a browser that was never here, or this person's; then to the page, in the language of its address. */
export async function visit(
  page: Page,
  users: ScreenUsers,
  state: ScreenState,
  path: string,
  isHindi = false,
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  await page.setViewportSize(PHONE)
  await page.emulateMedia(LIGHT)
  await page.goto(STILL)
  await page.evaluate(
    ({ session, language }) => {
      localStorage.clear()
      sessionStorage.clear()
      if (language) localStorage.setItem('language', language)
      if (!session) return
      localStorage.setItem('token', session.token)
      localStorage.setItem('user', JSON.stringify(session.user))
    },
    { session: state.as ? users.people[state.as] : null, language: isHindi ? 'hi' : '' },
  )
  await state.net?.(page)
  const address = state.at?.(users) ?? path
  // an address that people send each other is the same in both languages
  await page.goto(isHindi && !path.startsWith('/api/') ? `/hi${address}` : address)
}

export async function reach(
  page: Page,
  users: ScreenUsers,
  { act, sees, waits }: ScreenState,
): Promise<void> {
  await act?.(page, users)
  const marker = typeof sees === 'function' ? sees(page) : page.getByText(sees).first()
  await expect(marker).toBeVisible()
  await come(page, waits)
}

/** All of it is there, unless waiting is what is looked at. */
export async function come(page: Page, waits = false): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  if (!waits) await expect(page.locator('.skeleton')).toHaveCount(0)
}
