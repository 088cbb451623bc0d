/** "₹1,200 goes to you after Wed 2 Dec, 7:40 pm": a part of an ended deal that is held back, without a full stop. */
import type { Party } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from './format.ts'
import type { DealOutline } from './offline-copy.ts'

export interface PayoutWait {
  readonly to: Party
  /** In words; empty where more than time has to pass. */
  readonly until: string
}

/** In the days of the deal's own clock. */
export const payoutWaits = ({ payout_waits = [], now }: DealOutline): PayoutWait[] =>
  payout_waits.map(({ to, until }) => ({
    to,
    until: until === null ? '' : shortMoment(Date.parse(until), Date.parse(now)),
  }))

interface WaitingPart extends PayoutWait {
  readonly isYou: boolean
  readonly name: string
  readonly amount: string
}

export function waitingWords({ to, isYou, name, amount, until }: WaitingPart): string {
  if (to === 'payee') {
    if (isYou) return until ? m.end_waits_you_until({ amount, time: until }) : m.end_waits_you({ amount })
    return until ? m.end_waits_until({ amount, name, time: until }) : m.end_waits({ amount, name })
  }
  if (isYou)
    return until ? m.end_waits_back_you_until({ amount, time: until }) : m.end_waits_back_you({ amount })
  return until ? m.end_waits_back_until({ amount, name, time: until }) : m.end_waits_back({ amount, name })
}
