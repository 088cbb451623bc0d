import type { Grievance, GrievanceStage } from '#core/contract/grievance.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { findGrievance, type GrievanceRow } from '#server/repositories/grievances.ts'
import type { Ctx } from '#server/services/context.ts'

const iso = (at: Date | null): string | null => (at ? toIso(at.getTime()) : null)

export const presentStage = (row: GrievanceRow): GrievanceStage => ({
  ticket: row.ticket,
  status: row.resolved_at ? 'resolved' : row.acknowledged_at ? 'acknowledged' : 'received',
  created_at: toIso(row.created_at.getTime()),
  acknowledge_by: toIso(row.acknowledge_by.getTime()),
  resolve_by: toIso(row.resolve_by.getTime()),
  acknowledged_at: iso(row.acknowledged_at),
  resolved_at: iso(row.resolved_at),
  answer: row.answer,
})

export const presentGrievance = (row: GrievanceRow, now: number): Grievance => ({
  ...presentStage(row),
  name: row.name,
  email: row.email,
  phone_number: row.phone_number,
  subject: row.subject,
  message: row.message,
  overdue: !row.resolved_at && now > (row.acknowledged_at ? row.resolve_by : row.acknowledge_by).getTime(),
})

/** A wrong email and an unknown ticket get the same answer: nobody learns who complained. */
export async function stageOf(
  ctx: Ctx,
  { ticket, email }: { ticket: string; email: string },
): Promise<GrievanceStage> {
  const row = await findGrievance(ctx.tx, ticket)
  if (row?.email !== email) throw new Refusal('not_found')
  return presentStage(row)
}
