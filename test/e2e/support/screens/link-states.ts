/** /seller/links: the offer links of a Seller, each passed on, changed and stopped. */
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { fill, press } from '#test/e2e/support/page.ts'
import { guarded, only, type Screens } from './state.ts'

const link = {
  ...{ id: 'AbCdEfGhIjKlMnOpQrStUvWx', link: 'http://x/o/AbCdEfGhIjKlMnOpQrStUvWx', track: 'shopping' },
  ...{ version: 1, title: 'Cotton kurta', details: 'Hand-printed', amount: 1250, amount_paise: 125_000 },
  ...{ per_buyer: 2, photo: 'http://x/social-card.png', stock: 8, paused: false },
  created_at: '2026-11-22T10:00:00Z',
}
const others = [
  { ...link, id: 'b', title: 'Brass lamp', stock: null, photo: null, paused: true },
  { ...link, id: 'c', title: 'Clay pot', stock: 0, photo: null },
]

const serving =
  ({ data = [link, ...others] as object[], next = null as string | null, refused = 0 } = {}) =>
  (page: Page): Promise<unknown> =>
    page.route(only('/api/links'), (route) => {
      const request = route.request()
      if (request.method() !== 'GET')
        return refused
          ? route.fulfill({ status: refused, json: { message: m.error_server(), code: 'server' } })
          : route.fulfill({ status: request.method() === 'POST' ? 201 : 200, json: link })
      const isLater = new URL(request.url()).searchParams.has('after')
      return route.fulfill({ json: isLater ? { data: others.slice(1), next: null } : { data, next } })
    })

export const LINK_STATES: Screens = {
  '/seller/links': [
    { name: 'filled', as: 'seller', net: serving(), sees: m.links_each({ count: '2' }) },
    ...guarded('seller'),
    { name: 'denied', as: 'buyer', sees: m.ui_denied_seller() },
    { name: 'empty', as: 'newSeller', sees: m.links_none() },
    {
      name: 'form',
      as: 'newSeller',
      act: async (page) => {
        await press(page, m.links_new())
        await fill(page, 'amount', '0')
        await press(page, m.links_make())
      },
      sees: m.ui_form_problems(),
    },
    {
      name: 'refused',
      as: 'seller',
      net: serving({ refused: 500 }),
      act: async (page) => {
        await press(page, m.links_new())
        await fill(page, 'title', 'Cotton kurta')
        await fill(page, 'amount', '1250')
        await press(page, m.links_make())
      },
      sees: m.error_title(),
    },
    {
      name: 'changing',
      as: 'seller',
      net: serving(),
      act: (page) => press(page, m.links_change()),
      sees: m.links_change_hint(),
    },
    {
      name: 'code',
      as: 'seller',
      net: serving({ data: [link] }),
      act: (page) => press(page, m.links_qr()),
      sees: (page) => page.getByAltText(m.offer_qr()),
    },
    {
      name: 'more',
      as: 'seller',
      net: serving({ data: [link], next: 'later' }),
      act: async (page) => {
        await press(page, m.links_more())
        await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
      },
      sees: 'Clay pot',
    },
  ],
}
