/**
 * The bank has taken a deposit back: its payer owes it to us, and until the team has looked their deal stands still, and what
 * is on its way out of it and has not left waits.
 */
import { type AccountCode, gatewayAccount, receivableAccount } from '#core/accounts.ts'
import type { TakenBackFact } from '#server/rails/rail.ts'
import { lockDeal } from '#server/repositories/deals.ts'
import { hasReversal, insertReversal } from '#server/repositories/frozen-deals.ts'
import { findPayInOfDeposit, type PayInRow } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'
import { freezeDeal } from '#server/services/deals/freeze.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { tellOfDebt } from './debts.ts'
import { mustPost } from './post.ts'
import { rejudgeUnsentOf } from './queue-payout.ts'

interface TakenBack {
  /** Of the transfer. */
  readonly id: string
  readonly account: AccountCode
  readonly amountPaise: number
}

export async function takeBackDeposit(
  ctx: Ctx,
  payIn: PayInRow,
  { id, account, amountPaise }: TakenBack,
): Promise<void> {
  // before the money moves, as every step of a deal: a release that came first has ended the hold
  const locked = await lockDeal(ctx.tx, payIn.deal_id)
  const loaded = locked && (await applyLapses(ctx, locked))
  await mustPost(ctx, {
    id,
    kind: 'deposit_reversed',
    entries: [
      { account, amountPaise },
      { account: receivableAccount(payIn.user_id), amountPaise: -amountPaise },
    ],
  })
  await insertReversal(ctx.tx, {
    ...{ transfer_id: id, deal_id: payIn.deal_id, user_id: payIn.user_id },
    ...{ amount_paise: amountPaise, of_hold: payIn.purpose === 'amount' },
  })
  if (loaded && payIn.purpose === 'amount') await freezeDeal(ctx, loaded, amountPaise)
  await rejudgeUnsentOf(ctx, payIn.deal_id)
  await tellOfDebt(ctx, { userId: payIn.user_id, dealId: payIn.deal_id, transferId: id, amountPaise })
  await notifyOfPayment(ctx, { reason: 'taken_back', paymentId: id, amountPaise })
}

/**
 * A provider says so of a payment. Told twice it counts once; told before the payment itself it throws, and the inbox tries
 * again.
 */
export async function takeBackPayment(
  ctx: Ctx,
  { provider, paymentId, amountPaise }: TakenBackFact & { readonly provider: string },
): Promise<void> {
  const payIn = await findPayInOfDeposit(ctx.tx, provider, paymentId)
  if (!payIn) throw new Error(`no payment ${paymentId} of ${provider} that could be taken back`)
  await lockDeal(ctx.tx, payIn.deal_id)
  const id = `${provider}:${paymentId}:taken_back`
  if (await hasReversal(ctx.tx, id)) return
  await takeBackDeposit(ctx, payIn, { id, account: gatewayAccount(provider), amountPaise })
}
