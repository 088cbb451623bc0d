/** Writes the audit log in the caller's transaction: an event is there exactly when what it tells of is. */
import type { AuditAction } from '#core/audit.ts'
import { insertAuditEvent } from '#server/repositories/audit.ts'
import type { Ctx, SessionUser } from '#server/services/context.ts'

export interface AuditEntry {
  readonly action: AuditAction
  /** Who did it; null when nobody is signed in, as at a failed sign-in. */
  readonly actor: Pick<SessionUser, 'id' | 'userType'> | null
  /** Whom or what it concerns. */
  readonly subject?: { readonly type: string; readonly id: string | number }
  /** Only what changed. Never a password, a code, a token or a whole account number. */
  readonly before?: unknown
  readonly after?: unknown
}

export const recordAudit = (ctx: Ctx, { action, actor, subject, before, after }: AuditEntry): Promise<void> =>
  insertAuditEvent(ctx.tx, {
    action,
    actor_id: actor?.id ?? null,
    actor_role: actor?.userType ?? null,
    subject_type: subject?.type ?? null,
    subject_id: subject ? String(subject.id) : null,
    before,
    after,
    address: ctx.origin?.address ?? null,
    device: ctx.origin?.device ?? null,
    request_id: ctx.origin?.requestId ?? null,
  })
