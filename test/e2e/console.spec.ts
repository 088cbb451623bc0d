/** The team's desk: a grievance is acknowledged and answered, a lead is called and forgotten, others see nothing. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { login, openAs, register } from './support/deals.ts'
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
  await lead.getByRole('button').click()
  await press(page, m.admin_lead_forget())
  await expect(lead).toHaveCount(0)

  const buyer = await openAs(browser, await register(request, 'Buyer', 'Asha'))
  await buyer.goto('/admin/grievances')
  await expect(buyer.getByText(m.admin_denied())).toBeVisible()
  await expect(buyer.getByText(ticket)).toHaveCount(0)
})
