/** Where the money of a line goes when its statement is approved. Every line goes somewhere: bank and books stay equal. */
import type { LineDecision } from './decision.ts'
import { type StatementLine, signedPaise } from './lines.ts'

/** All that is not zero adds up to the line, money in above zero. */
export interface LineBooking {
  readonly heldPaise: number
  readonly owedPaise: number
  readonly suspensePaise: number
  readonly paidOutPaise: number
  readonly returnedPaise: number
  readonly takenBackPaise: number
  readonly unexplainedPaise: number
}

const NOTHING: LineBooking = {
  heldPaise: 0,
  owedPaise: 0,
  suspensePaise: 0,
  paidOutPaise: 0,
  returnedPaise: 0,
  takenBackPaise: 0,
  unexplainedPaise: 0,
}

/** `duePaise` is the amount of the pay-in that the decision names. What is suggested waits like what is unknown. */
export function bookingOf(line: StatementLine, decision: LineDecision, duePaise: number | null): LineBooking {
  const amountPaise = signedPaise(line)
  if (decision.tier !== 'matched') {
    return line.dir === 'C'
      ? { ...NOTHING, suspensePaise: amountPaise }
      : { ...NOTHING, unexplainedPaise: amountPaise }
  }
  switch (decision.outcome) {
    case 'applied':
    case 'over': {
      const heldPaise = Math.min(duePaise ?? 0, amountPaise)
      return { ...NOTHING, heldPaise, owedPaise: amountPaise - heldPaise }
    }
    case 'payout_returned':
      return { ...NOTHING, returnedPaise: amountPaise }
    case 'payout_paid':
      return { ...NOTHING, paidOutPaise: amountPaise }
    case 'deposit_reversed':
      return { ...NOTHING, takenBackPaise: amountPaise }
    default:
      return { ...NOTHING, owedPaise: amountPaise }
  }
}
