/**
 * What people owe us because their bank gave a payment back after its deal had ended. They pay in no new
 * deal; what deals pay them is set against it; what will not come again, two Admins write off as a cost.
 */
import { CHARGEBACKS, payableAccount, receivableAccount } from '#core/accounts.ts'
import type { Debt } from '#core/contract/deal-freezes.ts'
import { Refusal } from '#core/errors.ts'
import { lockUser } from '#server/repositories/account.ts'
import {
  debtOf,
  findOpenWriteOff,
  insertWriteOff,
  listDebtRows,
  updateWriteOff,
} from '#server/repositories/debts.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { notifyOfDebt, notifyOfSetOff } from '#server/services/notifications/payment-notifications.ts'
import { mustPost } from './post.ts'

/** Paise that will not come back any more by themselves. */
export async function finalDebtOf({ tx }: Pick<Ctx, 'tx'>, userId: number): Promise<number> {
  const { owedPaise, pendingPaise } = await debtOf(tx, userId)
  return owedPaise - pendingPaise
}

/** Of whoever would pay in a new deal; throws Refusal `debt_open`. A debtor may sell: what they earn is set against it. */
export async function requireNoDebt(ctx: UserCtx): Promise<void> {
  if ((await finalDebtOf(ctx, ctx.user.id)) > 0) throw new Refusal('debt_open')
}

/** The money of a deal that still holds it is no debt yet: the deal stands still, and its people are told that. */
export async function tellOfDebt(
  ctx: Ctx,
  debt: { userId: number; dealId: string; transferId: string; amountPaise: number },
): Promise<void> {
  const owedPaise = await finalDebtOf(ctx, debt.userId)
  if (owedPaise > 0) await notifyOfDebt(ctx, { ...debt, owedPaise })
}

interface Payable {
  readonly dealId: string
  readonly userId: number
  readonly purpose: 'release' | 'refund'
  readonly amountPaise: number
}

/**
 * Of what a deal pays somebody, the part that they owe: it is set against their debt, and in no payout. Answers it in paise.
 * The credit that it is taken from, and the deal's new state, are written already or on their way before it on the same
 * connection. For whoever owes something at a look without the lock: most owe nothing.
 */
export async function setOffDebt(
  ctx: Ctx,
  { dealId, userId, purpose, amountPaise }: Payable,
): Promise<number> {
  // two payments to one debtor in the same moment would each be set against the whole debt
  await lockUser(ctx.tx, userId)
  const debtPaise = await finalDebtOf(ctx, userId)
  const setOffPaise = Math.min(debtPaise, amountPaise)
  if (setOffPaise === 0) return 0
  await mustPost(ctx, {
    ...{ id: `deal:${dealId}:${purpose}:set_off`, kind: 'set_off' },
    entries: [
      { account: payableAccount(userId), amountPaise: -setOffPaise },
      { account: receivableAccount(userId), amountPaise: setOffPaise },
    ],
  })
  const rest = { paidPaise: amountPaise - setOffPaise, owedPaise: debtPaise - setOffPaise }
  await notifyOfSetOff(ctx, { userId, dealId, purpose, setOffPaise, ...rest })
  return setOffPaise
}

export async function presentDebts(ctx: UserCtx): Promise<Debt[]> {
  const rows = await listDebtRows(ctx.tx)
  return rows.map((row) => ({
    ...{ user_id: row.user_id, name: row.name, form_pk: row.form_pk, note: row.note },
    ...{ owed_paise: row.owedPaise, pending_paise: row.pendingPaise, deals: [...row.deals] },
    ...{ asked_by: row.asker, asked_paise: row.asked_paise, mine: row.asked_by === ctx.user.id },
  }))
}

interface WriteOff {
  readonly amount_paise: number
  readonly note: string
}

/**
 * The first Admin asks, another who says the same amount writes it off. Throws Refusal `not_found`, `conflict` where another
 * amount may be written off now, `forbidden` to the person themselves and to whoever has asked.
 */
export async function writeOffDebt(
  ctx: UserCtx,
  userId: number,
  { amount_paise: amountPaise, note }: WriteOff,
): Promise<{ state: 'asked' | 'written_off' }> {
  if (userId === ctx.user.id) throw new Refusal('forbidden')
  // two at once would write off the same
  if (!(await lockUser(ctx.tx, userId))) throw new Refusal('not_found')
  const { owedPaise, pendingPaise } = await debtOf(ctx.tx, userId)
  if (owedPaise === 0) throw new Refusal('not_found')
  if (amountPaise !== owedPaise - pendingPaise) throw new Refusal('conflict')
  const open = await findOpenWriteOff(ctx.tx, userId)
  const isSecond = open?.amount_paise === amountPaise
  if (isSecond && open.asked_by === ctx.user.id) throw new Refusal('forbidden')
  if (isSecond) await agree(ctx, { id: open.id, userId, amountPaise })
  else await ask(ctx, { id: open?.id, userId, amountPaise, note })
  await recordAudit(ctx, {
    ...{ action: isSecond ? 'debt_written_off' : 'write_off_asked', actor: ctx.user },
    ...{ subject: { type: 'user', id: userId }, after: { amount_paise: amountPaise, note } },
  })
  return { state: isSecond ? 'written_off' : 'asked' }
}

interface WriteOffAsk {
  /** Missing where nobody has asked yet. */
  readonly id: number | undefined
  readonly userId: number
  readonly amountPaise: number
  readonly note: string
}

async function ask(ctx: UserCtx, { id, userId, amountPaise, note }: WriteOffAsk): Promise<void> {
  const words = {
    ...{ amount_paise: amountPaise, note, asked_by: ctx.user.id, asked_at: new Date(ctx.now) },
  }
  // of another amount it is another question
  await (id === undefined
    ? insertWriteOff(ctx.tx, { user_id: userId, ...words })
    : updateWriteOff(ctx.tx, id, words))
}

async function agree(
  ctx: UserCtx,
  { id, userId, amountPaise }: { id: number; userId: number; amountPaise: number },
): Promise<void> {
  const transferId = `write_off:${id}`
  await mustPost(ctx, {
    ...{ id: transferId, kind: 'written_off' },
    entries: [
      { account: CHARGEBACKS, amountPaise: -amountPaise },
      { account: receivableAccount(userId), amountPaise },
    ],
  })
  const agreed = { agreed_by: ctx.user.id, agreed_at: new Date(ctx.now), transfer_id: transferId }
  await updateWriteOff(ctx.tx, id, agreed)
}
