/** Whether a payee can be paid where the provider holds the money of deals, and what its owner is shown of the account. */
import type { PayeeAccountState } from '#core/contract/payee-account.ts'
import {
  ACCOUNT_COOLING_MS,
  type AccountFacts,
  BUSINESS_TYPES,
  type PayeeWait,
  payeeWait,
} from '#core/payee-accounts.ts'
import { toIso } from '#core/time.ts'
import { findLinkedAccount, type LinkedAccountRow } from '#server/repositories/linked-accounts.ts'
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
          submitted_at: toIso(row.submitted_at.getTime()),
          usable_from: row.activated_at && toIso(row.activated_at.getTime() + ACCOUNT_COOLING_MS),
        }
      : null,
    waits: isAccountNeeded(ctx) ? payeeWait(factsOf(row), ctx.now) : null,
    now: toIso(ctx.now),
  }
}
