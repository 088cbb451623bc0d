/** A return with its two people, and a dispute with its three, on the page of the deal. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, login, openAs } from './support/deals.ts'
import { choose, fill, picture, press, sound, take } from './support/page.ts'
import { test } from './support/test.ts'

/** Its state, not one of the steps that name the states to come as well. */
const reached = (page: Page, status: string) =>
  expect(page.locator('.deal-status').getByText(status).first()).toBeVisible()
const sees = (page: Page, status: string) => expect(page.getByText(status).first()).toBeVisible()
const parcel = async (page: Page) => {
  await choose(page, 'courier', 'delhivery')
  await fill(page, 'tracking_number', '14528900445566')
}

/** The names of the steps, with the letters of a wide font on a narrow phone. */
async function stepsAreApart(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const wide = await page.addStyleTag({ content: '.stages { letter-spacing: 0.06em }' })
  const gaps = await page.locator('.stages').evaluate((list) => {
    const edges = [...list.querySelectorAll('.stages__name')].map((name) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return text.getBoundingClientRect()
    })
    return edges.slice(1).map(({ left }, i) => left - (edges[i]?.right ?? 0))
  })
  expect(Math.min(...gaps), String(gaps)).toBeGreaterThan(1)
  await wide.evaluate((tag) => (tag as HTMLStyleElement).remove())
  if (before) await page.setViewportSize(before)
}

test('goods are returned and the buyer is refunded', async ({ browser, request }, { project }) => {
  const { path, ...people } = await delivered(request)
  const [buyer, seller] = [await openAs(browser, people.buyer), await openAs(browser, people.seller)]
  await Promise.all([buyer.goto(path), seller.goto(path)])
  await take(buyer, m.deal_do_request_return(), (page) => fill(page, 'reason', 'The shutter sticks'))
  await reached(buyer, m.status_return_requested())
  await stepsAreApart(buyer)
  await take(seller, m.deal_do_accept_return(), (page) =>
    fill(page, 'address', 'Shop 4, MG Road, Pune 411001'),
  )
  await reached(seller, m.status_returning())
  await sound(seller, 'return agreed')
  await buyer.reload()
  await expect(buyer.locator('.deal-status')).toContainText('Shop 4, MG Road, Pune 411001')
  await take(buyer, m.deal_do_ship_return(), parcel)
  await reached(buyer, m.status_return_in_transit())
  await take(seller, /^It came back/)
  await reached(seller, m.status_refunded())
  await buyer.reload()
  await reached(buyer, m.status_refunded())
  await sound(buyer, 'refunded')
  await picture(buyer, `refunded-${project.name}`)
})

test('a dispute is decided by the team', async ({ browser, request }, { project }) => {
  const { path, ...people } = await delivered(request)
  const [buyer, seller] = [await openAs(browser, people.buyer), await openAs(browser, people.seller)]
  const mediator = await openAs(browser, await login(request, '9000000005'))
  await Promise.all([buyer.goto(path), seller.goto(path)])

  const complaint = async (page: Page) => {
    await choose(page, 'reason', 'not_as_described')
    await choose(page, 'wanted', 'split')
    await fill(page, 'statement', 'The lens has a deep scratch that no picture showed.')
    await expect(page.getByRole('dialog')).toContainText(
      /Without it by .* your complaint ends and .* gets ₹9,000/,
    )
    await sound(page, 'complaint dialog')
    await picture(page, `complaint-${project.name}`)
  }
  await take(buyer, m.deal_do_complain(), complaint, m.deal_complain_and_pay({ fee: '₹50' }))
  await reached(buyer, m.status_disputed())
  // the fee is asked for in the same step, and what it costs not to pay stands on the page in rupees
  await expect(buyer.getByRole('button', { name: m.deal_play_succeed(), exact: true })).toBeVisible()
  await expect(buyer.getByText(/^Pay the ₹50 fee by .* your complaint ends and .* gets ₹9,000/)).toBeVisible()
  await picture(buyer, `fee-${project.name}`)
  for (const page of [buyer, seller]) {
    if (page === seller) {
      await page.reload()
      await press(page, /^Pay the dispute fee/)
    }
    await press(page, m.deal_play_succeed())
    await expect(page.getByRole('button', { name: m.deal_play_succeed(), exact: true })).toHaveCount(0)
  }
  await sound(buyer, 'complaint filed')
  await take(seller, m.deal_do_respond(), (page) =>
    fill(page, 'statement', 'The scratch was in the third picture.'),
  )
  await reached(seller, m.status_negotiating())
  await take(seller, m.deal_do_propose_split(), (page) => fill(page, 'payer_share_paise', '1000'))
  await buyer.reload()
  await sound(buyer, 'negotiating')
  await picture(buyer, `dispute-${project.name}`)
  await take(buyer, m.deal_do_escalate())
  await take(seller, m.deal_do_escalate())
  await reached(seller, m.status_mediation())
  await seller.getByText(m.deal_offers_closed({ count: '1' })).click()
  await sees(seller, m.deal_offer_past())

  await mediator.goto(path)
  await take(mediator, m.deal_do_decide(), async (page) => {
    await fill(page, 'payer_share_paise', '4000')
    await choose(page, 'at_fault', 'payee')
    await fill(
      page,
      'reasons',
      'The third picture does not show the scratch. The camera works, so the price is shared.',
    )
    await sound(page, 'decision dialog')
    await picture(page, `decide-${project.name}`)
  })
  await reached(mediator, m.status_settled())
  for (const page of [buyer, seller]) {
    await page.reload()
    await reached(page, m.status_settled())
    await expect(page.getByText('The third picture does not show').first()).toBeVisible()
  }
  await sound(buyer, 'settled')
  await picture(buyer, `settled-${project.name}`)
})
