/** An offer link from the shop's call to the paid deal of a stranger who opens it. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { m } from '#messages/compiled/messages.js'
import { snippets } from '#web/features/developers/snippets.ts'
import { openAs, register, send } from './support/deals.ts'
import { choose, fill, picture, press, sound } from './support/page.ts'
import { PASSWORD, signUp } from './support/people.ts'
import { test } from './support/test.ts'

/** A Seller with a phone, and no program: the link, with its picture, on the page for links. */
async function shareLink(page: Page): Promise<string> {
  await page.goto('/seller/links')
  await press(page, m.links_new())
  await fill(page, 'title', 'Cotton kurta')
  await fill(page, 'amount', '1250')
  await fill(page, 'stock', '1')
  await page.getByLabel(m.links_photo_add(), { exact: true }).setInputFiles('public/social-card.png')
  await press(page, m.links_make())
  const card = page.getByRole('article', { name: 'Cotton kurta' })
  await expect(card.locator('img')).toHaveJSProperty('complete', true)
  const shared = card.getByRole('link', { name: m.offer_share_whatsapp() })
  const words = new URL((await shared.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  return /\/o\/[\w-]{24}$/.exec(words)?.[0] ?? ''
}

/** As a person does, on the page where they were sent. */
async function fillRegistration(page: Page): Promise<void> {
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
  await fillRegistration(page)
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

test('whoever sells and buys takes an offer with one more tap, and a shop sees that it is its own', async ({
  browser,
  request,
}) => {
  const [shop, other] = [
    await register(request, 'Seller', 'Ravi'),
    await register(request, 'Seller', 'Meena'),
  ]
  const offer = { track: 'shopping', title: 'Steel tiffin', amount: 800, stock: 2, per_buyer: 1, details: '' }
  const { link } = await send(request, '/api/links', shop.token, offer)
  await send(request, '/api/account/roles', other.token, { user_type: ['Buyer'], password: PASSWORD })
  const user = await send(request, '/api/account/role', other.token, { user_type: ['Seller'] })
  const open = async (session: object): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    await page.goto('/faq')
    await page.evaluate(([token, stored]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', stored ?? '')
    }, Object.values(session))
    await page.goto(new URL(link).pathname)
    return page
  }
  const own = await open({ token: shop.token, user: JSON.stringify(shop.user) })
  await expect(own.getByText(m.offer_link_own())).toBeVisible()
  await sound(own, 'own offer link')

  const page = await open({ token: other.token, user: JSON.stringify(user) })
  await expect(page.getByText(m.offer_link_switch())).toBeVisible()
  await press(page, m.account_roles_use({ role: m.who_payer_shopping() }))
  await press(page, m.offer_link_take())
  await expect(page).toHaveURL(/\/deals\/[\w-]{24}/)
  await expect(page.getByText('Steel tiffin').first()).toBeVisible()
})

test('a buyer whose session has ended is shown the ways in again, and comes back to the offer', async ({
  browser,
  request,
}) => {
  const shop = await register(request, 'Seller', 'Ravi')
  const buyer = await register(request, 'Buyer', 'Asha')
  const { id } = await send(request, '/api/links', shop.token, {
    ...{ track: 'shopping', title: 'Steel tiffin', amount: 800, details: 'Three parts.\nWith a spoon.' },
  })
  const page = await (await browser.newContext()).newPage()
  await page.goto('/faq')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [buyer.token, JSON.stringify(buyer.user)],
  )
  await page.goto(`/o/${id}`)
  const details = await page.locator('.offer-details').evaluate((part) => (part as HTMLElement).innerText)
  expect(details).toBe('Three parts.\nWith a spoon.')
  await send(request, '/api/auth/logout', buyer.token, {})
  await press(page, m.offer_link_take())
  await expect(page.locator('[data-status]')).toHaveText(m.refusal_unauthenticated())
  await expect(page.getByRole('button', { name: m.offer_link_take() })).toBeHidden()
  await sound(page, 'an offer after the session')
  await page.getByRole('link', { name: m.offer_link_sign_in() }).click()
  await fill(page, 'phone_number', buyer.user.phone_number)
  await fill(page, 'password', PASSWORD)
  await press(page, m.account_sign_in_button())
  await page.waitForURL((url) => url.pathname === `/o/${id}`)
  await expect(page.locator('[data-status]')).toHaveText('')
  // the language that was chosen elsewhere is that of the deal
  await page.evaluate(() => localStorage.setItem('language', 'hi'))
  await press(page, m.offer_link_take())
  await expect(page).toHaveURL(/\/hi\/deals\/[\w-]{24}/)
})

test('whoever only sells adds the role of a Buyer, and is back at the offer', async ({
  browser,
  request,
}) => {
  const [shop, other] = [
    await register(request, 'Seller', 'Ravi'),
    await register(request, 'Seller', 'Meena'),
  ]
  const offer = { track: 'shopping', title: 'Steel tiffin', amount: 800 }
  const { id } = await send(request, '/api/links', shop.token, offer)
  const page = await openAs(browser, other)
  await page.goto(`/hi/o/${id}`)
  await page.getByRole('link', { name: m.offer_link_role_add({}, { locale: 'hi' }) }).click()
  const role = m.who_payer_shopping({}, { locale: 'hi' })
  await press(page, m.account_roles_add_button({ role }, { locale: 'hi' }))
  await page.waitForURL((url) => url.pathname === `/hi/o/${id}`)
})

test('an offer that changed while it was open is read anew, and then bought at the price that is shown', async ({
  browser,
  request,
}) => {
  const shop = await register(request, 'Seller', 'Ravi')
  const buyer = await register(request, 'Buyer', 'Asha')
  const offer = { track: 'shopping', title: 'Steel tiffin', amount: 3000 }
  const { id, link } = await send(request, '/api/links', shop.token, offer)
  const page = await openAs(browser, buyer)
  await page.goto(new URL(link).pathname)
  await expect(page.locator('main')).toContainText('3,000')
  await request.patch(`/api/links/${id}`, {
    headers: { Authorization: `Token ${shop.token}` },
    data: { amount: 3500 },
  })
  await press(page, m.offer_link_take())
  await expect(page.locator('main')).toContainText('3,500')
  await expect(page.getByText(m.refusal_stale_terms())).toBeVisible()
  await press(page, m.offer_link_take())
  await expect(page).toHaveURL(/\/deals\/[\w-]{24}/)
  await expect(page.locator('main')).toContainText('3,500')
})

/** What has moved on the page so far, as the browser counts it. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // the frame in which the picture is drawn, and the next
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))))
      }),
  )

test('nothing of an offer moves once it is seen on a small phone, however late its picture and the script come', async ({
  browser,
}) => {
  const maker = await (await browser.newContext()).newPage()
  await signUp(maker, 'Seller', 'Ravi')
  const path = await shareLink(maker)
  const state = await maker.context().storageState()
  // somebody who is signed in on a higher screen: what the script shows to them is in sight there
  const visits = [
    { prefix: '', signedIn: false, height: 640 },
    { prefix: '/hi', signedIn: false, height: 640 },
    { prefix: '', signedIn: true, height: 900 },
  ]
  for (const { prefix, signedIn, height } of visits) {
    const context = await browser.newContext({
      ...{ viewport: { width: 360, height }, serviceWorkers: 'block' as const },
      ...(signedIn ? { storageState: state } : {}),
    })
    const page = await context.newPage()
    let letThrough = (): void => undefined
    const late = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route(/\/photos\/|\/assets\/.*\.js/, async (route) => {
      await late
      await route.continue()
    })
    await page.goto(prefix + path, { waitUntil: 'commit' })
    await expect(page.getByText('₹1,250')).toBeVisible()
    const picture = page.getByAltText('Cotton kurta')
    expect((await picture.boundingBox())?.height).toBeGreaterThan(200)
    letThrough()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
    await page.waitForLoadState('load')
    await expect(page.locator('[data-for=own]')).toBeVisible({ visible: signedIn })
    expect(await shifted(page), `${prefix} ${signedIn}`).toBeLessThanOrEqual(0.02)
    await context.close()
  }
})

/** Somebody's own page, with the snippet of /developers as it stands there. */
async function pageOfAShop(id: string, origin: string): Promise<{ url: string; stop: () => void }> {
  const snippet = snippets(origin).find(({ name }) => name === 'button')?.code ?? ''
  const html = `<!doctype html><html lang="en"><title>A shop</title>${snippet.replace('YOUR-OFFER', id)}`
  const sdk = await readFile('sdk/index.js')
  const server = createServer(({ url }, response) =>
    url === '/sdk.js'
      ? response.setHeader('content-type', 'text/javascript').end(sdk)
      : response.setHeader('content-type', 'text/html').end(html),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close().closeAllConnections(),
  }
}

function signedMessage() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const body = JSON.stringify({ type: 'test', data: {} })
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const [id, now] = ['msg_1', new Date()]
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const own = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKey).toString('base64')
  const signature = `${new Webhook(secret).sign(id, now, body)} v1a,${own}`
  const key = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')}`
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return { body, headers, secret, key }
}

