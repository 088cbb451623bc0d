/** Writes the audit log in the caller's transaction: an event is there exactly when what it tells of is. */
import type { AuditAction } from '#core/audit.ts'
import type { UserType } from '#core/roles.ts'
import type { Tx } from '#server/db/transaction.ts'
import { hasAuditEvent, insertAuditEvent } from '#server/repositories/audit.ts'

/** What an event needs of a service's context: the open transaction, and where the request came from. */
export interface AuditCtx {
  readonly tx: Tx
  /** Missing in jobs and commands. */
  readonly origin?: {
    readonly address: string | null
    readonly device: string | null
    readonly requestId: string
  }
}

interface AuditActor {
  readonly id: number
  readonly userType: UserType
}

export type ActorCtx = AuditCtx & { readonly user: AuditActor }

export interface AuditEntry {
  readonly action: AuditAction
  /** Who did it; null when nobody is signed in, as at a failed sign-in. */
  readonly actor: AuditActor | null
  /** Whom or what it concerns. */
  readonly subject?: { readonly type: string; readonly id: string | number }
  /** Only what changed. Never a password, a code, a token or a whole account number. */
  readonly before?: unknown
  readonly after?: unknown
}

export const recordAudit = (
  ctx: AuditCtx,
  { action, actor, subject, before, after }: AuditEntry,
): Promise<void> =>
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

/** An open page asks again and again: without a pause its looks would bury the rest of the log. */
const MINUTES_BETWEEN_VIEWS = 60

interface ViewedSubject {
  /** `list`: a list or a search of the team, by its name. */
  readonly type: 'deal' | 'bank_line' | 'payout_batch' | 'list' | 'user'
  readonly id: string
}

/** The team looks at what is others': once an hour for each subject. */
export async function recordView(ctx: ActorCtx, subject: ViewedSubject): Promise<void> {
  const event = {
    action: 'personal_data_viewed',
    actor_id: ctx.user.id,
    subject_type: subject.type,
    subject_id: subject.id,
  } as const
  if (await hasAuditEvent(ctx.tx, event, MINUTES_BETWEEN_VIEWS)) return
  await recordAudit(ctx, { action: event.action, actor: ctx.user, subject })
}

/** A page of one of the team's lists: whose data were on it. */
export const recordListView = (
  ctx: ActorCtx,
  list: string,
  ids: readonly (string | number)[],
): Promise<void> =>
  recordAudit(ctx, {
    action: 'personal_data_viewed',
    actor: ctx.user,
    subject: { type: 'list', id: list },
    after: { ids },
  })
