/** The first screen of a share link: for a stranger, in both languages, for the wrong person, and in a chat's preview. */
import { type APIRequestContext, expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { openAs, register, send } from './support/deals.ts'
import { picture, sound } from './support/page.ts'
import { letters } from './support/people.ts'
import { test } from './support/test.ts'

async function offered(api: APIRequestContext) {
  const [buyer, seller] = [await register(api, 'Buyer', 'Asha'), await register(api, 'Seller', 'Ravi')]
  const offer = await send(api, '/api/transactions/shopping/', buyer.token, {
    service_details: 'Old camera',
    amount: 9000,
    cpty_phone: seller.user.phone_number,
    cpty_company: seller.user.business_name,
  })
  const digits = seller.user.phone_number.slice(-2)
  return {
    buyer,
    digits,
    formPk: offer.form_pk as string,
    link: `/api/transactions/shopping/?form_pk=${offer.form_pk}`,
  }
}

test('a stranger is welcomed by the short link, in both languages, and learns nothing of the deal', async ({
  browser,
  request,
}, { project }) => {
  const { digits, formPk, link } = await offered(request)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`/d/${formPk}`)
  await expect(stranger).toHaveURL(link)
  await expect(stranger.getByText('Asha W. wants to buy from you')).toBeVisible()
  const signIn = stranger.getByRole('link', { name: m.welcome_sign_in({ digits }) })
  await expect(signIn).toHaveAttribute('href', `/login?next=${encodeURIComponent(link)}`)
  const signUp = stranger.getByRole('link', { name: m.welcome_sign_up() })
  await expect(signUp).toHaveAttribute('href', `/register?next=${encodeURIComponent(link)}&role=Seller`)
  await expect(stranger.getByText(m.ui_denied_preview(), { exact: true })).toBeVisible()
  await expect(stranger.locator('main')).not.toContainText(/Old camera|9,?000|Walker/)
  await sound(stranger, 'preview, signed out')
  await picture(stranger, `welcome-${project.name}`)
  await stranger.getByRole('button', { name: m.nav_language_hint() }).click()
  await expect(stranger.getByText(m.ui_denied_preview({}, { locale: 'hi' }), { exact: true })).toBeVisible()
  await sound(stranger, 'preview, signed out, in Hindi')
})

test('a link greets a device in Hindi in Hindi, until its person chooses otherwise', async ({
  browser,
  request,
}) => {
  const { formPk } = await offered(request)
  const stranger = await (await browser.newContext({ locale: 'hi-IN' })).newPage()
  await stranger.goto(`/d/${formPk}`)
  const words = (locale: 'en' | 'hi') =>
    stranger.getByText(m.ui_denied_preview({}, { locale }), { exact: true })
  await expect(words('hi')).toBeVisible()
  await stranger.getByRole('button', { name: m.nav_language_hint({}, { locale: 'hi' }) }).click()
  await expect(words('en')).toBeVisible()
  await stranger.goto(`/d/${formPk}`)
  await expect(words('en')).toBeVisible()
})

test('the wrong person has a way on, and the link in chats is short and names nobody', async ({
  browser,
  request,
}) => {
  const { buyer, digits, formPk, link } = await offered(request)
  const other = await openAs(browser, await register(request, 'Buyer', 'Meera'))
  await other.goto(link)
  await expect(other.getByText(m.preview_needs_seller({ role: 'Buyer' }))).toBeVisible()
  await expect(other.getByText(m.ui_denied_preview(), { exact: true })).toBeVisible()
  await sound(other, 'preview of somebody else')
  // the session of this browser comes back with each page, so that the sign-in leads on at once
  const signIn = other.waitForRequest((item) =>
    item.url().includes(`/login?next=${encodeURIComponent(link)}`),
  )
  await other.getByRole('button', { name: m.welcome_sign_in({ digits }) }).click()
  await signIn

  const maker = await openAs(browser, buyer)
  for (const path of [link, `/deals/${formPk}`]) {
    await maker.goto(path)
    // the header has a link of that name too
    const href = await maker
      .getByRole('main')
      .getByRole('link', { name: /WhatsApp/ })
      .first()
      .getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toContain(`/d/${formPk}`)
  }
  const card = await request.get(`/d/${formPk}`, { headers: { accept: 'text/html' } })
  const text = await card.text()
  expect(text).toMatch(/property="og:image" content="[^"]*\/offer-card\.png"/)
  expect(text).toContain(m.card_text())
  expect(text).not.toMatch(/Old camera|9,?000|Asha|Ravi/)
  expect((await request.get('/offer-card.png')).headers()['content-type']).toBe('image/png')
})

test('a role that a page needs is added in two taps, and leads back to that page', async ({
  browser,
  request,
}) => {
  const page = await openAs(browser, await register(request, 'Buyer', 'Meera'))
  await page.goto('/services/form')
  await page.getByRole('link', { name: m.ui_denied_add({ role: 'Freelancer' }) }).click()
  await page.getByRole('button', { name: m.account_roles_add_button({ role: 'Freelancer' }) }).click()
  await page.waitForURL('**/services/form')
  await expect(page.locator('#field-cpty_full_name')).toBeVisible()
})

test('a session that was ended on another device says so where it leads to the sign-in', async ({
  browser,
  request,
}) => {
  const meera = await register(request, 'Buyer', 'Meera')
  await send(request, '/api/auth/logout/', meera.token, {})
  const page = await openAs(browser, meera)
  await page.goto('/account')
  await page.waitForURL('**/login?next=*')
  await expect(page.getByText(m.account_ended_title())).toBeVisible()
  await sound(page, 'sign-in after the end of a session')
})

test('an invited seller is told what comes next, also one who is here in another role', async ({
  browser,
  request,
}) => {
  const invitation = '/register?invited=Seller'
  const meera = await register(request, 'Buyer', 'Meera')
  const page = await openAs(browser, meera)
  await page.goto(invitation)
  await page.waitForURL('**/account?role=Seller&next=*')
  await page.locator('#field-business_name').fill(`Meera ${letters(meera.user.id)}`.slice(0, 20))
  await page.getByRole('button', { name: m.account_roles_add_button({ role: 'Seller' }) }).click()
  await page.waitForURL('**/seller_home?invited=Seller')
  await expect(page.getByText(m.invite_ready_title())).toBeVisible()

  const seller = await openAs(browser, await register(request, 'Seller', 'Ravi'))
  await seller.goto(`/hi${invitation}`)
  await seller.waitForURL('**/hi/seller_home?invited=Seller')
  await expect(seller.getByText(m.invite_ready_title({}, { locale: 'hi' }))).toBeVisible()
  await sound(seller, 'an invited seller')
})
