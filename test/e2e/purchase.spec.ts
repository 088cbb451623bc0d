/** A purchase, from the form to the release, walked by its two people in two browsers of their own. */
import { type Browser, expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { choose, fill, picture, press, sound } from './support/page.ts'
import { signUp } from './support/people.ts'
import { test } from './support/test.ts'

/** One white pixel. */
const PHOTO = {
  name: 'phone.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
    'base64',
  ),
}

const someone = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one purchase is one story, step after step
test('a purchase from the offer form to the release', async ({ browser }, { project }) => {
  const [buyer, seller] = [await someone(browser), await someone(browser)]
  const shop = await signUp(seller, 'Seller', 'Ravi')
  await expect(seller).toHaveURL(/\/seller_home$/)
  await sound(seller, 'seller home')
  await signUp(buyer, 'Buyer', 'Asha')
  await expect(buyer).toHaveURL(/\/shopping\/form$/)

  await test.step('the buyer fills the form in', async () => {
    await expect(buyer.getByRole('button', { name: m.ui_next() })).toBeDisabled()
    await fill(buyer, 'service_details', 'Used phone')
    await fill(buyer, 'amount', '100000')
    await expect(buyer.getByText('Maximum length of 5 exceeded!').first()).toBeVisible()
    await expect(buyer.getByText(m.ui_to_correct({ fields: m.offer_amount() }))).toBeVisible()
    await fill(buyer, 'amount', '')
    await buyer.locator('#field-amount').pressSequentially('15000')
    await expect(buyer.locator('#field-amount')).toHaveValue('15,000')
    await expect(buyer.getByText('fifteen thousand rupees')).toBeVisible()
    await fill(buyer, 'details', 'Galaxy M34 (128 GB), 2nd hand <b>blue</b>')
    await press(buyer, m.item_condition_good())
    await fill(buyer, 'serial', '356938035643809')
    await fill(buyer, 'listing_url', 'javascript:alert(1)')
    await expect(buyer.getByText(m.error_link()).first()).toBeVisible()
    await fill(buyer, 'listing_url', 'https://www.olx.in/item/1')
    await buyer.locator('input[type=file]').setInputFiles(PHOTO)
    await expect(buyer.getByAltText('phone.png')).toBeVisible()
    await sound(buyer, 'product details')
    await press(buyer, m.ui_next())
    await fill(buyer, 'cpty_company', shop.business)
    await buyer.getByRole('option', { name: shop.business }).click()
    await sound(buyer, 'transaction details')
    await press(buyer, m.ui_next())
    await sound(buyer, 'confirmation')
    await expect(buyer.getByRole('button', { name: m.offer_confirm(), exact: true })).toBeDisabled()
    await buyer.locator('#field-acknowledged').check()
    await press(buyer, m.offer_confirm())
    await expect(buyer.getByText(m.offer_code_title()).first()).toBeVisible()
    await sound(buyer, 'transaction code')
    await picture(buyer, `link-${project.name}`)
  })

  const link = (await buyer.locator('.share__link').textContent()) ?? ''

  await test.step('a stranger learns nothing from the link', async () => {
    const stranger = await someone(browser)
    await stranger.goto(link)
    await expect(stranger.getByText(m.ui_denied_preview()).first()).toBeVisible()
    await sound(stranger, 'preview, signed out')
    await stranger.context().close()
  })

  await test.step('the seller reads the offer and accepts it', async () => {
    await seller.goto(link)
    await expect(seller.getByText('Used phone').first()).toBeVisible()
    await expect(seller.getByText('Galaxy M34 (128 GB), 2nd hand <b>blue</b>')).toBeVisible()
    await expect(seller.getByRole('link', { name: /^www\.olx\.in/ })).toHaveAttribute('rel', /noopener/)
    await expect(seller.getByAltText(m.item_photo_of({ number: '1', title: 'Used phone' }))).toBeVisible()
    await sound(seller, 'preview')
    await picture(seller, `preview-${project.name}`)
    await seller.locator('input[type=checkbox]').first().check()
    await press(seller, m.preview_confirm())
    await seller.waitForURL(/\/deals\//)
    await expect(
      seller.getByRole('region', { name: m.item_agreed() }).getByText('Galaxy M34 (128 GB)'),
    ).toBeVisible()
  })

  await test.step('the buyer pays', async () => {
    await buyer.getByRole('link', { name: m.offer_open_deal() }).click()
    await buyer.waitForURL(/\/deals\//)
    await press(buyer, /^Pay ₹15,000/)
    await buyer.getByRole('button', { name: m.deal_play_succeed(), exact: true }).waitFor()
    await sound(buyer, 'pay')
    await picture(buyer, `pay-${project.name}`)
    await press(buyer, m.deal_play_succeed())
    await expect(buyer.locator('.deal-status').getByText(m.status_funded()).first()).toBeVisible()
  })

  await test.step('the seller ships and delivers', async () => {
    await seller.reload()
    await press(seller, m.deal_do_ship())
    await choose(seller, 'courier', 'delhivery')
    await fill(seller, 'tracking_number', '14528900112233')
    await sound(seller, 'ship dialog')
    await seller.getByRole('dialog').getByRole('button', { name: m.deal_do_ship(), exact: true }).click()
    await expect(seller.getByText('14528900112233').first()).toBeVisible()
    await press(seller, m.deal_do_deliver())
    await fill(seller, 'note', 'Handed over at the door')
    await seller.getByRole('dialog').getByRole('button', { name: m.deal_do_deliver(), exact: true }).click()
    await expect(seller.locator('.deal-status').getByText(m.status_delivered()).first()).toBeVisible()
    await sound(seller, 'delivered')
  })

  await test.step('the buyer releases', async () => {
    await buyer.reload()
    const release = buyer.getByRole('button', { name: /^Release ₹15,000/ })
    await release.first().waitFor()
    await picture(buyer, `deal-${project.name}`)
    await release.first().click()
    const dialog = buyer.getByRole('dialog')
    await expect(dialog.getByText(m.ui_final())).toBeVisible()
    await sound(buyer, 'release dialog')
    await picture(buyer, `release-${project.name}`)
    await dialog.getByRole('button', { name: /^Release ₹15,000/ }).click()
    await expect(buyer.locator('.deal-status').getByText(m.status_released()).first()).toBeVisible()
    await sound(buyer, 'released')
  })

  await test.step('both find it among their deals', async () => {
    for (const page of [buyer, seller]) {
      await page.goto('/deals')
      await expect(page.getByText('Used phone').first()).toBeVisible()
      await sound(page, 'my deals')
    }
  })
})
