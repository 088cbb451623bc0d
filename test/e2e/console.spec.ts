/** The team's desk: a grievance is acknowledged and answered, a lead is called and forgotten, others see nothing. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, delivered, login, openAs, pay, register } from './support/deals.ts'
import { fill, picture, press, sound } from './support/page.ts'
import { test } from './support/test.ts'

const ADMIN = '9000000006'

test('the team answers a grievance and deletes a lead in the console', async ({ browser, request }, {
  project,
}) => {
  const name = `Meera ${project.name}`
  const filed = await request.post('/api/grievances', {
    data: { name, email: `${project.name}@example.com`, subject: 'Refund', message: 'My refund is late.' },
  })
  const { ticket } = await filed.json()
  await request.post('/api/leads', { data: { name, phone_number: '9812345678', message: 'After six' } })

  const page = await openAs(browser, await login(request, ADMIN))
  await page.goto('/admin/grievances')
  const grievance = page.getByRole('article', { name: ticket })
  await expect(grievance).toContainText('My refund is late.')
  await grievance.getByRole('button', { name: m.admin_grievance_acknowledge() }).click()
  await expect(grievance.getByRole('button', { name: m.admin_grievance_acknowledge() })).toHaveCount(0)
  await sound(page, 'grievances')
  await grievance.getByRole('button', { name: m.admin_grievance_resolve() }).click()
  await fill(page, 'answer', 'It left today, reference 42.')
  await sound(page, 'an answer to a grievance')
  await picture(page, `grievances-${project.name}`)
  await press(page, m.admin_grievance_send())
  await expect(grievance).toContainText('It left today, reference 42.')

  await page.getByRole('link', { name: m.admin_nav_leads() }).click()
  await expect(page.locator('h1')).toHaveText(m.admin_nav_leads())
  const lead = page.getByRole('listitem').filter({ hasText: name })
  await expect(lead).toContainText('After six')
  await sound(page, 'leads')
  await picture(page, `leads-${project.name}`)
  await lead.getByRole('button', { name: m.admin_lead_called_name({ name }) }).click()
  await press(page, m.admin_lead_keep())
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel(m.admin_lead_outcome(), { exact: true }).selectOption('answered')
  await fill(page, 'note', 'Asked what a return costs.')
  await sound(page, 'what came of a call')
  await picture(page, `call-${project.name}`)
  await press(page, m.admin_lead_keep())
  await expect(lead).toContainText(m.lead_answered())
  await expect(lead).toContainText('Asked what a return costs.')
  await page.getByRole('link', { name: m.admin_lead_open(), exact: true }).click()
  await expect(page).toHaveURL(/state=open/)
  await expect(lead).toHaveCount(0)
  await page.getByRole('link', { name: m.admin_lead_done(), exact: true }).click()
  await lead.getByRole('button', { name: m.admin_lead_forget_name({ name }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.admin_lead_forget(), exact: true }).click()
  await expect(lead).toHaveCount(0)

  const buyer = await openAs(browser, await register(request, 'Buyer', 'Asha'))
  await buyer.goto('/admin/grievances')
  await expect(buyer.getByText(m.admin_denied())).toBeVisible()
  await expect(buyer.getByText(ticket)).toHaveCount(0)
})

test('a dispute is found by keyboard, decided on its desk, and what it pays is in the ledger', async ({
  browser,
  request,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  const { path, buyer, seller } = await delivered(request)
  const complaint = { reason: 'not_as_described', statement: 'The lens is scratched.', wanted: 'full_refund' }
  await act(request, buyer, path, 'complain', complaint)
  for (const side of [buyer, seller]) await pay(request, side, path)
  await act(request, seller, path, 'respond', { statement: 'It was in the pictures.' })
  for (const side of [buyer, seller]) await act(request, side, path, 'escalate', {})

  const page = await openAs(browser, await login(request, ADMIN))
  await page.goto('/admin/disputes')
  await expect(page.locator('.console__cases li').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('.console__cases li').first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  // the field has the focus: what is typed next goes into it
  await expect(page.getByRole('combobox', { name: m.keys_go() })).toBeFocused()
  await page.keyboard.type(path.replace('/deals/', ''))
  await expect(page.getByRole('option', { name: 'Old camera' })).toBeVisible()
  await page.keyboard.press('Enter')
  // the letters go to what they name, and type nothing into it
  await expect(page.getByRole('link', { name: m.team_deal_decide() })).toBeVisible()
  // it comes with the notes, after the link
  await expect(page.getByLabel(m.desk_note())).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel(m.desk_note())).toBeFocused()
  await expect(page.getByLabel(m.desk_note())).toHaveValue('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(m.keys_decide())
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await expect(page.getByRole('link', { name: m.team_deal_decide() })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('input[data-team-key=d]')).toBeVisible()
  await page.keyboard.press('d')
  await expect(page.locator('input[data-team-key=d]')).toBeFocused()
  await press(page, m.desk_half())
  await page.getByLabel(m.deal_field_at_fault()).selectOption('none')
  await page.getByLabel(m.desk_template()).selectOption('3')
  await press(page, m.desk_decide())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${m.desk_decide()}:` })
    .click()
  await expect(page.getByText(m.desk_decided()).first()).toBeVisible()

  await page.goto(path)
  await expect(page.locator('.transfers').getByText(m.ledger_kind_decision())).toBeVisible()
  await sound(page, 'a deal for the team')
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.transfers').getByText(m.ledger_kind_payout()).first()).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
})
