/** The desks of the team: what waits there, and where it is. */
import type { DeskName } from '#core/contract/home.ts'
import { m } from '#messages/compiled/messages.js'

interface DeskWords {
  readonly label: (input: { count: string }) => string
  readonly path: string
}

export const DESK_WORDS: Readonly<Record<DeskName, DeskWords>> = {
  disputes: { label: m.home_wait_disputes, path: '/admin/disputes' },
  grievances: { label: m.home_wait_grievances, path: '/admin/grievances' },
  lines: { label: m.money_wait_lines, path: '/admin/match' },
  second: { label: m.money_wait_second, path: '/admin/match?show=second' },
  statements: { label: m.money_wait_statements, path: '/admin/statements' },
  policies: { label: m.money_wait_policies, path: '/admin/policies' },
  batches: { label: m.money_wait_batches, path: '/admin/payouts' },
  by_hand: { label: m.money_wait_payouts, path: '/admin/payouts' },
  payouts: { label: m.home_wait_payouts, path: '/admin/payouts#waiting-payouts' },
  targets: { label: m.home_wait_targets, path: '/admin/targets' },
  frozen: { label: m.money_wait_frozen, path: '/admin/frozen-deals' },
  chargebacks: { label: m.home_wait_chargebacks, path: '/admin/chargebacks' },
  discrepancies: { label: m.home_wait_discrepancies, path: '/admin/settlements' },
  reports: { label: m.home_wait_reports, path: '/admin/inbox?state=failed' },
  leads: { label: m.home_wait_leads, path: '/admin/leads' },
}

/** A tab that was open before an upgrade is asked to show what a newer server has: it leaves out what it has no words for. */
export const isKnownDesk = ({ desk }: { desk: string }): boolean => Object.hasOwn(DESK_WORDS, desk)
