/** Where numbers are checked: sign up, type the code that came, go on; and back from a refusal with nothing lost. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { type CheckedServer, startCheckedServer } from './support/checked-server.ts'
import { fill, picture, press, sound } from './support/page.ts'
import { PASSWORD, type Someone, signUp } from './support/people.ts'
import { test } from './support/test.ts'

// one server for both walks
test.describe.configure({ mode: 'serial' })

let server: CheckedServer
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startCheckedServer()
})
test.afterAll(() => server.stop())

const codeTo = async ({ phone }: Someone): Promise<string> => {
  await expect.poll(() => server.codesTo(phone)).not.toEqual([])
  return (await server.codesTo(phone))[0] ?? ''
}
/** The code goes out, and the page that asked for it never hears of it. */
async function loseNextAnswer(page: Page): Promise<{ readonly lost: Promise<unknown> }> {
  let isFirst = true
  const isCode = /\/api\/account\/verification\/?$/
  await page.route(isCode, async (route) => {
    if (!isFirst || route.request().method() !== 'POST') return route.continue()
    isFirst = false
    await route.fetch()
    await route.abort()
  })
  return { lost: page.waitForEvent('requestfailed', (request) => isCode.test(request.url())) }
}
async function typeCode(page: Page, code: string): Promise<void> {
  await fill(page, 'code', code)
  await press(page, m.contact_confirm())
}

test('a number is proved right after sign-up, and an offer that was refused goes out then', async ({
  browser,
}, { project }) => {
  test.setTimeout(180_000)
  const open = async () => (await browser.newContext({ ...project.use, baseURL: server.baseURL })).newPage()

  const shop = await open()
  const { lost } = await loseNextAnswer(shop)
  const seller = await signUp(shop, 'Seller', 'Ravi')
  await shop.waitForURL('**/account/verify/phone?next=*')
  await lost
  // whoever was invited and puts the code off is told that no buyer sees them yet
  await shop.goto('/seller_home?invited=Seller')
  await expect(shop.getByText(m.invite_ready_unproved({ phone: seller.phone }))).toBeVisible()
  await shop.getByRole('link', { name: m.contact_phone_title() }).click()
  await shop.waitForURL('**/account/verify/phone?next=*')
  const field = shop.locator('#field-code')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(shop.getByText(seller.phone)).toBeVisible()
  const code = await codeTo(seller)
  await expect(shop.getByRole('button', { name: m.contact_resend() })).toBeDisabled()
  await sound(shop, 'the code')
  await picture(shop, `verify-code-${project.name}`)
  await shop.reload()
  await expect(shop.getByRole('button', { name: m.contact_resend() })).toBeDisabled()
  expect(await server.codesTo(seller.phone)).toEqual([code])
  await typeCode(shop, code === '123456' ? '654321' : '123456')
  await expect(shop.getByText(m.error_code_wrong({ count: '4' })).first()).toBeVisible()
  await typeCode(shop, code)
  await expect(shop.getByText(m.contact_phone_done())).toBeVisible()
  await sound(shop, 'a verified number')
  await picture(shop, `verify-done-${project.name}`)
  await shop.goto('/seller_home?invited=Seller')
  await expect(shop.getByText(m.invite_ready({ phone: seller.phone }))).toBeVisible()

  const page = await open()
  const buyer = await signUp(page, 'Buyer', 'Asha')
  await page.goto('/shopping/form')
  await fill(page, 'service_details', 'Table lamp')
  await fill(page, 'amount', '1200')
  await press(page, m.ui_next())
  await fill(page, 'cpty_company', seller.business)
  await page.getByRole('option', { name: seller.business }).first().click()
  await press(page, m.ui_next())
  await page.locator('#field-acknowledged').check()
  await press(page, m.offer_confirm())
  await page.getByRole('link', { name: m.contact_phone_title() }).click()
  await page.waitForURL('**/account/verify/phone?next=*')
  await typeCode(page, await codeTo(buyer))
  await page.getByRole('link', { name: m.contact_go_on() }).click()
  await page.waitForURL('**/shopping/form?step=3')
  await expect(page.getByText('Table lamp').first()).toBeVisible()
  await page.locator('#field-acknowledged').check()
  await press(page, m.offer_confirm())
  await page.waitForURL('**/shopping/form?made=*')
})

