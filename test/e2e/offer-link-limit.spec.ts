/** A shop's link, for a buyer who has taken all that one buyer may. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { openAs, register, send } from './support/deals.ts'
import { press, sound } from './support/page.ts'
import { test } from './support/test.ts'

test('whoever has taken all that one buyer may is led to the deal that they have', async ({
  browser,
  request,
}) => {
  const shop = await register(request, 'Seller', 'Ravi')
  const buyer = await register(request, 'Buyer', 'Asha')
  const offer = { track: 'shopping', title: 'Steel tiffin', amount: 3000, per_buyer: 1 }
  const { id, link } = await send(request, '/api/links', shop.token, offer)
  await send(request, `/api/links/${id}/take`, buyer.token, {})
  const page = await openAs(browser, buyer)
  await page.goto(new URL(link).pathname)
  await press(page, m.offer_link_take())
  const status = page.locator('main [data-status]')
  await expect(status).toContainText(m.refusal_limit_reached())
  await sound(page, 'offer link that is used up')
  await status.getByRole('link', { name: m.nav_my_deals() }).click()
  await expect(page).toHaveURL('/deals')
  await expect(page.getByText('Steel tiffin').first()).toBeVisible()
})
