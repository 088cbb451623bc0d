/** The console of the team. */
import { m } from '#messages/compiled/messages.js'
import { failing, guarded, held, itsData, type Screens } from './state.ts'

export const TEAM_STATES: Screens = {
  '/admin_dashboard': [
    { name: 'filled', as: 'admin', sees: (page) => page.getByRole('row').nth(2) },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'buyer', sees: m.admin_denied() },
    {
      name: 'nothing found',
      as: 'admin',
      act: (page) => page.getByRole('searchbox').first().fill('zzzz'),
      sees: m.admin_none(),
    },
    {
      name: 'ticked',
      as: 'admin',
      act: (page) => page.getByRole('checkbox', { name: m.admin_tick_all() }).first().check(),
      sees: m.admin_untick(),
    },
  ],
  '/admin/coupons': [
    { name: 'filled', as: 'admin', sees: (page) => page.locator('.console__list li').first() },
    ...guarded('admin'),
    { name: 'data loading', as: 'admin', net: held(itsData), sees: 'Loading..', waits: true },
    { name: 'data error', as: 'admin', net: failing(itsData), sees: m.error_title() },
    { name: 'denied', as: 'client', sees: m.admin_denied() },
    { name: 'denied to a mediator', as: 'mediator', sees: m.admin_denied() },
  ],
}
