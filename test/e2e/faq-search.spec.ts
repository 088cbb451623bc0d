/** /faq: the search leaves the questions that have its words, of both tracks, and says how many. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { sound } from './support/page.ts'
import { test } from './support/test.ts'

for (const [locale, path, word] of [
  ['en', '/faq', 'refunds'],
  ['hi', '/hi/faq', 'पैसे'],
] as const)
  test(`${locale}: questions are filtered and counted, and where none fits there is a way to write`, async ({
    page,
  }) => {
    await page.goto(path)
    const questions = page.locator('[data-questions] :is(h2, h3)')
    const field = page.getByRole('searchbox', { name: m.faq_search({}, { locale }) })
    const status = page.locator('.faq-search').getByRole('status')
    const contact = page.getByRole('link', { name: m.faq_search_contact({}, { locale }) })
    const whole = await questions.filter({ visible: true }).count()

    await field.fill(word)
    await expect(status).toHaveText(/\d/)
    const count = Number((await status.textContent())?.match(/\d+/)?.[0])
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(await questions.count())
    await expect(questions.filter({ visible: true })).toHaveCount(count)
    await expect(contact).toBeHidden()
    await sound(page, 'questions that fit')

    await field.fill('qqqq')
    await expect(questions.filter({ visible: true })).toHaveCount(0)
    await expect(status).toHaveText(m.faq_search_none({}, { locale }))
    await expect(contact).toBeVisible()
    await sound(page, 'no question fits')

    await field.fill('')
    await expect(status).toBeEmpty()
    await expect(questions.filter({ visible: true })).toHaveCount(whole)
  })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('every question is shown and there is no search field', async ({ page }) => {
    await page.goto('/faq')
    await expect(page.locator('.faq-search')).toBeHidden()
    for (const heading of await page.locator('[data-questions] :is(h2, h3)').all())
      await expect(heading).toBeVisible()
  })
})
