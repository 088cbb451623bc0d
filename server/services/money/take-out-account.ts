/**
 * The account of a payee at the provider may be a thief's: its owner says so, or has a new password. Nothing is paid to it
 * until other details were sent and the provider has activated them; the provider itself goes on having the old ones.
 */
import {
  findLinkedAccount,
  lockLinkedAccount,
  updateLinkedAccount,
} from '#server/repositories/linked-accounts.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import { freezeQueuedOf, rejudgeHeldOf } from './queue-payout.ts'

/** Of a user who is locked. Answers the bank account that went, shortened; null where there was none. */
export async function takeOutAccount(
  ctx: Ctx,
  userId: number,
  because: 'not_me' | 'reset',
): Promise<string | null> {
  const known = await findLinkedAccount(ctx.tx, userId)
  const row = known && (await lockLinkedAccount(ctx.tx, known.id))
  if (!row) return null
  await updateLinkedAccount(ctx.tx, row.id, {
    ...{ state: 'needs_clarification', wanted: [], problem: null, activated_at: null },
    ...{ details_sealed: null, owner_sent: false, bank_sent: false, next_try_at: null },
    taken_out_at: new Date(ctx.now),
  })
  await recordAudit(ctx, {
    action: 'payee_account_taken_out',
    actor: null,
    subject: { type: 'user', id: userId },
    before: { bank: row.bank_masked },
    after: { because },
  })
  await freezeQueuedOf(ctx, userId)
  await rejudgeHeldOf(ctx, userId)
  return row.bank_masked
}