test('the account says what is verified, a mailed link verifies the address, and the number changes', async ({
  browser,
}, { project }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ ...project.use, baseURL: server.baseURL })
  const page = await context.newPage()
  const person = await signUp(page, 'Client', 'Arjun')
  await page.waitForURL('**/account/verify/phone?next=*')
  await typeCode(page, await codeTo(person))
  await page.getByRole('link', { name: m.contact_email_title() }).click()
  await expect(page.locator('#field-code')).toBeVisible()
  const email = await page.locator('main strong').first().innerText()
  const linkIn = (texts: readonly string[]) =>
    /\/(?:hi\/)?link#verify_email\.[\w-]{43}/.exec(texts.join(' '))?.[0]
  await expect.poll(async () => linkIn(await server.mailsTo(email))).toBeTruthy()

  const mailed = await context.newPage()
  await mailed.goto(linkIn(await server.mailsTo(email)) ?? '')
  await expect(mailed.getByText(m.link_email_lead())).toBeVisible()
  // the token has left the address bar
  await expect.poll(() => mailed.evaluate(() => location.hash)).toBe('')
  await sound(mailed, 'a mailed link')
  await picture(mailed, `link-${project.name}`)
  await press(mailed, m.contact_email_title())
  await expect(mailed.getByText(m.contact_email_done())).toBeVisible()

  await page.goto('/account')
  await expect(page.getByText(m.contact_verified(), { exact: true })).toHaveCount(2)
  await page.locator('#contacts').evaluate((heading) => heading.scrollIntoView())
  await picture(page, `account-contacts-${project.name}`)
  await sound(page, 'the account')
  await page.getByRole('link', { name: m.contact_change_phone() }).click()
  await fill(page, 'phone_number', `6${person.phone.slice(1)}`)
  await fill(page, 'password', 'Amanat@2026')
  await sound(page, 'another number')
  await picture(page, `change-number-${project.name}`)
  // the old number had a code less than half a minute ago: until then the page says how long to wait
  await expect(async () => {
    // on a busy machine the answer to the last press came after its two seconds, and the button is gone
    const question = page.getByText(m.contact_old_code())
    if (!(await question.isVisible())) await press(page, m.contact_change_button())
    await expect(question).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000, intervals: [5_000] })
  await typeCode(page, await codeTo(person))
  await expect(page.getByText(m.contact_code_phone())).toBeVisible()
  await typeCode(page, await codeTo({ ...person, phone: `6${person.phone.slice(1)}` }))
  await expect(page.getByText(m.contact_phone_done())).toBeVisible()
})

test('a freelancer without a target reads so before the form, and no more with one', async ({ browser }, {
  project,
}) => {
  const context = await browser.newContext({ ...project.use, baseURL: server.baseURL })
  const page = await context.newPage()
  const person = await signUp(page, 'Service_Provider', 'Meera')
  await page.waitForURL('**/account/verify/phone?next=*')
  await typeCode(page, await codeTo(person))
  await expect(page.getByText(m.contact_phone_done())).toBeVisible()

  await page.goto('/services/form')
  await fill(page, 'cpty_full_name', 'Arjun Mehta')
  const notice = page.getByText(m.offer_target_first_text())
  await expect(notice).toBeVisible()
  await sound(page, 'the form without a target')
  await picture(page, `target-first-${project.name}`)
  await page.getByRole('link', { name: m.target_add() }).click()
  await page.getByRole('button', { name: m.target_add() }).click()
  await fill(page, 'upi_id', 'meera@okbank')
  await fill(page, 'password', PASSWORD)
  await press(page, m.target_save())
  await expect(page.getByRole('button', { name: m.target_change() })).toBeVisible()

  await page.goto('/services/form')
  await expect(page.locator('#field-cpty_full_name')).toHaveValue('Arjun Mehta')
  await expect(notice).toHaveCount(0)
})
