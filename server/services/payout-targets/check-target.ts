/** Two Admins say that a target is its owner's, or one takes it out of use. Neither is its owner. */
import type { Answer } from '#core/contract/endpoint.ts'
import type {
  approveTarget as approveEndpoint,
  listTargetChecks as listEndpoint,
} from '#core/contract/target-checks.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { lockUser } from '#server/repositories/account.ts'
import { findTarget, type PayoutTargetRow, retireTarget } from '#server/repositories/payout-targets.ts'
import {
  countTargetApprovals,
  insertCheck,
  listChecksOf,
  listUnchecked,
} from '#server/repositories/target-checks.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { rejudgeHeldOf } from '#server/services/money/queue-payout.ts'
import { tellOfRefusedTarget } from './emails.ts'

export async function listTargetChecks(ctx: UserCtx): Promise<Answer<typeof listEndpoint>> {
  const rows = await listUnchecked(ctx.tx)
  const checks = await listChecksOf(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  const owners = rows.map((row) => row.user_id)
  await recordListView(ctx, 'payout targets', owners)
  return rows.map((row) => {
    const approvals = checks.filter(({ target_id }) => target_id === row.id)
    return {
      ...{ id: row.id, user_id: row.user_id, name: `${row.first_name} ${row.last_name}` },
      ...{ business_name: row.business_name, kind: row.kind, address: row.address_masked },
      ...{ bank_name: row.bank_name, shared_with: row.shared_with, waiting_paise: row.waiting_paise },
      created_at: toIso(row.created_at.getTime()),
      usable_from: toIso(row.usable_from.getTime()),
      approvals: approvals.map(({ first_name, note, at }) => ({
        ...{ by: first_name, note },
        at: toIso(at.getTime()),
      })),
      mine: row.user_id === ctx.user.id || approvals.some(({ checked_by }) => checked_by === ctx.user.id),
    }
  })
}

interface LockedTarget {
  readonly target: PayoutTargetRow
  readonly owner: UserRow
}

/** By its owner's row: an owner who sets another one at the same moment is first, or waits. */
async function lockUnchecked(ctx: UserCtx, id: string): Promise<LockedTarget> {
  const userId = (await findTarget(ctx.tx, id))?.user_id
  const owner = userId === undefined ? undefined : await lockUser(ctx.tx, userId)
  const target = owner && (await findTarget(ctx.tx, id))
  if (!owner || !target) throw new Refusal('not_found')
  if (owner.id === ctx.user.id) throw new Refusal('forbidden')
  if (target.retired_at !== null || target.name_matches) throw new Refusal('wrong_state')
  return { target, owner }
}

async function recordVerdict(
  ctx: UserCtx,
  { target, owner }: LockedTarget,
  { verdict, note }: { verdict: 'approved' | 'refused'; note: string },
): Promise<void> {
  const { user, now } = ctx
  const check = { target_id: target.id, verdict, note, checked_by: user.id, at: new Date(now) }
  if (!(await insertCheck(ctx.tx, check))) throw new Refusal('forbidden')
  await recordAudit(ctx, {
    action: verdict === 'approved' ? 'payout_target_approved' : 'payout_target_refused',
    actor: ctx.user,
    subject: { type: 'user', id: owner.id },
    after: { address: target.address_masked, note },
  })
}

/** Throws Refusal `forbidden` for its owner, and for who has approved it already. */
export async function approveTarget(
  ctx: UserCtx,
  id: string,
  note: string,
): Promise<Answer<typeof approveEndpoint>> {
  const locked = await lockUnchecked(ctx, id)
  await recordVerdict(ctx, locked, { verdict: 'approved', note })
  await rejudgeHeldOf(ctx, locked.owner.id)
  return { id, approvals: await countTargetApprovals(ctx.tx, id) }
}

/** One is enough: nothing goes anywhere by it. Who approved it before has spoken. */
export async function refuseTarget(ctx: UserCtx, id: string, note: string): Promise<{ id: string }> {
  const locked = await lockUnchecked(ctx, id)
  await recordVerdict(ctx, locked, { verdict: 'refused', note })
  await retireTarget(ctx.tx, locked.owner.id, { because: 'refused', at: new Date(ctx.now) })
  await rejudgeHeldOf(ctx, locked.owner.id)
  await tellOfRefusedTarget(ctx, locked)
  return { id }
}
