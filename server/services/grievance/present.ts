import type { Grievance, GrievanceStage } from '#core/contract/grievance.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { findGrievance, type GrievanceRow, linksOfGrievance } from '#server/repositories/grievances.ts'
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

/** As long as a form_pk, wherever it stands in what somebody wrote. */
const FORM_PK = /(?<![\w-])[\w-]{24}(?![\w-])/g
const MOST_DEALS = 5

export async function presentGrievance({ tx, now }: Ctx, row: GrievanceRow): Promise<Grievance> {
  const { name, email, phone_number, subject, message } = row
  const ids = [...new Set(`${subject ?? ''} ${message}`.match(FORM_PK))].slice(0, MOST_DEALS)
  return {
    ...presentStage(row),
    ...{ name, email, phone_number, subject, message },
    overdue: !row.resolved_at && now > (row.acknowledged_at ? row.resolve_by : row.acknowledge_by).getTime(),
    ...(await linksOfGrievance(tx, { email, ids })),
  }
}

/** A wrong email and an unknown ticket get the same answer: nobody learns who complained. */
export async function stageOf(
  ctx: Ctx,
  { ticket, email }: { ticket: string; email: string },
): Promise<GrievanceStage> {
  const row = await findGrievance(ctx.tx, ticket)
  if (row?.email !== email) throw new Refusal('not_found')
  return presentStage(row)
}
