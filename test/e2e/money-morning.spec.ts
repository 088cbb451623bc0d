/** A morning of money with two Admins: one brings the statement, the other approves it; then what its lines are. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { login, openAs, send } from './support/deals.ts'
import { docsPicture, press, sound } from './support/page.ts'
import { test } from './support/test.ts'

const [FIRST, SECOND] = ['9000000006', '9000000009']

test('a statement is uploaded, approved by another, and its lines are explained by keyboard', async ({
  browser,
  request,
}, { project }) => {
  const [maker, checker] = [await login(request, FIRST), await login(request, SECOND)]
  // of each project its own: they share the server
  const tail = project.name === 'phone' ? '7001' : '7002'
  await send(request, '/api/admin/bank-accounts', maker.token, {
    bank: 'AXIS',
    account: `91702001122${tail}`,
    opening_paise: 1_000_00,
  })
  const statement = [
    'Date,Narration,Ref No,Debit,Credit,Balance',
    '02/11/2026,SMS CHGS Q2,,59.00,,941.00',
    `03/11/2026,UPI-SOMEBODY ${project.name},,,60000.00,60941.00`,
  ].join('\n')

  const page = await openAs(browser, maker)
  await page.goto('/admin/statements')
  await page.getByLabel(m.statements_account()).selectOption({ label: `AXIS ••${tail}` })
  await page.getByLabel(m.statements_choose(), { exact: true }).setInputFiles({
    name: `axis-${project.name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(statement),
  })
  await expect(page.getByText(m.statements_read({ count: '2' }))).toBeVisible()
  const brought = page.getByRole('article', { name: new RegExp(`axis-${project.name}`) })
  await expect(brought).toContainText(m.statements_mine())

  const other = await openAs(browser, checker)
  await other.goto('/admin/statements')
  const uploaded = other.getByRole('article', { name: new RegExp(`axis-${project.name}`) })
  await uploaded.getByRole('link', { name: m.statements_show() }).click()
  await expect(uploaded.getByRole('row').nth(2)).toContainText('SOMEBODY')
  await sound(other, 'the lines of a statement')
  await docsPicture(other, 'money-statement', uploaded.getByRole('table'))
  await uploaded.getByRole('button', { name: m.statements_approve() }).click()
  await expect(uploaded).toContainText(m.statements_state_approved())

  await page.goto('/admin/money')
  const account = page.getByRole('article', { name: `AXIS ••${tail}` })
  await expect(account).toContainText('₹60,941')
  await expect(account).toContainText(m.money_explained({ count: '2' }))
  await sound(page, 'money of today')
  await docsPicture(page, 'money-today', account)

  // the charge: small, so that one person says what it is
  await page.goto('/admin/match')
  await page.getByRole('button', { name: new RegExp(`${tail}.*SMS CHGS`) }).click()
  await expect(page.getByRole('heading', { name: m.match_explain() })).toBeVisible()
  await docsPicture(page, 'money-match')
  await press(page, m.desk_class_charges())
  await page.getByRole('dialog').getByRole('button', { name: m.match_confirm_book() }).click()
  await expect(page.getByText(m.match_booked())).toBeVisible()
  // the large sum takes both
  await page.getByRole('button', { name: new RegExp(`${tail}.*SOMEBODY`) }).click()
  await press(page, m.desk_class_own())
  await page.getByRole('dialog').getByRole('button', { name: m.match_confirm_propose() }).click()
  await expect(page.getByText(m.statements_mine())).toBeVisible()
  await other.goto('/admin/match?show=second')
  await other.getByRole('button', { name: new RegExp(`${tail}.*SOMEBODY`) }).click()
  await sound(other, 'a decision for a second person')
  await press(other, m.match_approve())
  await expect(other.getByText(m.match_booked())).toBeVisible()

  await page.goto('/admin/money')
  await expect(account).toContainText(m.money_explained_none())

  await page.goto('/admin_dashboard')
  await expect(page.getByRole('heading', { name: m.home_chart_held() })).toBeVisible()
  await docsPicture(page, 'money-home')
})
