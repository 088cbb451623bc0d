/** The rules that a deal was agreed under. Apart from the longer words, so that the page's head does not wait for them. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { type Policy, policySchema } from '../../../../core/policy.ts'

/** The rules this deal was agreed under; the calendar is not sent and not needed for words. */
export const rulesOf = (deal: Deal): Policy => policySchema.parse({ ...deal.policy, calendar: undefined })
