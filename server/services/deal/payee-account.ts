/** Whether a payee can be paid where the provider holds the money of deals, and what its owner is shown of the account. */
import type { Deal } from '#core/contract/deals.ts'
import type { PayeeAccountState } from '#core/contract/payee-account.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import {
  ACCOUNT_COOLING_MS,
  type AccountFacts,
  BUSINESS_TYPES,
  type PayeeWait,
  payeeWait,
} from '#core/payee-accounts.ts'
import { DAY_MS, toIso } from '#core/time.ts'
import { findLinkedAccount, isTakenOut, type LinkedAccountRow } from '#server/repositories/linked-accounts.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'

/** What is pretended is held by nobody. */
export const isAccountNeeded = ({ settings }: Pick<Ctx, 'settings'>): boolean =>
  settings.custody === 'psp_hold' && settings.provider !== 'sandbox'

const factsOf = (row: LinkedAccountRow | undefined): AccountFacts | null =>
  row ? { state: row.state, activatedAt: row.activated_at?.getTime() ?? null } : null

/** Null: they can be paid, or need no account for it. */
export async function waitOfPayee(ctx: Ctx, payeeId: number | null): Promise<PayeeWait | null> {
  if (!isAccountNeeded(ctx)) return null
  const row = payeeId === null ? undefined : await findLinkedAccount(ctx.tx, payeeId)
  return payeeWait(factsOf(row), ctx.now)
}

/** The same for a deal that is shown: a new account can be paid from a moment on that is known. */
export async function shownWaitOfPayee(
  ctx: Ctx,
  payeeId: number | null,
): Promise<Pick<Deal, 'payee_waits' | 'payee_ready_at'>> {
  const payee_waits = await waitOfPayee(ctx, payeeId)
  if (payee_waits !== 'cooling' || payeeId === null) return { payee_waits }
  const activatedAt = (await findLinkedAccount(ctx.tx, payeeId))?.activated_at?.getTime()
  return activatedAt === undefined
    ? { payee_waits }
    : { payee_waits, payee_ready_at: toIso(activatedAt + ACCOUNT_COOLING_MS) }
}

/** So long a deal that nobody can pay yet does not end for want of the money. */
const LONGEST_WAIT_MS = 7 * DAY_MS

/** A deal that is agreed while its payee's account is not there yet: until the provider has taken it, at most a week. */
export async function waitForPayee(ctx: Ctx, payeeId: number | null, next: DealFacts): Promise<DealFacts> {
  if (!isAccountNeeded(ctx) || (await waitOfPayee(ctx, payeeId)) === null) return next
  return { ...next, dueAt: Math.max(next.dueAt ?? 0, ctx.now + LONGEST_WAIT_MS) }
}

export async function payeeAccountState(
  ctx: UserCtx,
  accepted: readonly string[],
): Promise<PayeeAccountState> {
  const row = await findLinkedAccount(ctx.tx, ctx.user.id)
  return {
    needed: isAccountNeeded(ctx),
    business_types: BUSINESS_TYPES.filter((type) => accepted.includes(type)),
    account: row
      ? {
          ...{ state: row.state, bank: row.bank_masked, wanted: row.wanted },
          taken_out: isTakenOut(row),
          submitted_at: toIso(row.submitted_at.getTime()),
          usable_from: row.activated_at && toIso(row.activated_at.getTime() + ACCOUNT_COOLING_MS),
        }
      : null,
    waits: isAccountNeeded(ctx) ? payeeWait(factsOf(row), ctx.now) : null,
    now: toIso(ctx.now),
  }
}
