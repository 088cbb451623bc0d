/** Where I am signed in, and signing devices out. */
import type { AccountSession } from '#core/contract/account.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import { deleteOtherSessions, deleteSessionOf, listSessionsOf } from '#server/repositories/account.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function listMySessions(ctx: UserCtx, token: string): Promise<AccountSession[]> {
  const current = tokenHash(token).subarray(0, 9).toString('hex')
  const rows = await listSessionsOf(ctx.tx, ctx.user.id)
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    remember: row.remember,
    created_at: toIso(row.created_at.getTime()),
    last_used_at: toIso(row.used_at.getTime()),
    expires_at: toIso(row.expires_at.getTime()),
    current: row.id === current,
  }))
}

export async function endMySession(ctx: UserCtx, id: string): Promise<void> {
  if (!(await deleteSessionOf(ctx.tx, ctx.user.id, id))) throw new Refusal('not_found')
  await recordEnd(ctx, 'one')
}

export async function endOtherSessions(ctx: UserCtx, token: string): Promise<void> {
  await deleteOtherSessions(ctx.tx, ctx.user.id, tokenHash(token))
  await recordEnd(ctx, 'all others')
}

const recordEnd = (ctx: UserCtx, which: string): Promise<void> =>
  recordAudit(ctx, {
    action: 'sessions_ended',
    actor: ctx.user,
    subject: { type: 'user', id: ctx.user.id },
    after: { which },
  })
