/** What a row of the table does to the hold and to paid dispute fees, to the paisa. */
import { cancellationParts, type PayoutParts, refundParts, releaseParts, splitParts } from '#core/charges.ts'
import { minusPaise, type Paise, shareOf, ZERO } from '#core/money.ts'
import type { DealFacts, FeeFate } from './facts.ts'
import type { Party } from './states.ts'
import type { Transition } from './transitions.ts'

type InputValues = Readonly<Record<string, unknown>>

/** Who gets what when the payer cancels after delivery began. */
export const cancellationOf = (
  facts: Pick<DealFacts, 'amountPaise' | 'cancellationFeeBasisPoints' | 'commissionBasisPoints' | 'policy'>,
): PayoutParts =>
  cancellationParts(facts.amountPaise, {
    feeBasisPoints: facts.cancellationFeeBasisPoints,
    commissionBasisPoints: facts.commissionBasisPoints,
    freeBasisPoints: facts.policy.commissionFreeCancellationBasisPoints,
  })

/** Of what a bank has taken a part of; without a word of how much, all. */
const leftPaise = (amountPaise: Paise, takenPaise: unknown): Paise =>
  typeof takenPaise === 'number' ? minusPaise(amountPaise, Math.min(takenPaise, amountPaise)) : ZERO

/** Who gets what of the hold; null while it stays. */
export function holdParts(facts: DealFacts, row: Transition, input: InputValues): PayoutParts | null {
  const { amountPaise, commissionBasisPoints, dispute } = facts
  const split = (share: Paise) => splitParts(amountPaise, share, commissionBasisPoints)
  switch (row.hold) {
    case undefined:
      return null
    case 'refund':
      return refundParts(amountPaise)
    case 'release':
      return releaseParts(amountPaise, commissionBasisPoints)
    case 'cancellation':
      return cancellationOf(facts)
    case 'for_complainant':
      return dispute?.complainant === 'payee'
        ? releaseParts(amountPaise, commissionBasisPoints)
        : refundParts(amountPaise)
    case 'offer':
      return split(dispute?.offer?.payerSharePaise ?? amountPaise)
    case 'decision':
      return split(input.payer_share_paise as Paise)
    // nobody of this deal gets any of it
    case 'suspense':
      return { payerPaise: ZERO, payeePaise: ZERO, commissionPaise: ZERO }
    // the payer has from their bank already what it took, and gets what it left
    case 'charged_back':
      return refundParts(leftPaise(amountPaise, input.taken_paise))
    case 'halves':
      return split(shareOf(amountPaise, 5_000))
  }
}

function feeFate(facts: DealFacts, row: Transition, party: Party, input: InputValues): FeeFate | null {
  if (!row.fees || !facts.dispute || facts.dispute.feePaidPaise[party] === 0) return null
  if (row.fees === 'both_back') return 'back'
  if (row.fees === 'respondent_kept') return facts.dispute.complainant === party ? 'back' : 'kept'
  return faultFate(input.at_fault, party)
}

/** Whoever is at fault pays for the decision. */
export const faultFate = (atFault: unknown, party: Party): FeeFate =>
  atFault === party || atFault === 'both' ? 'kept' : 'back'

/** What becomes of each paid fee; null where none was paid or it stays. */
export const feeFates = (
  facts: DealFacts,
  row: Transition,
  input: InputValues,
): Readonly<Record<Party, FeeFate | null>> => ({
  payer: feeFate(facts, row, 'payer', input),
  payee: feeFate(facts, row, 'payee', input),
})
