/** An offer link from the shop's call to the deal of the Buyer who opens it. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { signUp } from './support/people.ts'
import { test } from './support/test.ts'

const shareLink = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token')
    const answer = await fetch('/api/links/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      body: JSON.stringify({
        track: 'shopping',
        title: 'Cotton kurta',
        amount: 1250,
        stock: 1,
        per_buyer: 1,
      }),
    })
    return new URL((await answer.json()).link).pathname
  })

test('whoever has the link sees the offer, and a Buyer takes it by one tap', async ({ browser }) => {
  const seller = await (await browser.newContext()).newPage()
  await signUp(seller, 'Seller', 'Ravi')
  const path = await shareLink(seller)
  await seller.context().close()

  const page = await (await browser.newContext()).newPage()
  await page.goto(path)
  await expect(page.locator('h1')).toHaveText('Cotton kurta')
  await expect(page.getByText('₹1,250')).toBeVisible()
  const way = page.getByRole('link', { name: m.offer_link_register() })
  await expect(way).toHaveAttribute('href', `/register?next=${encodeURIComponent(path)}`)

  await signUp(page, 'Buyer', 'Asha')
  await page.goto(path)
  await page.getByRole('button', { name: m.offer_link_take() }).click()
  await expect(page).toHaveURL(/\/deals\/[\w-]{24}/)
  await expect(page.getByText('Cotton kurta').first()).toBeVisible()

  // the only piece is gone
  await page.goto(path)
  await expect(page.getByText(m.offer_link_sold())).toBeVisible()
  await page.goto('/o/no-such-offer')
  await expect(page.getByText(m.offer_link_gone())).toBeVisible()
})
