/**
 * Where the money of a deleted account goes: one Admin proposes the target that its owner has asked for in a letter, another
 * confirms it. Nobody else can set one, and what comes back is owed all the same (docs/decisions/027).
 */
import type { z } from 'zod'
import { accountAddress } from '#core/account-address.ts'
import type { proposeTarget as proposeEndpoint } from '#core/contract/payouts.ts'
import { Refusal } from '#core/errors.ts'
import type { HoldReason } from '#core/payout-holds.ts'
import { maskedAccount } from '#core/upi.ts'
import { newToken, randomId, tokenHash } from '#server/lib/tokens.ts'
import { lockOwner } from '#server/repositories/account.ts'
import { lockPayout, type PayoutRow } from '#server/repositories/payments.ts'
import { hasFailedForCertain } from '#server/repositories/payout-failures.ts'
import { insertTarget, type PayoutTargetRow, retireTarget } from '#server/repositories/payout-targets.ts'
import {
  decideProposal,
  findProposal,
  insertApproval,
  insertProposal,
  listProposalsOf,
  type TargetProposalRow,
} from '#server/repositories/second-person.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { requireNoParty } from './parties.ts'
import { openAddress, sealAddress } from './payout-address.ts'
import { rejudge, rejudgeHeldOf } from './queue-payout.ts'

type ProposalInput = z.output<typeof proposeEndpoint.body>

type StuckPayout = Pick<PayoutRow, 'status' | 'purpose' | 'hold_of' | 'held_because' | 'target_id'> & {
  /** The account of its owner is. */
  readonly is_deleted: boolean
  /** Its last try, for certain. */
  readonly has_failed: boolean
}

/** Held for want of a target, come back from one or refused by it; and nobody is left who could set another. */
export function needsNamedTarget(payout: StuckPayout): boolean {
  const { status, purpose, hold_of, held_because, target_id } = payout
  // what a provider holds goes to the payee's account there
  if (!payout.is_deleted || (purpose === 'release' && hold_of !== null)) return false
  if (status === 'review') return payout.has_failed && target_id !== null
  const cameBack = held_because.includes('returned') && target_id !== null
  return status === 'held' && (cameBack || held_because.includes('no_target'))
}

async function isStuck(ctx: UserCtx, payout: PayoutRow): Promise<boolean> {
  if (payout.user_id === null) return false
  const owner = await findUser(ctx.tx, payout.user_id)
  const has_failed = await hasFailedForCertain(ctx.tx, payout.id)
  return needsNamedTarget({ ...payout, is_deleted: owner?.deleted_at != null, has_failed })
}

/** Throws Refusal `wrong_state` while its owner can set a target, or it has one; `conflict` when another proposal waits. */
export async function proposeTarget(ctx: UserCtx, id: string, input: ProposalInput): Promise<{ id: string }> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Refusal('not_found')
  await requireNoParty(ctx, payout)
  const { user_id: ownerId } = payout
  if (ownerId === null || !(await isStuck(ctx, payout))) throw new Refusal('wrong_state')
  const address = input.kind === 'upi' ? input.upi_id : accountAddress(input.account_number, input.ifsc)
  const { address_sealed } = await sealAddress(ctx, ownerId, address)
  const { kind, holder_name, reason } = input
  const proposal = {
    ...{ id: randomId(), payout_id: id, kind, address_sealed, address_masked: maskedAccount(address) },
    ...{ holder_name, reason, proposed_by: ctx.user.id, proposed_at: new Date(ctx.now) },
  }
  if (!(await insertProposal(ctx.tx, proposal))) throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'payout_target_proposed',
    actor: ctx.user,
    subject: { type: 'payout', id },
    after: { ...auditOf(proposal), reason },
  })
  return proposal
}

const auditOf = ({
  address_masked,
  holder_name,
}: Pick<TargetProposalRow, 'address_masked' | 'holder_name'>) => ({
  address: address_masked,
  holder_name,
})

/** What two Admins have looked at who have seen the letter, the sum and where it goes. Whatever else speaks against it stays. */
const JUDGED_BY_NAMING: readonly HoldReason[] = ['returned', 'target_unverified', 'velocity', 'four_eyes']

