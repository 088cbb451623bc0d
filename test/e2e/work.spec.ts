/** A piece of work, from the freelancer's form to the release by the client. */
import { type Browser, expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { fill, picture, press, sound } from './support/page.ts'
import { signUp } from './support/people.ts'
import { test } from './support/test.ts'

const someone = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one piece of work is one story, step after step
test('a services deal from the offer form to the release', async ({ browser }, { project }) => {
  const [freelancer, client] = [await someone(browser), await someone(browser)]
  const { phone } = await signUp(client, 'Client', 'Arjun')
  await expect(client).toHaveURL(/\/client_home$/)
  await sound(client, 'client home')
  await signUp(freelancer, 'Service_Provider', 'Meera')
  await expect(freelancer).toHaveURL(/\/services\/form$/)

  await test.step('the freelancer fills the form in', async () => {
    await fill(freelancer, 'cpty_full_name', 'Arjun Walker')
    await fill(freelancer, 'cpty_phone', phone)
    await press(freelancer, m.ui_next())
    await fill(freelancer, 'deliverables', 'A logo in two colours')
    await press(freelancer, m.item_list_add())
    await freelancer.getByLabel(m.item_list_count({ number: '1' })).fill('5')
    await freelancer.getByLabel(m.item_list_what({ number: '1' })).fill('sizes of it (PNG)')
    await press(freelancer, m.item_list_add())
    await fill(freelancer, 'other_info', 'Two rounds of changes')
    await fill(freelancer, 'amount', '20000')
    await fill(freelancer, 'cancellation_fee', '10')
    const chips = freelancer.getByRole('group', { name: m.offer_date_chips() })
    await chips.getByRole('button').nth(1).click()
    await expect(freelancer.locator('#field-date_of_completion')).toHaveText(/18:00$/)
    await freelancer.locator('#field-date_of_completion').click()
    const calendar = freelancer.getByRole('dialog')
    await calendar.getByRole('button', { name: m.offer_date_next_month() }).click()
    await calendar.getByRole('button', { name: /^15 / }).first().click()
    await sound(freelancer, 'date picker')
    await calendar.getByRole('button', { name: m.offer_date_done() }).click()
    await sound(freelancer, 'transaction details')
    await press(freelancer, m.ui_next())
    await expect(freelancer.getByText('₹19,000').first()).toBeVisible()
    await freelancer.locator('#field-acknowledged').check()
    await press(freelancer, m.offer_confirm())
    await expect(freelancer.getByText(m.offer_code_title()).first()).toBeVisible()
  })

  const link = (await freelancer.locator('.share__link').textContent()) ?? ''

  await test.step('the client pastes the link and accepts', async () => {
    await client.goto('/client_home')
    await client
      .locator('form input')
      .first()
      .fill('https://evil.example/api/transactions/services/?form_pk=x')
    await press(client, m.offer_home_details())
    await expect(client.getByText(m.offer_home_foreign()).first()).toBeVisible()
    await expect(client).toHaveURL(/\/client_home$/)
    await client.locator('form input').first().fill(link)
    await press(client, m.offer_home_details())
    await expect(client.getByText('A logo in two colours').first()).toBeVisible()
    await expect(client.getByText('5 × sizes of it (PNG)')).toBeVisible()
    await sound(client, 'services preview')
    await client.locator('input[type=checkbox]').first().check()
    await press(client, m.preview_confirm())
    await client.waitForURL(/\/deals\//)
    await press(client, /^Pay ₹20,000/)
    await press(client, m.deal_play_succeed())
    await expect(client.locator('.deal-status').getByText(m.status_funded()).first()).toBeVisible()
  })

  const deal = new URL(client.url()).pathname

  await test.step('the work is done and paid', async () => {
    await freelancer.goto(deal)
    await press(freelancer, m.deal_do_start())
    await freelancer.getByRole('dialog').getByRole('button', { name: m.deal_do_start(), exact: true }).click()
    await press(freelancer, m.deal_do_deliver_work())
    await fill(freelancer, 'note', 'All files are in the folder')
    await freelancer
      .getByRole('dialog')
      .getByRole('button', { name: m.deal_do_deliver_work(), exact: true })
      .click()
    await expect(
      freelancer.locator('.deal-status').getByText(m.status_delivered_work()).first(),
    ).toBeVisible()
    await client.reload()
    await client
      .getByRole('button', { name: /^Release ₹19,000/ })
      .first()
      .click()
    await client
      .getByRole('dialog')
      .getByRole('button', { name: /^Release ₹19,000/ })
      .click()
    await expect(client.locator('.deal-status').getByText(m.status_released()).first()).toBeVisible()
    await sound(client, 'released')
    await picture(client, `work-released-${project.name}`)
    await expect(
      client.getByRole('heading', { name: /(?:has been paid ₹19,000|₹19,000 is on its way)/ }),
    ).toBeVisible()
    await press(client, m.end_rate_yes())
    await expect(client.getByText(/^You said that you would deal with/)).toBeVisible()
    await sound(client, 'rated')
  })
})
