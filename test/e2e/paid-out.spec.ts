/** A payout that its owner has stopped: the team sees why, talks to them, lets it go, and it arrives. */
import { expect } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { act, delivered, login, openAs, send } from './support/deals.ts'
import { sound } from './support/page.ts'
import { PASSWORD } from './support/people.ts'
import { test } from './support/test.ts'

const ADMIN = '9000000006'

test('a payout that its owner has stopped is let go by the team, and paid', async ({ browser, request }) => {
  const { path, buyer, seller } = await delivered(request)
  await send(request, '/api/account/payout-target', seller.token, {
    ...{ kind: 'upi', upi_id: `ravi${seller.user.id}@okbank`, password: PASSWORD },
  })
  const mails: { to: string; text: string }[] = await (
    await request.get(`/api/sandbox/mail?search=${encodeURIComponent(seller.user.email)}`)
  ).json()
  const token = mails.map(({ text }) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1]).find(Boolean)
  await send(request, '/api/account/links', null, { action: 'not_me', token })
  await act(request, buyer, path, 'release', {})

  const page = await openAs(browser, await login(request, ADMIN))
  await page.goto('/admin_dashboard')
  await page
    .getByRole('navigation', { name: m.admin_title() })
    .getByRole('link', { name: new RegExp(`^${m.admin_nav_payouts()}`) })
    .click()
  const waiting = page.locator('.console__list > li').filter({ has: page.locator(`a[href="${path}"]`) })
  await expect(waiting).toContainText(m.payout_held_frozen())
  await sound(page, 'a payout that waits')
  await waiting.getByRole('button', { name: m.admin_payout_unfreeze() }).click()
  await expect(waiting.getByRole('button', { name: m.admin_payout_unfreeze() })).toHaveCount(0)

  await page.goto(path)
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.transfers').getByText(m.ledger_kind_payout()).first()).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
})
