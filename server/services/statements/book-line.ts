/** Where a line goes that is certain, judged once more under the locks of what it moves. */
import { type AccountCode, owedAccount } from '#core/accounts.ts'
import type { LineBookingTable } from '#server/db/tables.ts'
import { type StatementLineRow, settleClaims } from '#server/repositories/line-bookings.ts'
import {
  findDepositKind,
  findPayInByReference,
  lockPayoutByCode,
  type PayoutRow,
  setPayout,
} from '#server/repositories/payments.ts'
import { endLastAttempt } from '#server/repositories/payout-attempts.ts'
import type { Ctx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { recordArrival } from '#server/services/money/record-payment.ts'
import { returnPayout } from '#server/services/money/resume-payouts.ts'
import { takeBackDeposit } from '#server/services/money/take-back.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'

export interface BookableLine extends StatementLineRow {
  readonly account: AccountCode
  /** The numbers of the transfer that it names. */
  readonly utrs: readonly string[]
}

export type BookedLine = Pick<LineBookingTable, 'outcome' | 'target' | 'transfers'>

/** The rail whose proof is the statement. */
const PROVIDER = 'upi'

/** Money for a pay-in: into the hold as far as it is due, what is not due back to who paid. */
export async function bookDeposit(
  ctx: Ctx,
  line: Pick<BookableLine, 'bank_account_id' | 'key' | 'target' | 'amount_paise' | 'utrs' | 'account'>,
): Promise<BookedLine | null> {
  const payIn = line.target === null ? undefined : await findPayInByReference(ctx.tx, line.target)
  if (!payIn || payIn.provider !== PROVIDER) return null
  const paymentId = `${line.bank_account_id}:${line.key}`
  await recordArrival(
    ctx,
    // a narration shows an address cut short: nothing is sent back to what it says
    { provider: PROVIDER, paymentId, amountPaise: line.amount_paise, source: null, account: line.account },
    payIn.reference,
  )
  await settleClaims(ctx.tx, { payInId: payIn.id, utrs: line.utrs })
  const kind = await findDepositKind(ctx.tx, PROVIDER, paymentId)
  if (!kind || kind === 'unknown') throw new Error(`line ${line.key} was not recorded`)
  const id = `${PROVIDER}:${paymentId}`
  const transfers = kind === 'applied' ? [id] : kind === 'over' ? [id, `${id}:stray`] : [`${id}:stray`]
  return { outcome: kind, target: payIn.reference, transfers }
}

/** `from`: the bank account, or where the line waited. */
async function payFrom(
  ctx: Ctx,
  from: AccountCode,
  { payout, utr }: { payout: PayoutRow; utr: string | null },
): Promise<string> {
  const id = `payout:${payout.id}`
  await mustPost(ctx, {
    id,
    kind: 'payout',
    entries: [
      { account: owedAccount(payout.user_id), amountPaise: -payout.amount_paise },
      { account: from, amountPaise: payout.amount_paise },
    ],
  })
  await endLastAttempt(ctx.tx, payout.id, 'paid')
  const paid = await setPayout(ctx.tx, payout, {
    status: 'paid',
    provider_ref: utr,
    paid_at: new Date(ctx.now),
  })
  await notifyOfPayment(ctx, { payout: paid })
  return id
}

/** Locked. Null unless it is under way, for exactly this amount. */
async function lockSentPayout(
  ctx: Ctx,
  line: Pick<BookableLine, 'amount_paise'>,
  code: string | null,
): Promise<PayoutRow | null> {
  const payout = code === null ? undefined : await lockPayoutByCode(ctx.tx, code)
  const isIt = payout?.status === 'sent' && payout.provider === PROVIDER
  return isIt && payout.amount_paise === line.amount_paise ? payout : null
}

export async function bookPaidPayout(ctx: Ctx, line: BookableLine): Promise<BookedLine | null> {
  const payout = await lockSentPayout(ctx, line, line.target)
  if (!payout) return null
  const id = await payFrom(ctx, line.account, { payout, utr: line.utrs[0] ?? null })
  return { outcome: 'payout_paid', target: line.target, transfers: [id] }
}

export async function bookReturnedPayout(ctx: Ctx, line: BookableLine): Promise<BookedLine | null> {
  const payout = line.target === null ? undefined : await lockPayoutByCode(ctx.tx, line.target)
  if (payout?.status !== 'paid' || payout.amount_paise !== line.amount_paise) return null
  await returnPayout(ctx, payout.id, line.account)
  return { outcome: 'payout_returned', target: line.target, transfers: [`payout:${payout.id}:returned`] }
}

export async function bookTakenBack(ctx: Ctx, line: BookableLine): Promise<BookedLine | null> {
  const payIn = line.target === null ? undefined : await findPayInByReference(ctx.tx, line.target)
  if (!payIn) return null
  const id = `bank:${line.bank_account_id}:${line.key}`
  await takeBackDeposit(ctx, payIn, { id, account: line.account, amountPaise: line.amount_paise })
  return { outcome: 'deposit_reversed', target: line.target, transfers: [id] }
}
