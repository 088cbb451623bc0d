/** The page of a deal: its steps, its folds, the footer of the app, and the warnings inside a message of its chat. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, agreed, delivered, funded, openAs, send } from './support/deals.ts'
import { picture, press, sound, unfold } from './support/page.ts'
import { test } from './support/test.ts'

const NAME = { name: 'Amanat' }
const itemWith = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the chat warns both sides of a trick, and of nothing else', async ({ browser, request }, {
  project,
}) => {
  const { path, buyer, seller } = await funded(request)
  const page = await openAs(browser, buyer)
  const sent: string[] = []
  page.on('request', (item) => sent.push(`${item.url()} ${item.postData() ?? ''}`))
  await page.goto(path)
  const words = 'OTP 445566, and pay me directly'
  await act(request, seller, path, 'messages', { text: words })
  await act(request, seller, path, 'messages', { text: 'I ship it tomorrow' })

  const other = await openAs(browser, seller)
  await other.goto(path)
  for (const reader of [page, other]) {
    await unfold(reader, m.deal_chat())
    const item = itemWith(reader, words)
    await expect(item).toContainText(m.chat_warning_code(NAME))
    await expect(item).toContainText(m.chat_warning_outside(NAME))
    const harmless = itemWith(reader, 'I ship it tomorrow')
    await expect(harmless).toBeVisible()
    await expect(harmless).not.toContainText(m.chat_warning())
  }
  await itemWith(page, words).scrollIntoViewIfNeeded()
  await picture(page, `chat-warning-${project.name}`)
  await sound(page, 'a chat with a warning')
  expect(sent.filter((text) => text.includes('445566'))).toEqual([])

  await page.getByLabel(m.deal_chat_write()).fill('Look at http://amanat-pay.in/verify')
  await press(page, m.deal_chat_send())
  await expect(itemWith(page, 'amanat-pay.in')).toContainText(m.chat_warning_link(NAME))
})

test('whoever has paid too little is told to pay all of it at once', async ({ browser, request }) => {
  const { path, buyer } = await agreed(request)
  const { id } = (await act(request, buyer, path, 'pay', {})) as { id: string }
  await send(request, `/api/sandbox/payments/${id}/short`, buyer.token, {})
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await expect(page.locator('.deal-status__claim')).toHaveText(
    /^₹[\d,]+ arrived, but ₹[\d,]+ is due\. It goes back to you: pay ₹[\d,]+ in one payment\.$/,
  )
})

test('my deals say where there is something new to read', async ({ browser, request }) => {
  const { path, buyer, seller } = await funded(request)
  await act(request, seller, path, 'messages', { text: 'I ship it tomorrow' })
  const page = await openAs(browser, buyer)
  await page.goto('/deals')
  const news = page.locator('.deal-card', { has: page.locator(`a[href="${path}"]`) })
  await expect(news).toContainText(m.deal_list_unread({ count: '1' }))
  await news.getByRole('link').first().click()
  await unfold(page, m.deal_chat())
  await itemWith(page, 'I ship it tomorrow').scrollIntoViewIfNeeded()
  await expect(page.locator('.chat__unread')).toHaveCount(0)
  await page.goBack()
  await expect(news).toBeVisible()
  await expect(news).not.toContainText(m.deal_list_unread({ count: '1' }))
})

test('inside the app the footer is one line, and unfolds to all of it', async ({ browser, request }) => {
  const { path, buyer } = await funded(request)
  const page = await openAs(browser, buyer)
  for (const address of ['/deals', path, '/account', '/hi/deals']) {
    await page.goto(address)
    const footer = page.getByRole('contentinfo')
    await expect(page.locator('h1')).toBeVisible()
    expect((await footer.boundingBox())?.height, address).toBeLessThanOrEqual(120)
    await sound(page, address)
  }
  await page.goto(path)
  // a part that comes between the press and its end moves the footer away from under it
  await expect(page.locator('.stages')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.getByText(m.footer_fold()).click()
  await expect(page.getByRole('contentinfo').getByText(m.footer_never_ask())).toBeVisible()
  await expect(page.getByRole('contentinfo').locator('a[href^="mailto:"]')).toBeVisible()
  await sound(page, 'the footer, unfolded')
})

test('the menu of a phone has one’s own pages first, and signing out last', async ({ browser, request }) => {
  const { buyer } = await funded(request)
  const page = await openAs(browser, buyer)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/deals')
  await page.locator('.header__more > summary').click()
  const lines = page.getByRole('navigation', { name: m.nav_menu() }).getByRole('listitem')
  await expect(lines).toHaveText([
    ...[m.nav_my_deals(), m.nav_notifications(), m.nav_account(), m.account_roles_add()],
    ...[m.nav_home(), m.nav_how(), m.nav_about(), m.nav_faq(), m.nav_disputes(), m.nav_verify()],
    ...[m.nav_blog(), '', m.nav_sign_out({ first_name: 'Asha' })],
  ])
  await sound(page, 'the menu of a phone')
})

test('a deal fits a phone: its steps with their days, money, turn and button first, the rest folded', async ({
  browser,
  request,
}, { project }) => {
  const { path, buyer, seller } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  const steps = page.getByRole('list', { name: m.stage_list() }).getByRole('listitem')
  await expect(steps).toHaveText([
    new RegExp(`^${m.stage_offered()}`),
    new RegExp(`^${m.stage_agreed()}`),
    new RegExp(`^${m.stage_paid()}`),
    new RegExp(`^${m.stage_sent()}`),
    new RegExp(`^${m.stage_checked()}`),
    new RegExp(`^${m.stage_released()}`),
  ])
  await expect(page.locator('[aria-current="step"]')).toHaveText(new RegExp(`^${m.stage_checked()}`))
  await expect(steps.locator('time')).toHaveCount(5)
  await page.evaluate(() => document.fonts.ready)
  await picture(page, `stages-${project.name}`)
  for (const part of [
    page.locator('.moneyline'),
    page.locator('.deal-status'),
    page.locator('.button--next').first(),
  ]) {
    const box = await part.boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
  }
  await expect(page.locator('#deal-timeline')).toBeVisible()
  const folds = page.locator('details.fold')
  await expect(folds).toHaveCount(5)
  expect(
    await folds.evaluateAll((items) => items.filter((item) => (item as HTMLDetailsElement).open).length),
  ).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2200)
  await sound(page, 'a deal, folded')
  await page.screenshot({ path: `build/screenshots/folded-${project.name}.png`, fullPage: true })

  const wide = await openAs(browser, seller)
  await wide.setViewportSize({ width: 1280, height: 800 })
  await wide.goto(path)
  await expect(wide.getByText('Left at the door').first()).toBeVisible()
  await wide.goto(`/hi${path}`)
  await expect(wide.locator('[aria-current="step"]')).toContainText(m.stage_checked({}, { locale: 'hi' }))
  await sound(wide, 'a deal in Hindi')
})

const PHONE_STATES = [
  [
    'shopping',
    ['buyer', 'seller'],
    [
      ...['proposed', 'declined', 'withdrawn', 'agreed', 'funded', 'in_delivery', 'returning'],
      ...['return_requested', 'return_in_transit', 'disputed', 'negotiating', 'mediation'],
      ...['released', 'refunded', 'settled', 'cancelled'],
    ],
  ],
  ['services', ['freelancer', 'client'], ['proposed', 'agreed', 'in_delivery', 'delivered', 'released']],
] as const

test.describe('every state of a deal is at most 2,200 px long on a phone, with money, turn and button on its first screen', () => {
  for (const [track, sides, states] of PHONE_STATES)
    for (const side of sides)
      test(`${track}, ${side}`, async ({ browser, users }, { project }) => {
        test.skip(project.name !== 'phone', 'of phones')
        const page = await openAs(browser, users.people[side])
        await page.setViewportSize({ width: 360, height: 740 })
        for (const status of states) {
          await page.goto(`/deals/${users.deal(track, status)}`)
          await expect(page.locator('#deal-timeline'), status).toBeVisible()
          await expect(page.locator('main .skeleton'), status).toHaveCount(0)
          const first = page.locator('main .button--next').filter({ visible: true })
          const parts = [page.locator('.moneyline'), page.locator('.deal-status')]
          if ((await page.locator('.deal-status--mine').count()) > 0 && (await first.count()) > 0)
            parts.push(first)
          for (const part of parts) {
            const box = await part.first().boundingBox()
            expect((box?.y ?? 9999) + (box?.height ?? 0), status).toBeLessThanOrEqual(740)
          }
          await page.evaluate(() => {
            for (const item of document.querySelectorAll('details')) item.open = false
          })
          const height = await page.evaluate(() => document.documentElement.scrollHeight)
          expect(height, status).toBeLessThanOrEqual(2200)
        }
      })
})

test('an offer that came to nothing fills the form again, for its maker alone', async ({
  browser,
  users: { people, deal },
}) => {
  const path = `/deals/${deal('shopping', 'withdrawn')}`
  const other = await openAs(browser, people.seller)
  await other.goto(path)
  await expect(other.locator('#deal-timeline')).toBeVisible()
  await expect(other.getByRole('link', { name: m.end_same_offer() })).toHaveCount(0)
  const page = await openAs(browser, people.buyer)
  await page.goto(path)
  await page.getByRole('link', { name: m.end_same_offer() }).click()
  await expect(page.getByLabel(m.offer_what())).toHaveValue('Table lamp')
  await expect(page.locator('[name="amount"]')).toHaveValue('1,200')
})

test('the terms are changed with the form’s field of an amount, and all that is wrong is said at once', async ({
  browser,
  users: { people, deal },
}) => {
  const page = await openAs(browser, people.buyer)
  await page.goto(`/deals/${deal('shopping', 'proposed')}?ask=edit`)
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="amount"]').fill('18500')
  await expect(dialog.locator('[name="amount"]')).toHaveValue('18,500')
  await expect(dialog.getByText(/eighteen thousand five hundred/i)).toBeVisible()
  await dialog.locator('[name="amount"]').fill('')
  await dialog.locator('[name="service_details"]').fill('')
  await dialog.locator('button[type="submit"]').click()
  const summary = dialog.locator('.form-problems')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveCount(2)
  await sound(page, 'terms with what is wrong')
})

test('arrival is asked about first, money before it is folded away, and a complaint offers what applies', async ({
  browser,
  request,
}, { project }) => {
  const { path, buyer, seller } = await funded(request)
  await act(request, seller, path, 'ship', { courier: 'delhivery', tracking_number: '14528900112233' })
  const page = await openAs(browser, buyer)
  await page.goto(path)
  const dialog = page.getByRole('dialog')

  const release = page.getByRole('button', { name: /^Release ₹/ })
  await expect(page.getByText(m.deal_early())).toBeVisible()
  await expect(release).toBeHidden()
  await page.getByText(m.deal_early()).click()
  await release.click()
  await expect(dialog.getByText(m.deal_early_warning())).toBeVisible()
  await sound(page, 'release before arrival')
  await picture(page, `early-release-${project.name}`)
  await page.keyboard.press('Escape')

  await press(page, m.deal_do_complain())
  const reasons = dialog.locator('#field-reason option')
  await expect(reasons.filter({ hasText: m.deal_reason_not_received() })).toHaveCount(1)
  await expect(reasons.filter({ hasText: m.deal_reason_buyer_unresponsive() })).toHaveCount(0)
  expect(await reasons.count()).toBeLessThanOrEqual(8)
  expect(await dialog.locator('#field-wanted option').count()).toBeLessThanOrEqual(7)
  await page.keyboard.press('Escape')

  await press(page, m.deal_do_confirm_receipt())
  await expect(dialog).toContainText(/until .* (?:am|pm)\. .* gets ₹9,000/)
  await sound(page, 'the question about the parcel')
  await picture(page, `arrival-${project.name}`)
  await dialog.getByRole('button', { name: m.deal_arrival_no() }).click()
  await expect(page.locator('.deal-status')).toContainText(m.status_in_delivery())
  await press(page, m.deal_do_confirm_receipt())
  await dialog.getByRole('button', { name: m.deal_arrival_yes() }).click()
  await dialog.getByRole('button', { name: m.deal_do_confirm_receipt(), exact: true }).click()
  await expect(page.locator('.deal-status')).toContainText(m.status_delivered())

  await unfold(page, m.deal_proof())
  await expect(page.locator('.files__kind select')).toHaveValue('')
})

test('a payment that did not go through is said where it was open, until the next is', async ({
  browser,
  request,
}) => {
  const { path, buyer } = await agreed(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  const button = page.getByRole('button', { name: m.deal_pay_open({ amount: '₹9,000', ...NAME }) })
  await button.click()
  await expect(page.getByText(m.deal_pay_after())).toBeVisible()
  const deal = await (
    await request.get(`/api${path}`, { headers: { Authorization: `Token ${buyer.token}` } })
  ).json()
  await send(request, `/api/sandbox/payments/${deal.payment.id}/fail`, null, {})
  await expect(page.getByText(m.deal_pay_failed())).toBeVisible()
  await sound(page, 'a payment that failed')
  await button.click()
  await expect(page.getByText(m.deal_pay_after())).toBeVisible()
  await expect(page.getByText(m.deal_pay_failed())).toBeHidden()
})

test('a dialog over a deal that moved on says so, and promises nothing any more', async ({
  browser,
  request,
}) => {
  const { path, buyer } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await page.getByRole('button', { name: /^Release ₹9,000/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(m.deal_about_release())
  await act(request, buyer, path, 'release', {})
  await expect(dialog).toContainText(m.deal_moved_on())
  await expect(dialog).not.toContainText(m.deal_about_release())
})
