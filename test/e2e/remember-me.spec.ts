/** A browser that is closed and opened again: only who asked to be remembered is still signed in. */
import { type BrowserContext, expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { register } from './support/deals.ts'
import { fill, press } from './support/page.ts'
import { PASSWORD } from './support/people.ts'
import { test } from './support/test.ts'

for (const isRemembered of [true, false])
  test(`${isRemembered ? 'remembered' : 'not remembered'} after the browser was closed`, async ({
    playwright,
    launchOptions,
    request,
    baseURL,
  }, info) => {
    const { user } = await register(request, 'Buyer', 'Asha')
    const open = (): Promise<BrowserContext> =>
      playwright.chromium.launchPersistentContext(info.outputPath('profile'), {
        ...launchOptions,
        ...(baseURL && { baseURL }),
      })

    const first = await open()
    const page = await first.newPage()
    await page.goto('/login?next=/account')
    await fill(page, 'phone_number', user.phone_number)
    await fill(page, 'password', PASSWORD)
    if (isRemembered) await page.locator('#field-remember_me').check()
    await press(page, m.account_sign_in_button())
    await page.waitForURL('**/account')
    // another tab of the same browser is signed in either way
    const tab = await first.newPage()
    await tab.goto('/account')
    await expect(tab.getByText(m.account_devices())).toBeVisible()
    await first.close()

    const second = await open()
    const again = await second.newPage()
    await again.goto('/account')
    if (isRemembered) await expect(again.getByText(m.account_devices())).toBeVisible()
    else await again.waitForURL((url) => url.pathname === '/login')
    await second.close()
  })
