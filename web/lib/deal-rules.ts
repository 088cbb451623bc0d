/** The rules that a deal was agreed under, as its answer has them. */
import type { Deal } from '#core/contract/deals.ts'
import { readShownRules, type ShownRules } from '#core/shown-rules.ts'

export const rulesOf = ({ policy }: Pick<Deal, 'policy'>): ShownRules => readShownRules(policy)
