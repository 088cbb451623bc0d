/** People who asked to be called: written on a public page, listed and deleted by the team. */
import type { Answer, ListQuery } from '#core/contract/endpoint.ts'
import type { listLeads as endpoint } from '#core/contract/grievance.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import * as leads from '#server/repositories/leads.ts'
import { recordListView } from '#server/services/audit/record.ts'
import type { Ctx, ListPage, UserCtx } from '#server/services/context.ts'

export async function createLead(
  ctx: Ctx,
  input: { name: string; phone_number: string; message?: string | undefined },
): Promise<void> {
  await leads.insertLead(ctx.tx, { ...input, message: input.message ?? null })
}

export async function listLeads(
  ctx: UserCtx,
  query: ListQuery,
): Promise<ListPage<Answer<typeof endpoint>[number]>> {
  const { rows, total } = await leads.listLeads(ctx.tx, query)
  const ids = rows.map(({ id }) => id)
  await recordListView(ctx, 'leads', ids)
  return { total, rows: rows.map((row) => ({ ...row, created_at: toIso(row.created_at.getTime()) })) }
}

export async function deleteLead(ctx: Ctx, id: number): Promise<void> {
  if (!(await leads.deleteLead(ctx.tx, id))) throw new Refusal('not_found')
}
