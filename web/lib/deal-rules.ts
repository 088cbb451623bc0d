/** The rules that a deal was agreed under, as its answer has them. */
import type { Deal } from '#core/contract/deals.ts'
import type { Policy } from '#core/policy.ts'

/**
 * What a deal's answer has of a policy: the calendar, by which days are counted, and the limits of payouts are the
 * operator's own.
 */
export type DealRules = Omit<Policy, 'calendar' | 'payoutLimits'>

/**
 * The server answers all of them, whatever an older policy left out, so they are not read by the schema once more: a page
 * that shows a deal would load zod for it.
 */
export const rulesOf = ({ policy }: Pick<Deal, 'policy'>): DealRules => policy as DealRules
