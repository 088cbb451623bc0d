/** Who owes us pays it back from their own bank: a line goes against their debt, as far as they owe it; the rest waits on. */
import { receivableAccount, SUSPENSE } from '#core/accounts.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { lockUser } from '#server/repositories/account.ts'
import type { DeskLineRow } from '#server/repositories/line-decisions.ts'
import { findUser } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { finalDebtOf } from '#server/services/money/debts.ts'
import { mustPost } from '#server/services/money/post.ts'
import { notifyOfDebtPaid } from '#server/services/notifications/payment-notifications.ts'
import { linePostingId } from './desk-lines.ts'

interface DebtPayment {
  readonly n: number
  /** Of the line: whose debt it pays. */
  readonly target: string | null
}

/** Throws Refusal `forbidden` to the debtor themselves, `invalid` for a line that left and for who owes nothing. */
export async function debtorOf(
  ctx: UserCtx,
  { dir }: Pick<DeskLineRow, 'dir'>,
  target: string,
): Promise<{ readonly id: number; readonly name: string }> {
  const id = /^[1-9]\d{0,14}$/.test(target) ? Number(target) : 0
  if (id === ctx.user.id) throw new Refusal('forbidden')
  const user = dir === 'D' || id === 0 ? undefined : await findUser(ctx.tx, id)
  if (!user || (await finalDebtOf(ctx, id)) === 0) throw invalid({ target: ['line_target'] })
  return { id, name: `${user.first_name} ${user.last_name}`.trim() }
}

/** `partPaise`: of what was owed, where the line has more; null where the debt takes all of it. */
export async function payDebt(
  ctx: UserCtx,
  row: DeskLineRow,
  { n, target }: DebtPayment,
): Promise<{ outcome: 'debt'; transfers: readonly string[]; partPaise: number | null }> {
  const { id: userId } = await debtorOf(ctx, row, target ?? '')
  // what is set off or written off at the same time is owed no more
  await lockUser(ctx.tx, userId)
  const owedPaise = await finalDebtOf(ctx, userId)
  if (owedPaise === 0) throw invalid({ target: ['line_target'] })
  const paidPaise = Math.min(owedPaise, row.amount_paise)
  const id = linePostingId(row, 'debt', n)
  await mustPost(ctx, {
    ...{ id, kind: 'debt_paid' },
    entries: [
      { account: SUSPENSE, amountPaise: -paidPaise },
      { account: receivableAccount(userId), amountPaise: paidPaise },
    ],
  })
  await notifyOfDebtPaid(ctx, { userId, transferId: id, paidPaise, owedPaise: owedPaise - paidPaise })
  return { outcome: 'debt', transfers: [id], partPaise: paidPaise < row.amount_paise ? paidPaise : null }
}

/** It was not theirs: they owe it again, and the line waits. Answers the transfer. */
export async function takeBackDebt(
  ctx: UserCtx,
  row: DeskLineRow,
  { n, target }: DebtPayment,
): Promise<string> {
  const id = linePostingId(row, 'undone', n)
  await mustPost(ctx, {
    ...{ id, kind: 'line_undone' },
    entries: [
      { account: receivableAccount(Number(target)), amountPaise: -row.amount_paise },
      { account: SUSPENSE, amountPaise: row.amount_paise },
    ],
  })
  return id
}
