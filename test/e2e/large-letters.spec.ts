/** Letters set to twice their size in the browser, on a phone: nothing is wider than the screen (WCAG 1.4.4, 1.4.10). */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs } from './support/deals.ts'
import { sound } from './support/page.ts'
import { test } from './support/test.ts'

const WIDTH = 360

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

for (const locale of ['en', 'hi'] as const)
  test(`a deal, the list and the start page in large letters: ${locale}`, async ({
    playwright,
    launchOptions,
    request,
    baseURL,
  }) => {
    const { path, buyer } = await delivered(request)
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
    })
    const page = await openAs(browser, buyer, {
      ...(baseURL && { baseURL }),
      viewport: { width: WIDTH, height: 740 },
    })
    const at = (address: string): string => (locale === 'hi' ? `/hi${address}` : address)
    for (const address of [
      '/',
      '/deals',
      path,
      '/account',
      '/notices',
      '/shopping/form',
      '/services/form',
      '/grievance',
    ]) {
      await page.goto(at(address))
      await expect(page.locator('h1, [role="heading"]').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await widthOf(page), address).toBe(WIDTH)
    }
    await page.goto(at(path))
    await page
      .getByRole('button', { name: m.deal_do_complain({}, { locale }) })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await widthOf(page), 'the dialog').toBe(WIDTH)
    await sound(page, `a deal in large letters: ${locale}`)
    await browser.close()
  })
