/** A new version of the policy: one Admin writes it, a second one approves it, and it counts from then on. */
import type { PolicyDesk } from '#core/contract/policies.ts'
import { Refusal } from '#core/errors.ts'
import { type Policy, readPolicy } from '#core/policy.ts'
import { changedFigures, type FigureValues, withFigures } from '#core/policy-figures.ts'
import { toIso } from '#core/time.ts'
import { randomId } from '#server/lib/tokens.ts'
import {
  closePolicyProposal,
  findOpenPolicyProposal,
  getPolicy,
  insertPolicyProposal,
  insertVersion,
  listVersions,
  lockPolicyProposal,
  lockVersions,
  type PolicyProposalRow,
} from '#server/repositories/policies.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { currentVersion, policySignal } from './current-policy.ts'

/** What is in force, what waits for a second Admin, and every version there was, newest first. */
export async function presentPolicies(ctx: UserCtx): Promise<PolicyDesk> {
  const { policyId, policy } = await currentVersion(ctx)
  const [versions, open] = await Promise.all([listVersions(ctx.tx), findOpenPolicyProposal(ctx.tx)])
  return {
    policy,
    proposal: open
      ? {
          id: open.id,
          reason: open.reason,
          by: open.author,
          at: toIso(open.proposed_at.getTime()),
          mine: open.proposed_by === ctx.user.id,
          outdated: open.base_policy_id !== policyId,
          changes: changedFigures(await getPolicy(ctx.tx, open.base_policy_id), readPolicy(open.body)),
        }
      : null,
    versions: versions.map((version, index) => {
      const before = versions[index + 1]
      return {
        number: version.id,
        from: toIso(version.valid_from.getTime()),
        reason: version.reason,
        by: version.author,
        approved_by: version.approver,
        changes: before ? changedFigures(before.policy, version.policy) : [],
      }
    }),
  }
}

/** Throws Refusal `invalid` beside each figure that cannot be so. */
export async function previewedPolicies(
  ctx: UserCtx,
  figures: FigureValues,
): Promise<{ before: Policy; after: Policy; now: number }> {
  const { policy } = await currentVersion(ctx)
  return { before: policy, after: withFigures(policy, figures), now: ctx.now }
}

/** Throws Refusal `invalid` beside each figure that cannot be so, `conflict` while another one waits. */
export async function proposePolicy(
  ctx: UserCtx,
  { figures, reason }: { figures: FigureValues; reason: string },
): Promise<{ id: string }> {
  const { policyId: base_policy_id, policy } = await currentVersion(ctx)
  const next = withFigures(policy, figures)
  const id = randomId()
  const isFirst = await insertPolicyProposal(ctx.tx, {
    ...{ id, base_policy_id, reason, body: JSON.stringify(next) },
    ...{ proposed_by: ctx.user.id, proposed_at: new Date(ctx.now) },
  })
  if (!isFirst) throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'policy_proposed',
    actor: ctx.user,
    subject: { type: 'policy', id },
    after: { reason, changes: changedFigures(policy, next) },
  })
  return { id }
}

async function lockOpen(ctx: UserCtx, id: string): Promise<PolicyProposalRow> {
  const proposal = await lockPolicyProposal(ctx.tx, id)
  if (!proposal) throw new Refusal('not_found')
  if (proposal.state !== 'open') throw new Refusal('wrong_state')
  return proposal
}

/** Throws Refusal `forbidden` for its author, `conflict` when the policy has changed since it was written. */
export async function approvePolicy(ctx: UserCtx, id: string): Promise<{ number: number }> {
  const proposal = await lockOpen(ctx, id)
  if (proposal.proposed_by === ctx.user.id) throw new Refusal('forbidden')
  // a start may be recording a changed file: what it has not committed yet would be buried
  await lockVersions(ctx.tx)
  const { policyId, policy: before } = await currentVersion(ctx)
  if (policyId !== proposal.base_policy_id) throw new Refusal('conflict')
  const at = new Date(ctx.now)
  await closePolicyProposal(ctx.tx, { id, state: 'approved', by: ctx.user.id, at })
  const policy = readPolicy(proposal.body)
  const version = await insertVersion(ctx.tx, { policy, from: at, proposalId: id })
  await recordAudit(ctx, {
    action: 'policy_approved',
    actor: ctx.user,
    subject: { type: 'policy', id },
    after: { number: version.id, changes: changedFigures(before, policy) },
  })
  ctx.tx.afterCommit(() => policySignal.emit('changed'))
  return { number: version.id }
}

/** By anybody of the Admins, its author too: nothing changes by it. */
export async function rejectPolicy(ctx: UserCtx, id: string): Promise<{ id: string }> {
  await lockOpen(ctx, id)
  await closePolicyProposal(ctx.tx, { id, state: 'rejected', by: ctx.user.id, at: new Date(ctx.now) })
  const subject = { type: 'policy', id }
  await recordAudit(ctx, { action: 'policy_rejected', actor: ctx.user, subject })
  return { id }
}
