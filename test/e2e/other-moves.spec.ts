/** The moves that the great walks leave out, each from its button to what the page says afterwards. */
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, type CreatedDeal, delivered, funded, openAs, pay, working } from './support/deals.ts'
import { choose, fill, press, sound, take, unfold } from './support/page.ts'
import { test } from './support/test.ts'

/** Its state, not one of the steps that name the states to come as well. */
const reached = (page: Page, status: string) =>
  expect(page.locator('.deal-status').getByText(status).first()).toBeVisible()
const sees = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()
const both = async (browser: Browser, { path, buyer, seller }: CreatedDeal): Promise<[Page, Page]> => {
  const pages: [Page, Page] = [await openAs(browser, buyer), await openAs(browser, seller)]
  await Promise.all(pages.map((page) => page.goto(path)))
  return pages
}

test('services: a later date, changes, more time, then the release', async ({ browser, request }) => {
  const deal = await working(request)
  const [client, freelancer] = await both(browser, deal)
  // one tap for a common span, counted from the date that runs now
  const wantLater = () =>
    take(freelancer, m.deal_do_propose_extension(), async (page) => {
      await press(page.getByRole('dialog'), m.deal_date_later({ span: '7 days' }))
      await expect(page.locator('#field-due')).toHaveValue(/T18:00$/)
    })
  await wantLater()
  await client.reload()
  await sound(client, 'a later date is asked for')
  await take(client, m.deal_do_decline_extension())
  await expect(client.getByRole('button', { name: m.deal_do_grant_extension() })).toHaveCount(0)
  await freelancer.reload()
  await wantLater()
  await client.reload()
  await take(client, m.deal_do_grant_extension())
  await take(freelancer, m.deal_do_deliver_work(), (page) => fill(page, 'note', 'The first draft'))
  await reached(freelancer, m.status_delivered_work())
  await take(client, m.deal_do_request_changes(), (page) => fill(page, 'note', 'A darker blue, please'))
  await reached(client, m.status_in_delivery_work())
  await freelancer.reload()
  await unfold(freelancer, m.deal_story())
  await sees(freelancer, 'A darker blue, please')
  await take(freelancer, m.deal_do_deliver_work(), (page) => fill(page, 'note', 'The darker draft'))
  await take(client, m.deal_do_ask_more_time({ days: '2 days' }))
  await expect(
    client.getByRole('button', { name: m.deal_do_ask_more_time({ days: '2 days' }), exact: true }),
  ).toHaveCount(0)
  await take(client, /^Release ₹19,000/)
  await reached(client, m.status_released())
  await sound(client, 'released')
})

test('goods are cancelled before they are shipped', async ({ browser, request }) => {
  const [buyer, seller] = await both(browser, await funded(request))
  // to oneself it is "you", to the other a name
  await expect(buyer.getByRole('button', { name: /^Cancel: return ₹.* to you$/ })).toBeVisible()
  await take(seller, /^Cancel: return ₹.* to (?!you)/)
  await reached(seller, m.status_refunded())
  await buyer.reload()
  await reached(buyer, m.status_refunded())
})

test('a declined return becomes a dispute, which is withdrawn', async ({ browser, request }) => {
  const [buyer, seller] = await both(browser, await delivered(request))
  await take(buyer, m.deal_do_request_return(), (page) => fill(page, 'reason', 'The colour is another'))
  await take(seller, m.deal_do_decline_return())
  await reached(seller, m.status_disputed())
  await sound(seller, 'return declined')
  await buyer.reload()
  // nobody filed a complaint: the page says where it comes from
  await expect(buyer.locator('.deal-status')).toContainText(m.email_detail_decline_return())
  await take(buyer, /^Close my complaint/)
  await reached(buyer, m.status_released())
})

test('a buyer withdraws a return and keeps the goods', async ({ browser, request }) => {
  const [buyer, seller] = await both(browser, await delivered(request))
  await take(buyer, m.deal_do_request_return(), (page) => fill(page, 'reason', 'It is too small'))
  await take(seller, m.deal_do_accept_return(), (page) =>
    fill(page, 'address', 'Shop 4, MG Road, Pune 411001'),
  )
  await take(buyer, /^I will keep it/)
  await reached(buyer, m.status_released())
})

/** What came back is not what was sent: the seller complains, and the two settle it between them. */
async function complainedBySeller(api: APIRequestContext, browser: Browser): Promise<[Page, Page]> {
  const deal = await delivered(api)
  const { path, buyer, seller } = deal
  await act(api, buyer, path, 'request_return', { reason: 'It does not start' })
  await act(api, seller, path, 'accept_return', {})
  await act(api, buyer, path, 'ship_return', { courier: 'dtdc', tracking_number: 'D123456789' })
  const pages = await both(browser, deal)
  const complaint = async (page: Page) => {
    await choose(page, 'reason', 'partial_delivery')
    await choose(page, 'wanted', 'full_release')
    await fill(page, 'statement', 'The lens was not in the parcel that came back.')
    await expect(page.getByRole('dialog').getByText(m.deal_unbox())).toBeVisible()
  }
  await take(pages[1], m.deal_do_complain(), complaint, m.deal_complain_and_pay({ fee: '₹50' }))
  await pay(api, buyer, path)
  await pay(api, seller, path)
  return pages
}

test('a complaint by the seller is settled by a counter-offer', async ({ browser, request }) => {
  const [buyer, seller] = await complainedBySeller(request, browser)
  await take(buyer, m.deal_do_respond(), (page) => fill(page, 'statement', 'It was in the side pocket.'))
  await reached(buyer, m.status_negotiating())
  await take(seller, m.deal_do_propose_split(), (page) => fill(page, 'payer_share_paise', '1000'))
  await buyer.reload()
  await press(buyer, m.deal_do_counter())
  await fill(buyer, 'payer_share_paise', '6000')
  await sound(buyer, 'counter-offer')
  await buyer.getByRole('dialog').getByRole('button', { name: m.deal_do_counter(), exact: true }).click()
  await expect(buyer.getByRole('dialog')).toHaveCount(0)
  await take(seller, /^Accept:/)
  await reached(seller, m.status_settled())
  await buyer.reload()
  await unfold(buyer, m.deal_documents())
  const papers = buyer.getByRole('region', { name: m.deal_documents() })
  await expect(papers.getByRole('button', { name: new RegExp(`^${m.document_settlement()}`) })).toBeVisible()
  await expect(
    papers.getByRole('button', { name: new RegExp(`^${m.document_refund_advice()}`) }),
  ).toBeVisible()
  await sound(buyer, 'settled between the two')
})
