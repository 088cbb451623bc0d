/** Photos from the form to the deal: they survive a reload, wait with what is no deal yet, and can be taken out of an offer. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { m } from '#messages/compiled/messages.js'
import { openAs, register, send } from './support/deals.ts'
import { fill, press, sound } from './support/page.ts'
import { letters } from './support/people.ts'
import { test } from './support/test.ts'

const picture = async (background: string) => ({
  name: `${background.slice(1)}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
const pictures = (page: Page) =>
  page.getByRole('list', { name: m.item_photos() }).first().getByRole('listitem')
/** What a reload would find. A photo is shown before the browser has stored it. */
const storedPhotos = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('photo-drafts')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(0)
        opening.onsuccess = () => {
          const database = opening.result
          const all = database.transaction('photos').objectStore('photos').getAll()
          all.onsuccess = () => resolve(all.result.flatMap(({ files }) => files).length)
          database.close()
        }
      }),
  )
const choose = async (page: Page, ...colours: string[]) =>
  page.getByLabel(m.item_photos_add(), { exact: true }).setInputFiles(await Promise.all(colours.map(picture)))

test('a seller asks with photos, which survive a reload; the buyer sees them, sends the offer and leaves one out', async ({
  browser,
  request,
}) => {
  const [buyer, seller] = [
    await register(request, 'Buyer', 'Asha'),
    await register(request, 'Seller', 'Ravi'),
  ]
  const page = await openAs(browser, seller)
  await page.goto('/seller_home')
  await press(page, m.request_ask_open())
  await fill(page, 'service_details', 'Old camera')
  await fill(page, 'amount', '9000')
  await fill(page, 'cpty_phone', buyer.user.phone_number)
  await choose(page, '#aa3322', '#2233aa')
  await expect(pictures(page)).toHaveCount(2)
  await page
    .getByLabel(m.item_photos_add(), { exact: true })
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') })
  await expect(page.getByText(m.item_photo_type({ name: 'notes.txt' }))).toBeVisible()
  await expect(pictures(page)).toHaveCount(2)
  await expect.poll(() => storedPhotos(page)).toBe(2)
  await page.reload()
  await expect(page.locator('#field-service_details')).toHaveValue('Old camera')
  await expect(pictures(page)).toHaveCount(2)
  await press(page, m.request_ask_send())
  await page.waitForURL(/\/deals$/)
  await expect(pictures(page)).toHaveCount(2)
  await sound(page, 'what a seller asked for, with photos')

  const other = await openAs(browser, buyer)
  await other.goto('/deals')
  await expect(pictures(other).getByRole('img')).toHaveCount(2)
  await press(other, m.request_confirm({ shop: seller.user.business_name ?? '' }))
  await other.waitForURL(/\/deals\/[\w-]+$/)
  await expect(pictures(other)).toHaveCount(2)
  const title = m.item_photo_of({ number: '1', title: 'Old camera' })
  await other.getByRole('button', { name: m.item_photo_remove({ name: title }) }).click()
  await expect(pictures(other)).toHaveCount(1)
  await sound(other, 'an offer whose photos can be taken out')

  // the form is empty again
  await page.goto('/seller_home')
  await press(page, m.request_ask_open())
  await expect(page.locator('#field-service_details')).toHaveValue('')
  await expect(page.getByRole('list', { name: m.item_photos() })).toHaveCount(0)
})

test('the offer to a seller who is not here yet waits with its photos', async ({ browser, request }) => {
  const buyer = await register(request, 'Buyer', 'Asha')
  const page = await openAs(browser, buyer)
  await page.goto('/shopping/form')
  await fill(page, 'service_details', 'Old camera')
  await choose(page, '#aa3322')
  await fill(page, 'amount', '9000')
  await press(page, m.ui_next())
  await expect.poll(() => storedPhotos(page)).toBe(1)
  await page.reload()
  await press(page, m.invite_button())
  const phone = `6${String(process.pid * 100 + 7)
    .padStart(9, '0')
    .slice(-9)}`
  await fill(page, 'invite_phone', phone)
  await press(page, m.invite_send())
  await page.waitForURL(/\/deals$/)
  await expect(pictures(page).getByRole('img')).toHaveCount(1)
  await choose(page, '#2233aa')
  await expect(pictures(page)).toHaveCount(2)
  await sound(page, 'an offer that waits with its photos')
  const invites = await request.get('/api/invites', { headers: { authorization: `Token ${buyer.token}` } })
  const [{ id }] = await invites.json()
  await send(request, '/api/auth/register', null, {
    phone_number: phone,
    email: `photos${phone}@example.com`,
    ...{ first_name: 'Ravi', last_name: 'Walker', user_type: ['Seller'], password: 'Amanat@2026' },
    ...{ payment_number: phone, business_name: `Photo shop ${letters(process.pid)}` },
  })
  const { form_pk } = (await send(request, `/api/invites/${id}/send`, buyer.token, {})) as { form_pk: string }
  await page.goto(`/deals/${form_pk}`)
  await expect(pictures(page)).toHaveCount(2)
})

test('an offer link that is not made yet, with its picture', async ({ browser, request }) => {
  const seller = await register(request, 'Seller', 'Ravi')
  const page = await openAs(browser, seller)
  await page.goto('/seller/links')
  await press(page, m.links_new())
  await fill(page, 'title', 'Clay pot')
  await fill(page, 'amount', '450')
  await fill(page, 'details', 'Hand-made.')
  await page.getByLabel(m.links_photo_add(), { exact: true }).setInputFiles('public/social-card.png')
  await expect.poll(() => storedPhotos(page)).toBe(1)
  await page.reload()
  await expect(page.locator('#field-title')).toHaveValue('Clay pot')
  await expect(page.getByText('social-card.png')).toBeVisible()
  // none, and more than there are: said beside the field
  await fill(page, 'stock', '0')
  await fill(page, 'per_buyer', '0')
  for (const count of ['9999', '999'])
    await expect(page.locator('.field__error', { hasText: m.error_count({ count }) })).toHaveCount(1)
  await fill(page, 'stock', '3')
  await fill(page, 'per_buyer', '9')
  await expect(page.locator('.field__error', { hasText: m.error_count({ count: '3' }) })).toBeVisible()
  await fill(page, 'per_buyer', '2')
  await press(page, m.links_make())
  await expect(page.getByRole('article', { name: 'Clay pot' }).locator('img')).toBeVisible()
  await page.reload()
  await expect(page.locator('#field-title')).toHaveCount(0)
})
