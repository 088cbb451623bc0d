/** Links that somebody pasted: read, never followed. What is not ours is said to be so, and can be checked. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs, register, send } from './support/deals.ts'
import { fill, press, sound } from './support/page.ts'
import { test } from './support/test.ts'

const FOREIGN = [
  'https://evil.example/api/transactions/shopping/?form_pk=aaaaaaaaaaaaaaaaaaaaaaaa',
  'javascript:document.title="taken"',
  '//evil.example/deals/aaaaaaaaaaaaaaaaaaaaaaaa',
  'data:text/html,<h1>taken</h1>',
  'not a link',
]

test('a pasted link to another site is not opened, and /verify says that it is not ours', async ({
  browser,
  request,
}) => {
  const page = await openAs(browser, await register(request, 'Seller', 'Ravi'))
  const left: string[] = []
  page.on('request', (item) => {
    if (item.isNavigationRequest()) left.push(item.url())
  })
  await page.goto('/seller_home')
  left.length = 0
  for (const pasted of FOREIGN) {
    await fill(page, 'link', pasted)
    await press(page, m.offer_home_submit())
    await expect(page.getByText(m.offer_home_foreign()).first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/seller_home')
  }
  expect(left).toEqual([])
  await expect(page).not.toHaveTitle(/taken/)
  await sound(page, 'a link that is not ours')

  await page.getByRole('link', { name: m.offer_home_check() }).click()
  await page.waitForURL((url) => url.pathname === '/verify')
  await expect(page.locator('[data-verdict]')).toHaveText(m.verify_unknown())
})

test('a pasted share link opens its offer, and /verify says that it is genuine', async ({
  browser,
  request,
  baseURL,
}) => {
  const { path, seller } = await delivered(request)
  const formPk = path.split('/').at(-1) ?? ''
  const page = await openAs(browser, seller)
  for (const ours of [
    formPk,
    `${baseURL}${path}`,
    `${baseURL}/api/transactions/shopping/?form_pk=${formPk}`,
  ]) {
    await page.goto('/seller_home')
    await fill(page, 'link', ours)
    await press(page, m.offer_home_submit())
    await page.waitForURL((url) => url.searchParams.get('form_pk') === formPk && url.origin === baseURL)

    await page.goto('/verify')
    await page.locator('#verify-code').fill(ours)
    await press(page, m.verify_button())
    await expect(page.locator('[data-verdict]')).toContainText(m.status_delivered())
    await expect(page.locator('[data-verdict]')).not.toContainText(/Old camera|Ravi|Asha|9,?000/)
  }
  await sound(page, 'verify')
})

test('links that a shop and our own mails send are said to be genuine, and an offer opens from the paste field', async ({
  browser,
  request,
  baseURL,
}) => {
  const ours = baseURL ?? ''
  const seller = await register(request, 'Seller', 'Ravi')
  const offer = { track: 'shopping', title: 'Steel {price}', amount: 1800 }
  const { id } = await send(request, '/api/links', seller.token, offer)
  const page = await openAs(browser, seller)
  const check = async (pasted: string): Promise<void> => {
    await page.locator('#verify-code').fill(pasted)
    await press(page, m.verify_button())
  }
  const verdict = page.locator('[data-verdict]')
  await page.goto('/verify')
  for (const path of [`/o/${id}`, `/hi/o/${id}`]) {
    await check(ours + path)
    const words = { title: offer.title, shop: seller.user.business_name ?? '', price: '₹1,800' }
    await expect(verdict).toHaveText(m.verify_offer(words))
  }
  await sound(page, 'a link of an offer')
  const sent: string[] = []
  page.on('request', (item) => sent.push(item.url()))
  for (const path of [
    '/password/reset/confirm/MTA/a-token',
    '/complain/a-token',
    '/link#not_me.a-secret',
    '/register?invited=Seller',
  ]) {
    await check(`${ours}/nothing`)
    await expect(verdict).toHaveText(m.verify_unknown())
    await check(ours + path)
    await expect(verdict).toHaveText(m.verify_page())
  }
  expect(sent.filter((url) => url.includes('a-secret'))).toEqual([])

  await page.goto('/seller_home')
  await fill(page, 'link', `${ours}/register?invited=Seller`)
  await press(page, m.offer_home_submit())
  await expect(page.getByText(m.offer_home_other()).first()).toBeVisible()
  await sound(page, 'a page of ours in the paste field')
  await fill(page, 'link', `${ours}/hi/o/${id}`)
  await press(page, m.offer_home_submit())
  await page.waitForURL((url) => url.pathname === `/o/${id}`)
})

test('how it works is four pictures and questions; the chart of all stages is its appendix', async ({
  page,
}) => {
  for (const path of ['/how-it-works', '/hi/how-it-works']) {
    await page.goto(path)
    await expect(page.locator('.steps .picture svg')).toHaveCount(4)
    const [question] = await page.locator('#what-if ~ details').all()
    await question?.locator('summary').click()
    await expect(question?.locator('p') ?? page.locator('none')).toBeVisible()
    const chart = page.locator('.life-chart')
    await expect(chart).toBeHidden()
    await page.locator('summary#chart').click()
    await expect(chart.getByRole('img')).toBeVisible()
    await chart.focus()
    // on a starved machine the first press after the unfolding has scrolled nothing
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      expect(await chart.evaluate((item) => item.scrollLeft)).toBeGreaterThan(0)
    }).toPass({ timeout: 10_000 })
    await sound(page, path)
  }
})