async function checkInPage({ body, headers, secret, key }: ReturnType<typeof signedMessage>) {
  // the address is one of this page's server, not a module of the test
  const address = '/sdk.js'
  const { verify }: typeof import('#sdk/index.js') = await import(/* @vite-ignore */ address)
  const types = [await verify(body, headers, secret), await verify(body, headers, key)].map(
    ({ type }) => type,
  )
  return [...types, await verify(`${body} `, headers, key).catch(() => 'refused')]
}

test('the button of the quickstart, on a page of another origin, has the price and leads to the offer', async ({
  browser,
}, { project }) => {
  const seller = await (await browser.newContext()).newPage()
  await signUp(seller, 'Seller', 'Ravi')
  const path = await shareLink(seller)
  const shop = await pageOfAShop(path.split('/').at(-1) ?? '', new URL(seller.url()).origin)
  try {
    const page = await (await browser.newContext()).newPage()
    await page.goto(shop.url)
    const button = page.locator('a.amanat-pay')
    await expect(button).toHaveAttribute('data-amanat', 'open')
    await expect(button).toContainText('₹1,250')
    expect(await page.locator('iframe').count()).toBe(0)
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await picture(page, `button-elsewhere-${project.name}`)
    await button.click()
    await expect(page.locator('h1')).toHaveText('Cotton kurta')
    expect(new URL(page.url()).pathname).toBe(path)

    // the client of the SDK runs there as it is, and checks both kinds of signature
    await page.goto(shop.url)
    expect(await page.evaluate(checkInPage, signedMessage())).toEqual(['test', 'test', 'refused'])

    // without the script it is the link that it was
    await page.route('**/button.js', (route) => route.abort())
    await page.goto(shop.url)
    await expect(button).toHaveText('Pay safely')
    await button.click()
    await expect(page.locator('h1')).toHaveText('Cotton kurta')
  } finally {
    shop.stop()
  }
})

test('a Seller changes, stops and takes up a link again, and prints its poster', async ({ browser }, {
  project,
}) => {
  const page = await (await browser.newContext()).newPage()
  await signUp(page, 'Seller', 'Ravi')
  const path = await shareLink(page)
  const card = page.getByRole('article', { name: 'Cotton kurta' })
  await sound(page, 'links')
  await picture(page, `links-${project.name}`)
  await press(card, m.links_change())
  await fill(page, 'amount', '1300')
  await fill(page, 'stock', '5')
  await press(card, m.links_save())
  await expect(card.getByText(m.links_left({ count: '5' }))).toBeVisible()
  await press(card, m.links_photo_remove())
  await expect(card.locator('img')).toHaveCount(0)
  await press(card, m.links_pause())
  await expect(card.getByText(m.links_paused())).toBeVisible()
  const saved = page.waitForEvent('download')
  await press(card, m.links_poster())
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)

  await page.goto(path)
  await expect(page.getByText('₹1,300')).toBeVisible()
  await expect(page.getByText(m.offer_link_sold())).toBeVisible()
  await page.goto('/seller/links')
  await press(card, m.links_resume())
  await expect(card.getByText(m.links_left({ count: '5' }))).toBeVisible()
})
