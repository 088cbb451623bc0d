/** The team acknowledges a grievance and resolves it. Resolving acknowledges it too; an answer cannot be changed. */
import type { Grievance } from '#core/contract/grievance.ts'
import { Refusal } from '#core/errors.ts'
import {
  type GrievanceQuery,
  type GrievanceRow,
  listGrievances,
  lockGrievance,
  updateGrievance,
} from '#server/repositories/grievances.ts'
import { recordListView } from '#server/services/audit/record.ts'
import type { ListPage, UserCtx } from '#server/services/context.ts'
import { emailAcknowledged, emailResolved } from './emails.ts'
import { presentGrievance } from './present.ts'

export async function listAllGrievances(ctx: UserCtx, query: GrievanceQuery): Promise<ListPage<Grievance>> {
  const { rows, total } = await listGrievances(ctx.tx, query)
  const tickets = rows.map(({ ticket }) => ticket)
  await recordListView(ctx, 'grievances', tickets)
  return { total, rows: await Promise.all(rows.map((row) => presentGrievance(ctx, row))) }
}

async function getLocked(ctx: UserCtx, ticket: string): Promise<GrievanceRow> {
  const row = await lockGrievance(ctx.tx, ticket)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Idempotent: a second call changes nothing. */
export async function acknowledge(ctx: UserCtx, ticket: string): Promise<GrievanceRow> {
  const row = await getLocked(ctx, ticket)
  if (row.acknowledged_at) return row
  const acknowledged = await updateGrievance(ctx.tx, row.id, {
    acknowledged_at: new Date(ctx.now),
    handled_by: ctx.user.id,
  })
  await emailAcknowledged(ctx, acknowledged)
  return acknowledged
}

export async function resolve(ctx: UserCtx, ticket: string, answer: string): Promise<GrievanceRow> {
  const row = await getLocked(ctx, ticket)
  if (row.resolved_at) throw new Refusal('wrong_state')
  const resolved = await updateGrievance(ctx.tx, row.id, {
    acknowledged_at: row.acknowledged_at ?? new Date(ctx.now),
    resolved_at: new Date(ctx.now),
    answer,
    handled_by: ctx.user.id,
  })
  await emailResolved(ctx, resolved)
  return resolved
}
