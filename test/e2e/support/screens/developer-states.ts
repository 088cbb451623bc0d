/** /developers: the quickstart for anybody, and one's apps, keys, webhooks and their log. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { press } from '#test/e2e/support/page.ts'
import { failing, held, itsData, only, type Screens } from './state.ts'

const at = '2026-11-22T10:00:00Z'
const key = {
  ...{ id: 'k1', prefix: 'amt_test_AbCdEfGhIjKl', last4: 'x7Yz', scopes: ['deals:read', 'links:write'] },
  ...{ created_at: at, expires_at: at, last_used_at: at },
}
const shop = { id: 'a1', name: 'My shop', mode: 'test', created_at: at, keys: [key] }
const hook = {
  ...{ id: 'w1', url: 'https://shop.example/hooks', types: ['*'], created_at: at },
  public_key: `whpk_${'A'.repeat(43)}=`,
  ...{ disabled_because: null, last_problem: 'status 500' },
}
const sent = {
  ...{ id: 'msg_1', type: 'deal.funded', created_at: at, state: 'waiting' },
  body: '{"type":"deal.funded","timestamp":"2026-11-22T10:00:00.000Z","data":{"form_pk":"abc","seq":3}}',
  attempts: [{ at, status: 500, problem: null, took_ms: 120, excerpt: 'Internal Server Error' }],
}

const serving =
  ({ apps = [shop] as object[], webhooks = [hook] as object[], created = {} } = {}) =>
  (page: Page): Promise<unknown> =>
    page.route(only('/api/apps'), (route) => {
      const path = new URL(route.request().url()).pathname.replace(/\/$/, '')
      if (route.request().method() === 'POST') return route.fulfill({ status: 201, json: created })
      if (path === '/api/apps') return route.fulfill({ json: apps })
      return route.fulfill({ json: path.endsWith('/messages') ? { data: [sent], next: null } : webhooks })
    })

export const DEVELOPER_STATES: Screens = {
  '/developers': [
    { name: 'filled', as: 'seller', net: serving(), sees: 'amt_test_AbCdEfGhIjKl_…x7Yz' },
    { name: 'public key', as: 'seller', net: serving(), sees: hook.public_key },
    { name: 'stranger', sees: m.dev_sign_in() },
    { name: 'no app', as: 'seller', net: serving({ apps: [] }), sees: m.dev_apps_none() },
    { name: 'loading', as: 'seller', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'error', as: 'seller', net: failing(only('/api/apps')), sees: m.error_title() },
    {
      name: 'app made',
      as: 'seller',
      net: serving({ created: { ...shop, keys: [] } }),
      act: async (page) => {
        await page.locator('[name=name]').fill('My shop')
        await press(page, m.dev_app_make())
        await expect(page.locator('[name=name]')).toHaveValue('')
      },
      // for the next one: nobody has touched it yet
      sees: (page) => page.locator('[name=name]:not([aria-invalid="true"])'),
    },
    {
      name: 'new key',
      as: 'seller',
      net: serving({
        created: { ...key, key: 'amt_test_AbCdEfGhIjKl_0123456789012345678901234567x7Yz_abcdef' },
      }),
      act: async (page) => {
        await press(page, m.dev_key_new())
        await press(page, m.dev_key_make())
      },
      sees: m.dev_once(),
    },
    {
      name: 'log',
      as: 'seller',
      net: serving(),
      act: async (page) => {
        await press(page, m.dev_webhook_log())
        await page.locator('summary').filter({ hasText: 'deal.funded' }).click()
      },
      sees: 'Internal Server Error',
    },
    {
      name: 'switched off',
      as: 'seller',
      net: serving({ webhooks: [{ ...hook, disabled_because: 'failing' }] }),
      sees: m.dev_webhook_off(),
    },
    {
      name: 'end dialog',
      as: 'seller',
      net: serving(),
      act: async (page) => {
        await press(page, m.dev_app_end_what({ name: 'My shop' }))
        await expect(page.getByRole('dialog')).toBeVisible()
      },
      sees: m.dev_app_end_text(),
    },
    { name: 'story', act: (page) => press(page, m.dev_story_play()), sees: /: funded$/ },
  ],
}
