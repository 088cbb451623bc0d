/** Where a line goes that is certain, judged once more under the locks of what it moves. */
import { type AccountCode, gatewayAccount, owedAccount } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
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
import { findPartPaise } from '#server/repositories/payout-parts.ts'
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

/** A person's decision about a line may be of more kinds than a booking. */
interface BookedPart {
  readonly outcome: 'payout_part'
  readonly target: string | null
  readonly transfers: readonly string[]
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

/** A payout that is under way, locked, and what of it has left in parts. */
interface PartlySent {
  readonly payout: PayoutRow
  readonly partPaise: number
}

/** What has left of payouts that have not left whole: they are owed until the rest has. */
const PARTS = gatewayAccount(PROVIDER)

/** `from`: the bank account, or where the line waited. */
async function payFrom(
  ctx: Ctx,
  from: AccountCode,
  { payout, partPaise, utr }: PartlySent & { readonly utr: string | null },
): Promise<string> {
  const id = `payout:${payout.id}`
  const parts = partPaise > 0 ? [{ account: PARTS, amountPaise: partPaise }] : []
  await mustPost(ctx, {
    id,
    kind: 'payout',
    entries: [
      { account: owedAccount(payout.user_id), amountPaise: -payout.amount_paise },
      { account: from, amountPaise: payout.amount_paise - partPaise },
      ...parts,
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

async function lockSentPayout(ctx: Ctx, code: string | null): Promise<PartlySent | null> {
  const payout = code === null ? undefined : await lockPayoutByCode(ctx.tx, code)
  if (payout?.status !== 'sent' || payout.provider !== PROVIDER) return null
  return { payout, partPaise: await findPartPaise(ctx.tx, payout.id) }
}

/** For exactly what of it has not left yet. */
export async function bookPaidPayout(ctx: Ctx, line: BookableLine): Promise<BookedLine | null> {
  const sent = await lockSentPayout(ctx, line.target)
  if (sent?.payout.amount_paise !== line.amount_paise + (sent?.partPaise ?? 0)) return null
  const id = await payFrom(ctx, line.account, { ...sent, utr: line.utrs[0] ?? null })
  return { outcome: 'payout_paid', target: line.target, transfers: [id] }
}

/** A debit that is less than what is left of a payout: all of it stays owed, and what left stands beside it until the rest has. */
export async function bookPayoutPart(
  ctx: Ctx,
  line: Pick<BookableLine, 'target' | 'amount_paise' | 'account'>,
  id: string,
): Promise<BookedPart | null> {
  const sent = await lockSentPayout(ctx, line.target)
  if (!sent || sent.payout.amount_paise - sent.partPaise <= line.amount_paise) return null
  const entries = partEntries(line)
  await mustPost(ctx, { id, kind: 'payout_part', entries })
  return { outcome: 'payout_part', target: line.target, transfers: [id] }
}

/** Two Admins take it back while the rest has not left. Throws Refusal `wrong_state` later. */
export async function takeBackPart(
  ctx: Ctx,
  line: Pick<BookableLine, 'target' | 'amount_paise' | 'account'>,
  id: string,
): Promise<string> {
  if (!(await lockSentPayout(ctx, line.target))) throw new Refusal('wrong_state')
  const entries = partEntries(line).map(({ account, amountPaise }) => ({
    account,
    amountPaise: -amountPaise,
  }))
  await mustPost(ctx, { id, kind: 'line_undone', entries })
  return id
}

const partEntries = ({ account, amount_paise }: Pick<BookableLine, 'amount_paise' | 'account'>) => [
  { account, amountPaise: amount_paise },
  { account: PARTS, amountPaise: -amount_paise },
]

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
