/** A whole deal by the keyboard alone: no mouse is called; what has the focus is always to be seen, and dialogs give it back. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, delivered, openAs, register } from './support/deals.ts'
import { test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone has no keyboard')

const MOST_STEPS = 80

interface Focus {
  readonly what: string
  readonly isSeen: boolean
  readonly top: number
  readonly isFixed: boolean
}

/** What has the focus, and whether it shows: on the screen, not covered, with an outline. */
const focused = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const isInside = box.bottom > 0 && box.top < innerHeight && box.width > 0
    const isCovered = at !== null && !element.contains(at) && !at.contains(element)
    const hasRing = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    return {
      what: `${element.tagName.toLowerCase()} ${element.id} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`,
      isSeen: isInside && !isCovered && hasRing,
      top: Math.round(box.top + scrollY),
      isFixed: element.closest('header, dialog, .toasts, .skip') !== null,
    }
  })

/** Tab, until this has the focus. On the way every stop is seen, and in the page's own flow none jumps far back up. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  let before: Focus | undefined
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now.what.startsWith('body')) {
      before = undefined
      continue
    }
    expect(now.isSeen, `the focus shows on ${now.what}`).toBe(true)
    if (before && !before.isFixed && !now.isFixed)
      expect(now.top, `${now.what} comes after ${before.what}`).toBeGreaterThan(before.top - 60)
    before = now
  }
  throw new Error(`never reached with Tab: ${target}`)
}

const typeInto = async (page: Page, name: string, text: string) => {
  await tabTo(page, page.locator(`#field-${name}`))
  await page.keyboard.type(text)
}
const buttonOf = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).first()
const pressOn = async (page: Page, target: Locator) => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** In the dialog that is open now; the browser's own bar is the one stop outside that it leaves. */
const staysIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const at = document.activeElement
    const dialog = document.querySelector('dialog:modal')
    return dialog !== null && (at === null || at === document.body || dialog.contains(at))
  })

/** Opens a dialog by its button: the focus goes in, stays in, comes back with Escape, and goes in again. */
async function ask(page: Page, name: string | RegExp): Promise<Locator> {
  const opener = buttonOf(page, name)
  await pressOn(page, opener)
  const dialog = page.getByRole('dialog')
  const hasFocus = () =>
    dialog.evaluate((element) => element.contains(document.activeElement) && element.matches(':modal'))
  await expect.poll(hasFocus, { message: `the focus is in “${name}”` }).toBe(true)
  const stops = await dialog.locator('button, input, select, textarea, a[href], summary').count()
  for (let step = 0; step <= stops + 1; step += 1) {
    await page.keyboard.press('Tab')
    expect(await staysIn(page), `Tab stays in “${name}”`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener, 'the focus comes back').toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(hasFocus).toBe(true)
  return dialog
}
const confirm = async (page: Page, dialog: Locator, name: string | RegExp) => {
  await pressOn(page, buttonOf(dialog, name))
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused()
}

async function offer(page: Page, business: string): Promise<string> {
  await page.goto('/shopping/form')
  await typeInto(page, 'service_details', 'Used phone')
  await typeInto(page, 'amount', '15000')
  await pressOn(page, buttonOf(page, m.ui_next()))
  await typeInto(page, 'cpty_company', business)
  await expect(page.getByRole('option')).toHaveText([new RegExp(business)])
  await page.keyboard.press('Enter')
  await pressOn(page, buttonOf(page, m.ui_next()))
  await tabTo(page, page.locator('#field-acknowledged'))
  await page.keyboard.press('Space')
  await pressOn(page, buttonOf(page, m.offer_confirm()))
  const link = page.locator('.share__link')
  await link.waitFor()
  return (await link.textContent()) ?? ''
}

async function person(browser: Browser, request: Parameters<typeof register>[0], role: string) {
  const signed = await register(request, role, role === 'Buyer' ? 'Asha' : 'Ravi')
  return { page: await openAs(browser, signed), user: signed.user }
}

test('a whole deal, from the offer to the release, can be made with the keyboard alone', async ({
  browser,
  request,
}) => {
  test.slow()
  const { page: buyer } = await person(browser, request, 'Buyer')
  const { page: seller, user: shop } = await person(browser, request, 'Seller')
  const link = await offer(buyer, shop.business_name ?? '')

  await test.step('the seller accepts', async () => {
    await seller.goto('/seller_home')
    await typeInto(seller, 'link', link)
    await pressOn(seller, buttonOf(seller, m.offer_home_submit()))
    await tabTo(seller, seller.locator('#field-rules_accepted'))
    await seller.keyboard.press('Space')
    await pressOn(seller, buttonOf(seller, m.preview_confirm()))
    await seller.waitForURL(/\/deals\//)
  })

  await test.step('the buyer pays', async () => {
    await pressOn(buyer, buyer.getByRole('link', { name: m.offer_open_deal() }))
    await buyer.waitForURL(/\/deals\//)
    await pressOn(buyer, buttonOf(buyer, /^Pay ₹15,000/))
    await expect(buyer.locator('.pay'), 'what was asked for has the focus').toBeFocused()
    await pressOn(buyer, buttonOf(buyer, m.deal_play_succeed()))
    await expect(buyer.locator('.deal-status').getByText(m.status_funded()).first()).toBeVisible()
  })

  await test.step('the seller ships and delivers', async () => {
    await expect(seller.locator('.deal-status').getByText(m.status_funded()).first()).toBeVisible()
    const ship = await ask(seller, m.deal_do_ship())
    await tabTo(seller, seller.locator('#field-courier'))
    await seller.keyboard.type('Delhivery')
    await typeInto(seller, 'tracking_number', '14528900112233')
    await confirm(seller, ship, m.deal_do_ship())
    await expect(seller.getByText('14528900112233').first()).toBeVisible()
    const deliver = await ask(seller, m.deal_do_deliver())
    await typeInto(seller, 'note', 'Handed over at the door')
    await confirm(seller, deliver, m.deal_do_deliver())
    await expect(seller.locator('.deal-status').getByText(m.status_delivered()).first()).toBeVisible()
  })

  await test.step('the buyer releases', async () => {
    await expect(buyer.locator('.deal-status').getByText(m.status_delivered()).first()).toBeVisible()
    const release = await ask(buyer, /^Release ₹15,000/)
    await confirm(buyer, release, /^Release ₹15,000/)
    await expect(buyer.locator('.deal-status').getByText(m.status_released()).first()).toBeVisible()
  })
})

test('the focus is not lost when the deal moves on beneath an open dialog', async ({ browser, request }) => {
  const { path, buyer } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto(path)
  const opener = page.getByRole('button', { name: m.deal_do_complain() }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const send = dialog.locator('button[type="submit"]')
  await tabTo(page, send)
  // in another tab, or on another device
  await act(request, buyer, path, 'release', {})
  await expect(send).toHaveCount(0)
  await expect(dialog.locator(':focus'), 'the focus is in the dialog').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toHaveCount(0)
  await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused()
})
