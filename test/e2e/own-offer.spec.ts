/** An offer's own page: its maker changes the terms from there, its reader is told when it ends. */
import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, openAs, register, send } from './support/deals.ts'
import { fill, press, sound } from './support/page.ts'
import { failing, only } from './support/screens/state.ts'
import { test } from './support/test.ts'

async function offered(request: APIRequestContext, more: Record<string, string> = {}) {
  const buyer = await register(request, 'Buyer', 'Asha')
  const seller = await register(request, 'Seller', 'Ravi')
  const { form_pk } = await send(request, '/api/transactions/shopping/', buyer.token, {
    service_details: 'Old camera',
    amount: 9000,
    cpty_phone: seller.user.phone_number,
    cpty_company: seller.user.business_name,
    ...more,
  })
  return { buyer, seller, form_pk }
}

test('the creator changes the terms from the preview', async ({ browser, request }) => {
  const { buyer, seller, form_pk } = await offered(request)
  const link = `/api/transactions/shopping/?form_pk=${form_pk}`
  const page = await openAs(browser, buyer)
  await page.goto(link)
  await expect(page.getByText(m.money_line_unpaid_you({ amount: '₹9,000' }))).toBeVisible()
  await page.getByRole('link', { name: m.deal_do_edit() }).click()

  const dialog = page.getByRole('dialog', { name: m.deal_do_edit() })
  await fill(page, 'amount', '8500')
  await sound(page, 'changing the terms')
  await dialog.getByRole('button', { name: m.deal_do_edit(), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(m.money_line_unpaid_you({ amount: '₹8,500' }))).toBeVisible()
  // a reload does not ask once more
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Old camera' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // the other side reads the new amount, and who has to pay it
  const other = await openAs(browser, seller)
  await other.goto(link)
  await expect(other.getByText(m.money_line_unpaid({ payer: 'Asha Walker', amount: '₹8,500' }))).toBeVisible()
})

test('the recipient can ask before accepting', async ({ browser, request }) => {
  const { buyer, seller, form_pk } = await offered(request)
  const page = await openAs(browser, seller)
  await page.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
  const link = page.getByRole('link', { name: m.preview_ask({ name: 'Asha' }) })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(address.origin + address.pathname).toBe(`https://wa.me/91${buyer.user.phone_number}`)
  expect(address.searchParams.get('text')).toContain('“Old camera” for ₹9,000')
  // whoever made it has nobody to ask
  const own = await openAs(browser, buyer)
  await own.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
  await expect(own.getByText(m.preview_own())).toBeVisible()
  await expect(own.getByRole('link', { name: m.preview_ask({ name: 'Asha' }) })).toHaveCount(0)
})

test('an offer with all there is to say of it is short on a phone: its text and its rules unfold', async ({
  browser,
  request,
}) => {
  const details = 'Body and lens, with two batteries and the charger. No scratch on the glass.\n\n'.repeat(6)
  const described = { details, condition: 'Good', serial: '356938035643809', listing_url: 'https://olx.in/1' }
  const { buyer, seller, form_pk } = await offered(request, described)
  for (const _ of [1, 2, 3]) {
    const buffer = readFileSync('public/social-card.png')
    const added = await request.post(`/api/deals/${form_pk}/files/`, {
      headers: { authorization: `Token ${buyer.token}` },
      multipart: { kind: 'item_photo', file: { name: 'camera.png', mimeType: 'image/png', buffer } },
    })
    expect(added.status()).toBe(201)
  }
  for (const language of ['en', 'hi'] as const) {
    const page = await openAs(browser, seller, { viewport: { width: 360, height: 740 } })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
    await expect(page.locator('.photos img')).toHaveCount(3)
    await page.evaluate(() => document.fonts.ready)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, language).toBeLessThanOrEqual(2200)
    await sound(page, `an offer with all there is, in ${language}`)
    const rules = page.locator('.offer__more')
    await expect(rules.getByRole('listitem')).toHaveCount(0)
    await rules.locator('summary').click()
    await expect(rules.getByRole('listitem')).toHaveCount(5)
    await page.locator('.long-text summary').click()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(height + 300)
  }
  for (const language of ['en', 'hi'] as const) {
    const own = await openAs(browser, buyer, { viewport: { width: 360, height: 740 } })
    await own.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await own.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
    await expect(own.locator('.photos img')).toHaveCount(3)
    await expect(own.locator('.share__link')).toBeVisible()
    await own.evaluate(() => document.fonts.ready)
    const height = await own.evaluate(() => document.documentElement.scrollHeight)
    expect(height, `its maker, ${language}`).toBeLessThanOrEqual(2200)
    await sound(own, `one’s own offer with all there is, in ${language}`)
    // what they said of themselves unfolds
    const maker = own.locator('.offer__more').filter({ has: own.getByRole('heading') })
    await expect(maker.getByText(buyer.user.phone_number)).toBeHidden()
    await maker.locator('summary').click()
    await expect(maker.getByText(buyer.user.phone_number)).toBeVisible()
  }
})

