/**
 * Mails a link to the address of an account. An address or a phone that nobody has gets the same answer after the same
 * statements, so that a stranger learns nothing from the words or from the time.
 */
import { createHash } from 'node:crypto'
import type { AuditAction } from '#core/audit.ts'
import { lockUser } from '#server/repositories/account.ts'
import { insertLink, type LinkTable, voidLinks } from '#server/repositories/account-links.ts'
import { deleteEmail } from '#server/repositories/emails.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import { newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { queueAccountEmail } from '#server/services/notifications/queue-email.ts'

type LinkOwner = Pick<UserRow, 'email' | 'locale' | 'first_name'> & { readonly id: number | null }

export interface LinkKind {
  readonly table: LinkTable
  readonly minutes: number
  /** Emails to one address within `minutes`: the newest always lives until more are sent, so nobody can use them up. */
  readonly emails: number
  readonly action: AuditAction
  /** Subject, words and link of the email. */
  readonly compose: (
    ctx: Ctx,
    owner: LinkOwner,
    placeholder: string,
  ) => Omit<Parameters<typeof queueAccountEmail>[1], 'key' | 'user'>
}

const NOBODY: LinkOwner = { id: null, email: '', locale: 'en', first_name: '' }

export interface LinkRequest {
  readonly user: UserRow | undefined
  /** The email or the phone as it was typed. */
  readonly typed: string
  readonly limitFactor: number
}

export async function mailLink(
  ctx: Ctx,
  kind: LinkKind,
  { user, typed, limitFactor }: LinkRequest,
): Promise<void> {
  if (!(await isWithinLimit(ctx, kind, { user, typed, limitFactor }))) return
  const owner = user ?? NOBODY
  // 0 is nobody's id
  const userId = owner.id ?? 0
  await lockUser(ctx.tx, userId)
  await voidLinks(ctx.tx, kind.table, userId)
  const { hash, placeholder } = await newMailedToken(ctx)
  await insertLink(ctx.tx, kind.table, { tokenHash: hash, userId: owner.id, minutes: kind.minutes })
  await recordAudit(ctx, {
    action: kind.action,
    actor: null,
    ...(user ? { subject: { type: 'user', id: user.id } } : {}),
  })
  const key = `${kind.table}:${hash.toString('hex')}`
  await queueAccountEmail(ctx, { key, user: owner, ...kind.compose(ctx, owner, placeholder) })
  // an email to nobody was queued for its time alone
  await deleteEmail(ctx.tx, owner.id === null ? key : '')
}

async function isWithinLimit(
  ctx: Ctx,
  { table, minutes, emails }: LinkKind,
  { user, typed, limitFactor }: LinkRequest,
): Promise<boolean> {
  const recipient = createHash('sha256')
    .update(user?.email ?? typed)
    .digest('base64url')
  const { current } = await countHit(ctx.tx, `${table} ${recipient}`, minutes * 60_000)
  return current <= emails * limitFactor
}
