/** An offer link from the shop's call to the paid deal of a stranger who opens it. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { choose, fill, picture, press, sound } from './support/page.ts'
import { PASSWORD, signUp } from './support/people.ts'
import { test } from './support/test.ts'

const shareLink = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token')
    const headers = { authorization: `Token ${token}` }
    const answer = await fetch('/api/links/', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        track: 'shopping',
        title: 'Cotton kurta',
        amount: 1250,
        stock: 1,
        per_buyer: 1,
      }),
    })
    const { id, link } = await answer.json()
    const form = new FormData()
    form.append('file', await (await fetch('/social-card.png')).blob(), 'kurta.png')
    await fetch(`/api/links/${id}/photo/`, { method: 'POST', headers, body: form })
    return new URL(link).pathname
  })

/** As a person does, on the page where they were sent. */
async function register(page: Page): Promise<void> {
  const unique = `${process.pid}${Date.now()}`.slice(-8)
  await choose(page, 'user_type', 'Buyer')
  await fill(page, 'first_name', 'Asha')
  await fill(page, 'last_name', 'Walker')
  await fill(page, 'email', `stranger${unique}@example.com`)
  await fill(page, 'phone_number', `61${unique}`)
  await fill(page, 'password', PASSWORD)
  await fill(page, 're_password', PASSWORD)
  await expect(page.locator('.password-meter__advice')).toBeVisible()
  await page.locator('#field-accepted').check()
  await press(page, m.account_sign_up_button())
}

test('a stranger with the link has paid within 90 seconds and four screens', async ({ browser }, {
  project,
}) => {
  const seller = await (await browser.newContext()).newPage()
  await signUp(seller, 'Seller', 'Ravi')
  const path = await shareLink(seller)
  await seller.context().close()

  const page = await (await browser.newContext()).newPage()
  const screens = new Set<string>()
  page.on('framenavigated', (frame) => screens.add(new URL(frame.url()).pathname))
  const startedAt = Date.now()
  await page.goto(path)
  await expect(page.locator('h1')).toHaveText('Cotton kurta')
  await expect(page.getByText('₹1,250')).toBeVisible()
  await expect(page.getByAltText('Cotton kurta')).toHaveJSProperty('complete', true)
  await page.getByRole('link', { name: m.offer_link_register() }).click()
  await expect(page.locator('#field-user_type')).toBeVisible()
  await register(page)
  await page.waitForURL((url) => url.pathname === path)
  await page.getByRole('button', { name: m.offer_link_take() }).click()
  await expect(page).toHaveURL(/\/deals\/[\w-]{24}/)
  await press(page, /^Pay ₹1,250/)
  await press(page, m.deal_play_succeed())
  await expect(page.locator('.deal-status').getByText(m.status_funded()).first()).toBeVisible()
  expect(Date.now() - startedAt).toBeLessThan(90_000)
  expect([...screens].filter((name) => name !== 'blank').length).toBeLessThanOrEqual(4)

  // the only piece is gone
  await page.goto(path)
  await expect(page.getByText(m.offer_link_sold())).toBeVisible()
  await sound(page, 'offer link')
  await picture(page, `offer-link-${project.name}`)
  await page.goto('/o/no-such-offer')
  await expect(page.getByText(m.offer_link_gone())).toBeVisible()
})
