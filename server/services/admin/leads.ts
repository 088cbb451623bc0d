/** People who asked to be called: written on a public page, called and deleted by the team. */
import type { Lead, LeadOutcome } from '#core/contract/leads.ts'
import { isOpenAfter } from '#core/contract/leads.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import * as leads from '#server/repositories/leads.ts'
import { recordAudit, recordListView } from '#server/services/audit/record.ts'
import type { Ctx, ListPage, UserCtx } from '#server/services/context.ts'

export async function createLead(
  ctx: Ctx,
  input: { name: string; phone_number: string; message?: string | undefined },
): Promise<void> {
  await leads.insertLead(ctx.tx, { ...input, message: input.message ?? null })
}

async function present(ctx: Ctx, rows: readonly leads.LeadRow[]): Promise<Lead[]> {
  if (rows.length === 0) return []
  const calls = await leads.callsOfLeads(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ created_at, done_at, ...row }) => ({
    ...row,
    created_at: toIso(created_at.getTime()),
    done: done_at !== null,
    calls: calls
      .filter(({ lead_id }) => lead_id === row.id)
      .map(({ outcome, note, by, called_at }) => ({ outcome, note, by, at: toIso(called_at.getTime()) })),
  }))
}

export async function listLeads(ctx: UserCtx, query: leads.LeadQuery): Promise<ListPage<Lead>> {
  const { rows, total } = await leads.listLeads(ctx.tx, query)
  const ids = rows.map(({ id }) => id)
  await recordListView(ctx, 'leads', ids)
  return { total, rows: await present(ctx, rows) }
}

/** Throws Refusal `not_found` when it has been deleted. */
export async function recordLeadCall(
  ctx: UserCtx,
  id: number,
  { outcome, note = null }: { outcome: LeadOutcome; note?: string | null | undefined },
): Promise<Lead> {
  if (!(await leads.lockLead(ctx.tx, id))) throw new Refusal('not_found')
  const at = new Date(ctx.now)
  await leads.insertLeadCall(ctx.tx, {
    ...{ lead_id: id, outcome, note },
    ...{ called_by: ctx.user.id, called_at: at },
  })
  const row = await leads.setLeadDone(ctx.tx, id, isOpenAfter(outcome) ? null : at)
  const subject = { type: 'lead', id }
  await recordAudit(ctx, { action: 'lead_called', actor: ctx.user, subject, after: { outcome } })
  const [lead] = await present(ctx, [row])
  if (!lead) throw new Refusal('not_found')
  return lead
}

export async function deleteLead(ctx: UserCtx, id: number): Promise<void> {
  if (!(await leads.deleteLead(ctx.tx, id))) throw new Refusal('not_found')
  const subject = { type: 'lead', id }
  await recordAudit(ctx, { action: 'lead_deleted', actor: ctx.user, subject })
}