test('a recipient who is reading an offer is told when it is withdrawn', async ({ browser, request }) => {
  const { buyer, seller, form_pk } = await offered(request)
  const page = await openAs(browser, seller)
  await page.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
  await page.locator('#field-rules_accepted').check()
  await send(request, `/api/deals/${form_pk}/withdraw`, buyer.token, {})
  await press(page, m.preview_confirm())
  await expect(page.getByText(m.preview_withdrawn(), { exact: true })).toBeInViewport()
})

test('nobody confirms an offer whose charge is not known, and the amount is said all the same', async ({
  browser,
  users,
}) => {
  // a worker of the site would ask in the page's place
  const page = await openAs(browser, users.people.buyer, { serviceWorkers: 'block' })
  const isPolicy = only('/api/policy')
  await failing(isPolicy)(page)
  await page.goto('/shopping/form')
  await fill(page, 'service_details', 'Table lamp')
  await fill(page, 'amount', '1200')
  await press(page, m.ui_next())
  await fill(page, 'cpty_company', 'Ravi Traders')
  await page.getByRole('option', { name: 'Ravi Traders' }).first().click()
  await press(page, m.ui_next())
  await expect(page.getByText(m.money_line_unpaid_you({ amount: '₹1,200' }))).toBeVisible()
  await page.locator('#field-acknowledged').check()
  const confirm = page.getByRole('button', { name: m.offer_confirm() })
  await expect(confirm).toBeDisabled()
  await page.unroute(isPolicy)
  await press(page, m.ui_retry())
  await expect(page.getByText(m.offer_charge_free())).toBeVisible()
  await expect(confirm).toBeEnabled()
})

test('the terms change beneath a ticked acceptance: the tick goes, and both sums are said', async ({
  browser,
  request,
}) => {
  const { buyer, seller, form_pk } = await offered(request)
  const path = `/deals/${form_pk}`
  const page = await openAs(browser, seller)
  await page.goto(`${path}?ask=accept`)
  const dialog = page.getByRole('dialog', { name: m.deal_do_accept() })
  const tick = dialog.getByRole('checkbox')
  await tick.check()
  await act(request, buyer, path, 'edit', { amount: 7000 })
  await expect(dialog.getByText(m.deal_accept_terms_moved())).toBeVisible()
  await expect(dialog).toContainText(/₹9,000.*₹7,000/)
  await expect(tick).not.toBeChecked()
  await sound(page, 'terms that changed beneath their acceptance')
  await tick.check()
  await dialog.getByRole('button', { name: m.deal_do_accept(), exact: true }).click()
  await expect(dialog).toHaveCount(0)
})

test('nothing above the button that accepts comes after it', async ({ browser, request }) => {
  const { seller, form_pk } = await offered(request)
  const page = await openAs(browser, seller, { serviceWorkers: 'block' })
  let isOfferThere = false
  page.on('response', (answer) => {
    isOfferThere ||=
      answer.url().includes('/api/transactions/') && answer.request().resourceType() === 'fetch'
  })
  await page.route(/\/assets\/[^/]*\.js$/, (route) => (isOfferThere ? undefined : route.continue()))
  await page.goto(`/api/transactions/shopping/?form_pk=${form_pk}`)
  await expect(page.getByRole('button', { name: m.preview_confirm() })).toBeVisible()
  await expect(page.getByRole('link', { name: m.preview_ask({ name: 'Asha' }) })).toBeVisible()
  await expect(page.locator('.offer .skeleton')).toHaveCount(0)
})
