/** Payouts that wait or need a person, as the team's console lists them. */
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { AdminPayout } from '#core/contract/payouts.ts'
import { REASONS_FOR_TEAM } from '#core/payout-holds.ts'
import { toIso } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { listOpenForTeam } from '#server/repositories/payout-holds.ts'
import { listProposalsOf, type TargetProposalRow } from '#server/repositories/second-person.ts'
import { recordListView } from '#server/services/audit/record.ts'
import type { ListPage, UserCtx } from '#server/services/context.ts'
import { openAddress } from '#server/services/money/payout-address.ts'
import { isOutcomeUnknown } from '#server/services/money/payout-outcomes.ts'
import { needsNamedTarget } from '#server/services/money/target-proposals.ts'

export async function listTeamPayouts(ctx: UserCtx, query: ListQuery): Promise<ListPage<AdminPayout>> {
  const { rows, total } = await listOpenForTeam(ctx.tx, { ...query, forUser: ctx.user.id })
  const ids = rows.map(({ id }) => id)
  await recordListView(ctx, 'payouts', ids)
  const proposals = await proposedTargets(ctx, rows)
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      form_pk: row.deal_id,
      user_id: row.user_id,
      name: row.recipient ?? `${row.first_name} ${row.last_name}`,
      purpose: row.purpose,
      amount_paise: row.amount_paise,
      status: row.status,
      held_because: row.held_because,
      held_until: row.held_until && toIso(row.held_until.getTime()),
      destination: row.destination === null ? null : maskedAccount(row.destination),
      bank_name: row.bank_name,
      may_resend: row.status === 'review' && row.has_failed && !row.reported_by_caller && !row.debited,
      own_report: row.status === 'review' && row.reported_by_caller,
      may_release: mayRelease(row),
      approvals: row.approvals,
      may_state_outcome: row.outcome_id === null && !row.debited && isOutcomeUnknown(ctx, row),
      debited: row.debited,
      part_paise: row.part_paise,
      stated_outcome: statedOutcome(ctx, row),
      may_propose_target: !proposals.has(row.id) && needsNamedTarget(row),
      proposed_target: proposals.get(row.id) ?? null,
      frozen: row.frozen,
      created_at: toIso(row.created_at.getTime()),
    })),
  }
}

type OpenPayout = Awaited<ReturnType<typeof listOpenForTeam>>['rows'][number]

/** Who has approved a large payout cannot be the second person. */
function mayRelease({ held_because, approved_by_caller }: OpenPayout): boolean {
  const reasons = held_because.filter((reason) => REASONS_FOR_TEAM.includes(reason))
  return reasons.some((reason) => reason !== 'four_eyes' || !approved_by_caller)
}

function statedOutcome(
  { user }: UserCtx,
  { outcome_id, outcome, reference, evidence, stated_by, stated_by_name }: OpenPayout,
): AdminPayout['stated_outcome'] {
  if (outcome_id === null || outcome === null) return null
  const own = stated_by === user.id
  return {
    id: outcome_id,
    outcome,
    reference,
    evidence: evidence ?? '',
    stated_by: stated_by_name ?? '',
    own,
  }
}

type ProposedTarget = NonNullable<AdminPayout['proposed_target']>

/** By their payouts. */
async function proposedTargets(
  ctx: UserCtx,
  payouts: readonly Pick<OpenPayout, 'id' | 'user_id'>[],
): Promise<ReadonlyMap<string, ProposedTarget>> {
  const owners = new Map(payouts.map(({ id, user_id }) => [id, user_id]))
  const rows = await listProposalsOf(ctx.tx, [...owners.keys()])
  return new Map(
    await Promise.all(
      rows.map(async (row) => {
        const { id, kind, holder_name, reason, proposed_by } = row
        const address = await shownAddress(ctx, row, owners.get(row.payout_id) ?? null)
        const own = proposed_by === ctx.user.id
        return [
          row.payout_id,
          { id, kind, address, holder_name, reason, proposed_by: row.proposed_by_name, own },
        ] as const
      }),
    ),
  )
}

/** Whoever confirms it compares every letter: two addresses may end alike. */
async function shownAddress(
  ctx: UserCtx,
  { address_sealed, address_masked }: TargetProposalRow,
  ownerId: number | null,
): Promise<string> {
  if (ctx.user.userType !== 'Admin' || ownerId === null) return address_masked
  return openAddress(ctx, ownerId, address_sealed)
}
