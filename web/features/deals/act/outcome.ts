/**
 * What an action or a deadline would do to the money, read from the lifecycle's table: where the hold goes, to the
 * paisa, and whether the deal ends with it. The dialog that asks shows nothing else.
 */
import {
  cancellationParts,
  type Parts,
  refundParts,
  releaseParts,
  splitParts,
} from '../../../../core/charges.ts'
import type { Deal } from '../../../../core/contract/deals.ts'
import { isTerminal, type Status } from '../../../../core/lifecycle/states.ts'
import { type HoldTo, TRANSITIONS, type Transition } from '../../../../core/lifecycle/transitions.ts'
import { paise, shareOf } from '../../../../core/money.ts'

export interface Outcome {
  readonly to: Status
  readonly hold: HoldTo | null
  /** Nothing can be undone after it. */
  readonly final: boolean
}

/** Conditions that tell two rows of one action or deadline apart; all others are the server's to judge. */
function holds({ when }: Transition, { dispute, me }: Deal): boolean {
  const unpaid = (party: 'payer' | 'payee') => dispute?.opened_by === party && dispute.fees[party] === 'due'
  switch (when) {
    case 'payer_complained':
      return dispute?.opened_by === 'payer'
    case 'payee_complained':
      return dispute?.opened_by === 'payee'
    case 'complainant_fee_unpaid_payer':
      return unpaid('payer')
    case 'complainant_fee_unpaid_payee':
      return unpaid('payee')
    case 'other_escalated':
      return dispute?.escalated_by.some((party) => party !== me) ?? false
    default:
      return true
  }
}

const isHere = (row: Transition, deal: Deal): boolean =>
  row.from === deal.status && (row.track === undefined || row.track === deal.track) && holds(row, deal)

const told = (row: Transition | undefined): Outcome | null =>
  row ? { to: row.to, hold: row.hold ?? null, final: isTerminal(row.to) } : null

/** Null for an action that the table does not have here. */
export const outcomeOf = (deal: Deal, action: string): Outcome | null =>
  told(
    TRANSITIONS.find((row) => {
      if (!('action' in row.on) || row.on.action !== action || !isHere(row, deal)) return false
      const { by } = row.on
      return (by !== 'payer' && by !== 'payee') || by === deal.me
    }),
  )

/** What the deadline that runs will do. */
export const lapseOf = (deal: Deal): Outcome | null =>
  told(TRANSITIONS.find((row) => 'lapse' in row.on && row.on.lapse === deal.due_event && isHere(row, deal)))

export const openOffer = (deal: Deal) => deal.dispute?.offers.find((offer) => offer.open) ?? null

/** Who gets what of the hold. `payerSharePaise`: the share being typed, for a proposal or a decision. */
export function partsOf(deal: Deal, hold: HoldTo, payerSharePaise = 0): Parts {
  const held = paise(deal.money.held_paise)
  const rate = deal.money.commission_basis_points
  const split = (share: number) => splitParts(held, paise(share), rate)
  switch (hold) {
    case 'refund':
      return refundParts(held)
    case 'release':
      return releaseParts(held, rate)
    case 'cancellation':
      return byAmount(held, deal.money.cancellation_fee_paise)
    case 'for_complainant':
      return deal.dispute?.opened_by === 'payee' ? releaseParts(held, rate) : refundParts(held)
    case 'offer':
      return split(openOffer(deal)?.payer_share_paise ?? held)
    case 'decision':
      return split(payerSharePaise)
    case 'halves':
      return split(shareOf(held, 5_000))
  }
}

const byAmount = (held: ReturnType<typeof paise>, payeePaise: number): Parts => ({
  ...cancellationParts(held, 0),
  payeePaise: paise(payeePaise),
  payerPaise: paise(held - payeePaise),
})