/**
 * The owner has a target again, and what waits for one goes there. Throws Refusal `forbidden` for whoever proposed it,
 * `wrong_state` once it is decided or the payout has somewhere to go.
 */
export async function confirmTarget(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const { proposal, payout } = await lockProposed(ctx, id)
  const { user_id: ownerId } = payout
  if (proposal.proposed_by === ctx.user.id) throw new Refusal('forbidden')
  await requireNoParty(ctx, payout)
  if (ownerId === null || proposal.state !== 'proposed' || !(await isStuck(ctx, payout)))
    throw new Refusal('wrong_state')
  const target = await nameTarget(ctx, ownerId, proposal)
  await decide(ctx, proposal, { state: 'confirmed', targetId: target.id })
  for (const approved_by of [proposal.proposed_by, ctx.user.id])
    await insertApproval(ctx.tx, {
      ...{ payout_id: payout.id, target_id: target.id, approved_by, at: new Date(ctx.now) },
    })
  const toTarget = { ...payout, target_id: target.id, approved: [...JUDGED_BY_NAMING] }
  const placed = await rejudge(ctx, toTarget, { isNewGeneration: payout.status === 'review' })
  await withdrawSuperseded(ctx, await rejudgeHeldOf(ctx, ownerId))
  return placed
}

/** What has somewhere to go now needs no other address: it would stay sealed in a proposal that nobody can confirm. */
async function withdrawSuperseded(ctx: UserCtx, placed: readonly PayoutRow[]): Promise<void> {
  const proposals = await listProposalsOf(
    ctx.tx,
    placed.map(({ id }) => id),
  )
  for (const proposal of proposals) {
    const payout = placed.find(({ id }) => id === proposal.payout_id)
    if (payout && !(await isStuck(ctx, payout)))
      await decide(ctx, proposal, { state: 'withdrawn', targetId: null })
  }
}

/** By whichever Admin: nothing moves by it. */
export async function withdrawTarget(ctx: UserCtx, id: string): Promise<PayoutRow> {
  const { proposal, payout } = await lockProposed(ctx, id)
  await decide(ctx, proposal, { state: 'withdrawn', targetId: null })
  return payout
}

/** The owner's row first, as where a target is set: of two who decide at once the second reads what the first has done. */
async function lockProposed(
  ctx: UserCtx,
  id: string,
): Promise<{ proposal: TargetProposalRow; payout: PayoutRow }> {
  const ownerId = (await findProposal(ctx.tx, id))?.owner_id ?? null
  if (ownerId !== null) await lockOwner(ctx.tx, ownerId)
  const proposal = await findProposal(ctx.tx, id)
  const payout = proposal && (await lockPayout(ctx.tx, proposal.payout_id))
  if (!proposal || !payout) throw new Refusal('not_found')
  return { proposal, payout }
}

/** Nobody is mailed a link that stops it: the account has no address any more. */
async function nameTarget(
  ctx: UserCtx,
  ownerId: number,
  { kind, address_sealed, address_masked, holder_name }: TargetProposalRow,
): Promise<PayoutTargetRow> {
  const sealed = await sealAddress(ctx, ownerId, await openAddress(ctx, ownerId, address_sealed))
  const at = new Date(ctx.now)
  await retireTarget(ctx.tx, ownerId, { because: 'replaced', at })
  return insertTarget(ctx.tx, {
    ...{ id: randomId(), user_id: ownerId, kind, ...sealed, address_masked },
    ...{ bank_name: holder_name, name_matches: true, freeze_hash: tokenHash(newToken()) },
    ...{ created_at: at, usable_from: at },
  })
}

async function decide(
  ctx: UserCtx,
  proposal: TargetProposalRow,
  { state, targetId }: { state: 'confirmed' | 'withdrawn'; targetId: string | null },
): Promise<void> {
  const decision = { id: proposal.id, state, by: ctx.user.id, at: new Date(ctx.now), targetId }
  if (!(await decideProposal(ctx.tx, decision))) throw new Refusal('wrong_state')
  await recordAudit(ctx, {
    action: state === 'confirmed' ? 'payout_target_confirmed' : 'payout_target_withdrawn',
    actor: ctx.user,
    subject: { type: 'payout', id: proposal.payout_id },
    after: auditOf(proposal),
  })
}
