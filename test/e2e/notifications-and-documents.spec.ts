/** News: the bell, the page of notices, the deal it leads to. Papers: one kept as PDF, the pack kept and checked. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, openAs } from './support/deals.ts'
import { picture, press, sound, unfold } from './support/page.ts'
import { test } from './support/test.ts'

const bell = (page: Page) => page.locator('header').getByRole('link', { name: m.nav_notifications() }).first()

test('others’ moves are told by deal, a line each; the bell counts what is to be done', async ({
  browser,
  request,
}, { project }) => {
  const { path, buyer } = await delivered(request)
  const page = await openAs(browser, buyer)
  await page.goto('/account')
  // it is the buyer's turn in one deal, however much news there is
  await expect(bell(page)).toContainText('1')
  await sound(page, 'bell')
  await press(page, m.notice_settings_open())
  await page.getByLabel(m.notice_settings_mail()).selectOption('turn')
  await page.getByLabel(m.notice_settings_quiet()).check()
  await sound(page, 'settings of notices')
  await picture(page, `notice-settings-${project.name}`)
  await press(page.locator('form', { has: page.getByLabel(m.notice_settings_mail()) }), m.account_save())
  await expect(page.getByText(m.account_saved())).toBeVisible()

  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: m.nav_notifications() })).toBeVisible()
  const deal = page.locator('.notifications__item')
  await expect(deal).toHaveCount(1)
  await expect(deal).toContainText('Old camera')
  // newest first: the delivery, the parcel, the acceptance; not what the buyer did
  const lines = deal.getByRole('listitem')
  await expect(lines.first()).toContainText(m.notifications_new())
  await expect(lines.filter({ hasText: /^(?:New )?You / })).toHaveCount(0)
  await sound(page, 'notices')
  await picture(page, `notices-${project.name}`)

  await deal.getByRole('button').click()
  await expect(page.getByText(m.notifications_new(), { exact: true })).toHaveCount(0)
  // read is not done
  await expect(bell(page)).toContainText('1')
  await deal.getByRole('link').click()
  await page.waitForURL((url) => url.pathname === path)
  await page.goto('/hi/notices')
  await expect(page.locator('h1')).toHaveText(m.nav_notifications({}, { locale: 'hi' }))
  await sound(page, 'notices in Hindi')
})

test('a mark that does not get through is not sent without end', async ({ browser, request }) => {
  const { path, buyer } = await delivered(request)
  const page = await openAs(browser, buyer)
  let marks = 0
  await page.route('**/api/notices/read/', (route) => {
    marks += 1
    return route.abort()
  })
  await page.goto(path)
  await expect.poll(() => marks).toBe(1)
  // the next count comes after half a minute; these take a second
  await unfold(page, m.deal_documents())
  await sound(page, 'a deal whose notices cannot be marked')
  expect(marks).toBeLessThanOrEqual(2)
})

test('what is unread of another deal is not marked again and again', async ({ browser, request }) => {
  const { path, buyer } = await delivered(request)
  const other = await delivered(request, { buyer })
  const page = await openAs(browser, buyer)
  const marked: unknown[] = []
  let counts = 0
  page.on('request', (sent) => sent.url().includes('/api/notices/read/') && marked.push(sent.postDataJSON()))
  page.on('requestfinished', (sent) => {
    if (sent.url().includes('/api/notices/count/')) counts += 1
  })
  await page.goto(path)
  // the one that leads to the mark, and the one after it
  await expect.poll(() => counts).toBeGreaterThan(1)
  expect(marked[0]).toEqual({ form_pk: path.split('/').at(-1) })
  await unfold(page, m.deal_documents())
  await sound(page, 'a deal beside another with news')
  expect(marked).toHaveLength(1)

  await page.goto(other.path)
  await expect.poll(() => marked.at(-1)).toEqual({ form_pk: other.path.split('/').at(-1) })
  await page.goto('/notices')
  await expect(page.locator('.notifications__item')).toHaveCount(2)
  await expect(page.getByText(m.notifications_new(), { exact: true })).toHaveCount(0)
  expect(marked).toHaveLength(2)
})

/** What the browser keeps when this is pressed. */
async function kept(page: Page, name: RegExp) {
  const coming = page.waitForEvent('download')
  await press(page, name)
  const download = await coming
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('documents of a deal are downloaded and verified', async ({ browser, request }, { project }) => {
  const { path, buyer } = await delivered(request)
  const formPk = path.split('/').at(-1) ?? ''
  const page = await openAs(browser, buyer)
  await page.goto(path)
  await unfold(page, m.deal_documents())
  const papers = page.getByRole('region', { name: m.deal_documents() })
  await expect(papers.getByRole('button')).toHaveText([/^Agreement/, /^Receipt/, /^Evidence pack/])
  await sound(page, 'papers')
  await papers.scrollIntoViewIfNeeded()
  await picture(page, `papers-${project.name}`)

  const agreement = await kept(page, /^Agreement/)
  expect(agreement.name).toBe(`agreement-${formPk}.pdf`)
  const english = readFileSync(agreement.path)
  expect(english.subarray(0, 5).toString()).toBe('%PDF-')

  const pack = await kept(page, /^Evidence pack/)
  expect(pack.name).toBe(`evidence-${formPk}.zip`)
  const from = new URL(page.url()).origin
  const check = ['scripts/verify-pack.mjs', pack.path, '--from', from]
  const report = execFileSync(process.execPath, check, { encoding: 'utf8' })
  expect(report).toContain(formPk)

  await page.goto(`/hi${path}`)
  await unfold(page, m.deal_documents({}, { locale: 'hi' }))
  const hindi = await kept(page, new RegExp(`^${m.document_agreement({}, { locale: 'hi' })}`))
  expect(readFileSync(hindi.path).equals(english)).toBe(false)
})
