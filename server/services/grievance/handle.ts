/** The team reads a grievance and answers it. Answering says that it was read; an answer stands. */
import { Refusal } from '../../../core/errors.ts'
import { type GrievanceRow, lockGrievance, updateGrievance } from '../../repositories/grievances.ts'
import type { UserCtx } from '../context.ts'
import { tellAcknowledged, tellResolved } from './letters.ts'

async function locked(ctx: UserCtx, ticket: string): Promise<GrievanceRow> {
  const row = await lockGrievance(ctx.tx, ticket)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Asked again it changes nothing. */
export async function acknowledge(ctx: UserCtx, ticket: string): Promise<GrievanceRow> {
  const row = await locked(ctx, ticket)
  if (row.acknowledged_at) return row
  const read = await updateGrievance(ctx.tx, row.id, {
    acknowledged_at: new Date(ctx.now),
    handled_by: ctx.user.id,
  })
  await tellAcknowledged(ctx, read)
  return read
}

export async function resolve(ctx: UserCtx, ticket: string, answer: string): Promise<GrievanceRow> {
  const row = await locked(ctx, ticket)
  if (row.resolved_at) throw new Refusal('wrong_state')
  const resolved = await updateGrievance(ctx.tx, row.id, {
    acknowledged_at: row.acknowledged_at ?? new Date(ctx.now),
    resolved_at: new Date(ctx.now),
    answer,
    handled_by: ctx.user.id,
  })
  await tellResolved(ctx, resolved)
  return resolved
}
