/**
 * Money of nobody we know goes back to the account that it came from. One Admin types that account, another confirms it; then
 * it is owed to strangers instead of waiting in suspense, and leaves like every payout of this account.
 */

import { accountAddress } from '#core/account-address.ts'
import { STRANGERS, SUSPENSE } from '#core/accounts.ts'
import { invalid } from '#core/errors.ts'
import { accountNumberField, ifscField, upiIdField } from '#core/payout-targets.ts'
import { readNarration } from '#core/statements/narration.ts'
import { isShownSource, payBackFrom } from '#core/statements/pay-back.ts'
import { newPayoutCode, randomId } from '#server/lib/tokens.ts'
import type { DeskLineRow } from '#server/repositories/line-decisions.ts'
import { insertPayout, setPayout } from '#server/repositories/payments.ts'
import { lockPayoutOfLine } from '#server/repositories/payout-holds.ts'
import type { UserCtx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { payoutSignal } from '#server/services/money/queue-payout.ts'
import { linePostingId } from './desk-lines.ts'

interface TypedSource {
  readonly upi_id?: string | undefined
  readonly account_number?: string | undefined
  readonly ifsc?: string | undefined
  readonly recipient?: string | undefined
}

function addressOf({ upi_id, account_number, ifsc }: TypedSource): string {
  if (upi_id) return checked('upi_id', upiIdField.safeParse(upi_id))
  const number = checked('account_number', accountNumberField.safeParse(account_number))
  return accountAddress(number, checked('ifsc', ifscField.safeParse(ifsc)))
}

function checked(
  field: string,
  result: { success: true; data: string } | { success: false; error: { issues: { message: string }[] } },
): string {
  if (!result.success) throw invalid({ [field]: [result.error.issues[0]?.message ?? 'required'] })
  return result.data
}

/** Throws Refusal `invalid` for an account that the line does not show, and while its payer may still say that it is theirs. */
export function sourceOf(
  ctx: UserCtx,
  row: DeskLineRow,
  input: TypedSource,
): { target: string; recipient: string } {
  if (row.dir === 'D') throw invalid({ kind: ['select'] })
  if (ctx.now <= payBackFrom(row.date, ctx.settings.policy.calendar))
    throw invalid({ kind: ['line_too_early'] })
  const target = addressOf(input)
  if (!isShownSource(readNarration(row, row.account, row.own_names), target))
    throw invalid({ [input.upi_id ? 'upi_id' : 'account_number']: ['line_source'] })
  const { recipient = '' } = input
  if (recipient === '') throw invalid({ recipient: ['required'] })
  return { target, recipient }
}

interface PayBack {
  readonly n: number
  readonly target: string | null
  readonly recipient: string | null
}

/** Answers the transfer. */
export async function payBackLine(
  ctx: UserCtx,
  row: DeskLineRow,
  { n, target, recipient }: PayBack,
): Promise<string> {
  const id = linePostingId(row, 'refund', n)
  await mustPost(ctx, {
    id,
    kind: 'line_refunded',
    entries: [
      { account: SUSPENSE, amountPaise: -row.amount_paise },
      { account: STRANGERS, amountPaise: row.amount_paise },
    ],
  })
  await insertPayout(ctx.tx, {
    ...{ id: randomId(), deal_id: null, user_id: null, party: 'payer', purpose: 'suspense' },
    ...{
      amount_paise: row.amount_paise,
      provider: 'upi',
      destination: target,
      created_at: new Date(ctx.now),
    },
    ...{ status: 'queued', bank_line: row.key, recipient, by_hand: true, code: newPayoutCode() },
    bank_account_id: row.bank_account_id,
  })
  ctx.tx.afterCommit(() => payoutSignal.emit('queued'))
  return id
}

/** While it has not left. Answers the transfer; throws Refusal `invalid` once somebody may have paid it. */
export async function keepLine(ctx: UserCtx, row: DeskLineRow, { n }: Pick<PayBack, 'n'>): Promise<string> {
  const payout = await lockPayoutOfLine(ctx.tx, row.key)
  if (!payout || !['held', 'queued'].includes(payout.status)) throw invalid({ note: ['line_moved_on'] })
  await setPayout(ctx.tx, payout, { status: 'cancelled', held_because: [] })
  const id = linePostingId(row, 'kept', n)
  await mustPost(ctx, {
    id,
    kind: 'line_undone',
    entries: [
      { account: STRANGERS, amountPaise: -row.amount_paise },
      { account: SUSPENSE, amountPaise: row.amount_paise },
    ],
  })
  return id
}
