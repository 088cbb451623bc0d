/** Whoever pays and does not get to the provider's page gets a page of ours: what happened, that nothing was taken, and the way on. */
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Rail } from '#server/rails/rail.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import type { Fault } from '#test/support/fakes/fake-provider.ts'
import { type ProviderLevers, startProviders } from '#test/support/fakes/providers.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'

const providers = await startProviders()
afterAll(() => {
  for (const { fake } of providers) fake.stop()
})
afterEach(() => void vi.useRealTimers())

/** As a browser does that follows a link. */
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** One provider with its fake, and a server that has it alone and waits for it for as long as it likes. */
function worldOf(provider: ProviderLevers) {
  const { name, fake } = provider
  const rails = new Map<string, Rail>([[name, provider.railWith({ timeoutMs: 60_000 })]])
  const app = useApp({ settings: { ...testSettings, provider: name }, rails })
  beforeEach(() => {
    fake.calls.length = 0
    fake.faults.length = 0
    fake.mood = () => 'none'
  })
  async function due() {
    const pair = await agreedGoods(app)
    return { pair, ...(await dueOf(app, pair)) }
  }
  const open = (url: string, headers: Record<string, string> = NAVIGATION) =>
    app.call('GET', url, { headers })
  return { name, provider, fake, app, due, open }
}

const worlds = providers.map(worldOf)

describe.each(worlds)('the checkout of $name', ({ provider, fake, due, open }) => {
  test.each<Fault['what']>(['500_before', '500_after', 'reset_before', 'html_after', '429'])(
    'that does not open (%s) is said on a page, with the amount and the ways on',
    async (what) => {
      const { checkout_url, pair, reference } = await due()
      fake.mood = () => what
      const page = await open(`${checkout_url}?locale=en`)
      expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
        ...[503, '60', 'text/html; charset=utf-8'],
      ])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; /)
      expect(page.body).toContain('<html lang="en">')
      expect(page.body).toContain('<h1>The payment page did not open</h1>')
      expect(page.body).toContain('Nothing was taken')
      expect(page.body).toContain('₹1,500 is still to be paid.')
      expect(page.body).toContain(`href="${checkout_url}?locale=en"`)
      expect(page.body).toContain(`href="/deals/${pair.formPk}"`)
      expect(page.body).not.toMatch(/request_id|<script/)
      fake.mood = () => 'none'
      expect((await open(checkout_url)).status).toBe(200)
      expect(provider.orders(reference)).toBe(1)
    },
  )

  test('that does not open says so in Hindi to whoever reads Hindi', async () => {
    const { checkout_url, pair } = await due()
    fake.mood = () => '500_before'
    const { body } = await open(`${checkout_url}?locale=hi`)
    expect(body).toContain('<html lang="hi">')
    expect(body).toMatch(/<h1>[^<]*[\u0900-\u097f]/)
    expect(body).toContain(`href="${checkout_url}?locale=hi"`)
    expect(body).toContain(`href="/hi/deals/${pair.formPk}"`)
  })

  test('that does not open is a problem in JSON for a program', async () => {
    const { checkout_url } = await due()
    fake.mood = () => '500_before'
    for (const accept of ['application/json', '*/*', 'application/problem+json']) {
      const { status, body } = await open(checkout_url, { accept })
      expect([status, body.code]).toEqual([503, 'unavailable'])
    }
  })

  test('is waited for no longer than ten seconds, and a second try opens no second order', async () => {
    const { checkout_url, reference } = await due()
    fake.mood = () => 'silence_after'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = open(checkout_url)
    await vi.waitUntil(() => fake.calls.length > 0, { timeout: 5_000 })
    await vi.advanceTimersByTimeAsync(10_000)
    const page = await opening
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Nothing was taken')
    vi.useRealTimers()
    fake.mood = () => 'none'
    expect((await open(checkout_url)).status).toBe(200)
    expect(provider.orders(reference)).toBe(1)
  })
})

describe.each(worlds)('the checkout of $name', ({ app, due, open }) => {
  test('that was opened before does not say that nothing was ever taken', async () => {
    const { checkout_url } = await due()
    await open(checkout_url)
    raiseAlarm('ledger_invalid', 'a test')
    onTestFinished(() => void clearAlarm('ledger_invalid'))
    expect((await open(checkout_url)).body).toContain('If you have paid already, do not pay again')
  })

  test('that takes no new payments says so', async () => {
    const { checkout_url } = await due()
    raiseAlarm('shortfall', 'a test')
    onTestFinished(() => void clearAlarm('shortfall'))
    const { status, body } = await open(checkout_url)
    expect(status).toBe(503)
    expect(body).toContain('We take no new payments for now')
  })

  test('of no payment leads home and offers no second try', async () => {
    const { status, body } = await open('/api/payments/none/checkout?locale=en')
    expect(status).toBe(404)
    expect(body).toContain('<a class="way" href="/">')
    expect(body).not.toContain('/checkout')
  })

  test('that nobody can look up does not name what it does not know', async () => {
    const { checkout_url } = await due()
    const owner = await app.db.ownerPool.connect()
    onTestFinished(() => owner.release(true))
    await owner.query('begin')
    await owner.query('lock table pay_in in access exclusive mode')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = open(checkout_url)
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await owner.query(blocked)).rowCount === 0);
    await vi.advanceTimersByTimeAsync(10_000)
    const page = await opening
    expect(page.status).toBe(503)
    expect(page.body).toContain('The payment page did not open')
    expect(page.body).not.toContain('₹')
    vi.useRealTimers()
    await owner.query('commit')
  })
})
