/** The books, as an Admin reads them. */
import type { Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { failing, guarded, held, itsData, only, type Screens } from './state.ts'

const empty = (page: Page) =>
  page.route(only('/api/admin/ledger/transfers'), (route) =>
    route.fulfill({ json: { data: [], next: null } }),
  )
const unequal = (page: Page) =>
  page.route(only('/api/admin/ledger'), (route) =>
    route.fulfill({
      json: {
        ...{ at: '2026-11-23T11:30:00+05:30', debit_paise: 100, credit_paise: 0 },
        rows: [{ side: 'own', group: 'expense', accounts: 1, debit_paise: 100, credit_paise: 0 }],
      },
    }),
  )

export const LEDGER_STATES: Screens = {
  '/admin/ledger': [
    { name: 'filled', as: 'admin', sees: (page) => page.locator('.ledger tbody tr').first() },
    {
      name: 'as it stood',
      as: 'admin',
      at: () => '/admin/ledger?at=2020-01-01T10:00',
      sees: m.ledger_equal(),
    },
    { name: 'unequal', as: 'admin', net: unequal, sees: m.ledger_unequal() },
    {
      name: 'accounts of a group',
      as: 'admin',
      at: () => '/admin/ledger?group=hold',
      sees: (page) => page.locator('.console__list li').first(),
    },
    {
      name: 'transfers of an account',
      as: 'admin',
      at: () => '/admin/ledger?account=gateway:sandbox',
      sees: (page) => page.locator('.transfers li').first(),
    },
    {
      name: 'no transfers',
      as: 'admin',
      at: () => '/admin/ledger?transfers',
      net: empty,
      sees: m.ledger_none(),
    },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied_role() },
  ],
}
