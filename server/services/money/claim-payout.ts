/** Which payout is sent or asked for next. */
import type { Tx } from '#server/db/transaction.ts'
import { giveProbeBack } from '#server/repositories/outages.ts'
import {
  claimPayoutProbes,
  leaveDuePayout,
  lockDuePayout,
  type PayoutRow,
} from '#server/repositories/payments.ts'
import { mayMoveMoney } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'
import { beginPayout, type Rails, type StartedAttempt } from './send-payout.ts'

export type PayoutClaim = Pick<PayoutRow, 'id' | 'tries' | 'provider'>

/** None while money is closed: a payout that could not be recorded must not be paid. */
export const claimDuePayout = async (tx: Tx) => (mayMoveMoney() ? lockDuePayout(tx) : undefined)
export const claimProbePayouts = async (tx: Tx): Promise<PayoutClaim[]> =>
  mayMoveMoney() ? claimPayoutProbes(tx) : []

/** Of a row that is locked because it was due. */
export async function beginDuePayout(ctx: Ctx, rails: Rails, row: PayoutRow): Promise<StartedAttempt | null> {
  const attempt = await beginPayout(ctx, rails, row)
  if (!attempt) await leaveDuePayout(ctx.tx, row)
  return attempt
}

/** It was claimed and nothing was asked: where that was to show whether its provider is back, another row may. */
export const leavePayout = ({ tx }: Ctx, { provider }: PayoutClaim) =>
  giveProbeBack(tx, { provider, queue: 'payout' })
