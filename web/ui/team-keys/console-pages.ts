/** The pages of the console in the order of its navigation. */
import { m } from '#messages/compiled/messages.js'

type ConsoleLink = readonly [path: string, label: () => string]

const CASES: readonly ConsoleLink[] = [
  ['/admin_dashboard', m.admin_nav_desk],
  ['/admin/disputes', m.desk_title],
  ['/admin/grievances', m.admin_nav_grievances],
]
const OFFERS: readonly ConsoleLink[] = [
  ['/admin/leads', m.admin_nav_leads],
  ['/admin/coupons', m.admin_nav_coupons],
  ['/admin/policies', m.policies_title],
  ['/admin/audit-log', m.audit_title],
]
/** What a Mediator may read of the money: why a deal stands still, and what came of it. */
const MOVES: readonly ConsoleLink[] = [
  ['/admin/frozen-deals', m.frozen_title],
  ['/admin/chargebacks', m.chargebacks_title],
  ['/admin/movements', m.moves_title],
  ['/admin/tax-papers', m.tax_desk_title],
]
const MONEY: readonly ConsoleLink[] = [
  ['/admin/money', m.admin_nav_money],
  ['/admin/ledger', m.ledger_title],
  ['/admin/statements', m.admin_nav_statements],
  ['/admin/match', m.admin_nav_match],
  ['/admin/payouts', m.admin_nav_payouts],
  ['/admin/targets', m.admin_nav_targets],
  ['/admin/bank-accounts', m.admin_nav_accounts],
  ['/admin/settlements', m.settlements_title],
  ...MOVES,
  ['/admin/inbox', m.admin_nav_inbox],
]

/** A row for people and offers, and one for money; a Mediator has what the server lets them read. */
export const pagesFor = (isAdmin: boolean): readonly (readonly ConsoleLink[])[] =>
  isAdmin ? [[...CASES, ...OFFERS], MONEY] : [CASES, MOVES]
