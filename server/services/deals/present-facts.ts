/** What of a deal's answer follows from its facts alone: who may do what, what it would lead to, what is due. */
import { releaseParts } from '#core/charges.ts'
import type { Deal } from '#core/contract/deals.ts'
import { allowedActions } from '#core/lifecycle/allowed.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { fieldsOf } from '#core/lifecycle/inputs.ts'
import { lapseOutcome, outcomeOf, type TransitionOutcome } from '#core/lifecycle/outcome.ts'
import { shareOf } from '#core/money.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'
import { amountDue } from '#server/services/money/amount-due.ts'

const presentOutcome = (outcome: TransitionOutcome | null): Deal['lapse'] =>
  outcome && {
    to: outcome.to,
    hold: outcome.hold,
    parts: outcome.parts && {
      payer_paise: outcome.parts.payerPaise,
      payee_paise: outcome.parts.payeePaise,
      commission_paise: outcome.parts.commissionPaise,
    },
  }

export const presentLapse = (facts: DealFacts): Deal['lapse'] => presentOutcome(lapseOutcome(facts))

export const presentActions = (facts: DealFacts, by: Viewer, now: number): Deal['actions'] =>
  allowedActions(facts, by, now).flatMap((name) => {
    const outcome = outcomeOf(facts, { action: name, by, now })
    const effect = presentOutcome(outcome)
    return outcome && effect
      ? [{ name, fields: [...fieldsOf(name, facts.track)], ...effect, final: outcome.final }]
      : []
  })

export function toPay(facts: DealFacts, viewer: Viewer): Deal['to_pay'] {
  const due = amountDue(viewer, facts)
  return due && { purpose: due.purpose, amount_paise: due.amountPaise }
}

/** What the calendar and the limits of payouts are is the operator's own. */
export const presentPolicy = ({ policy }: DealFacts): Deal['policy'] => ({
  ...policy,
  calendar: undefined,
  payoutLimits: undefined,
})

/** What the deal's steps are worth. */
export const presentShares = (facts: DealFacts) => ({
  amount_paise: facts.amountPaise,
  release_payee_paise: releaseParts(facts.amountPaise, facts.commissionBasisPoints).payeePaise,
  cancellation_fee_paise: shareOf(facts.amountPaise, facts.cancellationFeeBasisPoints),
  commission_basis_points: facts.commissionBasisPoints,
})
