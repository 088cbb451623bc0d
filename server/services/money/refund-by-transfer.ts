/**
 * A refund that the provider cannot make: the account it came from is closed, or the payment is too old. It goes to a target
 * of its owner instead, whose name has to be theirs, and two Admins let it go.
 */
import { DAY_MS } from '#core/time.ts'
import { newPayoutCode } from '#server/lib/tokens.ts'
import { type PayoutRow, setPayout } from '#server/repositories/payments.ts'
import { paymentOf } from '#server/repositories/payout-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import type { Evidence } from './evidence.ts'
import { rejudge } from './queue-payout.ts'

/** A provider gives back for six months; some days before, so that none is under way then. */
const LAST_REFUND_MS = 170 * DAY_MS

type Refund = Pick<PayoutRow, 'refund_of' | 'by_transfer' | 'provider'>

const isRefund = ({ refund_of, by_transfer, provider }: Refund): boolean =>
  refund_of !== null && !by_transfer && provider !== 'sandbox'

/** The provider had taken it and gives nothing back. One that it never took may be our own mistake: the team looks. */
export const isRefusedRefund = (row: Refund, evidence: Evidence): boolean =>
  isRefund(row) && evidence.is === 'failed' && evidence.isEnded === true

/** Its provider would take it and fail. */
export async function isTooLateToRefund(ctx: Ctx, row: PayoutRow): Promise<boolean> {
  if (!isRefund(row) || row.status !== 'queued') return false
  const paidAt = await paymentOf(ctx.tx, row)
  return paidAt !== null && ctx.now - paidAt.getTime() > LAST_REFUND_MS
}

/** Of a payout that is locked and was never tried, or whose last try has failed for certain. */
export async function refundByTransfer(ctx: Ctx, row: PayoutRow): Promise<void> {
  // where the provider holds the money of deals nothing is paid out by it
  const byHand =
    ctx.settings.custody === 'psp_hold' && !row.by_hand ? { by_hand: true, code: newPayoutCode() } : {}
  const wasTried = row.status !== 'queued'
  const current =
    wasTried && row.status !== 'review' ? await setPayout(ctx.tx, row, { status: 'review' }) : row
  const turned = await setPayout(ctx.tx, current, { by_transfer: true, ...byHand })
  const placed = await rejudge(ctx, turned, { isNewGeneration: wasTried })
  await notifyOfPayment(ctx, { payout: placed })
}
