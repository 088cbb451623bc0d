/** What a mailed link does, once its page's button was pressed. Each works once, in any browser. */
import type { LinkAction } from '#core/contract/verification.ts'
import { invalid } from '#core/errors.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type ContactChangeRow,
  holdPayouts,
  lockAccountsOf,
  markEmailProved,
  stopChange,
} from '#server/repositories/contacts.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { consumeLink, replaceCodes } from '#server/repositories/verifications.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import { freezeByLink } from '#server/services/money/freeze-payouts.ts'
import { maskedContact } from './code.ts'
import { givePhone } from './finish-change.ts'
import { proveEmailOf } from './prove-email.ts'
import { ALARM_HOURS, refuseClaim } from './refuse-claim.ts'

export async function followLink(
  ctx: Ctx,
  { action, token }: { action: LinkAction; token: string },
): Promise<void> {
  if (!(await ACTIONS[action](ctx, tokenHash(token)))) throw invalid({ token: ['link_dead'] })
}

const ACTIONS: Readonly<Record<LinkAction, (ctx: Ctx, hash: Buffer) => Promise<boolean>>> = {
  verify_email: async (ctx, hash) => {
    const row = await consumeLink(ctx.tx, hash)
    if (row) await proveEmailOf(ctx, row.user_id, row.value)
    return row !== undefined
  },
  stop_change: async (ctx, hash) => {
    const change = await stopChange(ctx.tx, hash)
    if (change) await stop(ctx, change)
    return change !== undefined
  },
  not_me: freezeByLink,
  object_claim: (ctx, hash) => refuseClaim(ctx, { objectHash: hash }),
}

/** Whoever began it is signed out; what it did already is undone, unless somebody has proved the old value since. */
async function stop(ctx: Ctx, change: ContactChangeRow): Promise<void> {
  const { user_id: userId, kind, old_value: value } = change
  await replaceCodes(ctx.tx, { userId, kind })
  await deleteSessionsOf(ctx.tx, userId)
  await holdPayouts(ctx.tx, userId, ALARM_HOURS)
  const accounts = await lockAccountsOf(ctx.tx, { kind, value, userId })
  const isFree = accounts.every(
    (account) =>
      account.id === userId ||
      (kind === 'phone' ? account.phone_verified_at === null : account.email_verified_at === null),
  )
  if (change.done_at !== null && isFree)
    await (kind === 'phone' ? givePhone(ctx, userId, value) : markEmailProved(ctx.tx, userId, value))
  await recordAudit(ctx, {
    action: 'contact_change_stopped',
    actor: null,
    subject: { type: 'user', id: userId },
    before: { [kind]: maskedContact(change.new_value) },
    after: { [kind]: maskedContact(value) },
  })
}
