import { releaseParts } from '../../../core/charges.ts'
import type { DealFacts } from '../../../core/lifecycle/facts.ts'

/** The spec's `commission` in rupees, and in paise beside it. */
export function commissionPaiseOf(facts: DealFacts): { commission: number; commission_paise: number } {
  const { commissionPaise } = releaseParts(facts.amountPaise, facts.commissionBasisPoints)
  return { commission: commissionPaise / 100, commission_paise: commissionPaise }
}
