/** The audit log as Admins search and export it. */

import type { z } from 'zod'
import type { AuditQuery, auditEvent, searchAudit } from '#core/contract/audit.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { csvOf } from '#core/csv.ts'
import { toIso } from '#core/time.ts'
import { type AuditFilter, type AuditRow, listAuditEvents } from '#server/repositories/audit.ts'
import { type ActorCtx, type AuditCtx, recordView } from './record.ts'

const EXPORT_BATCH = 1_000

const dateOf = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at))

const filterOf = (query: AuditQuery): AuditFilter => ({
  action: query.action,
  actorId: query.actor_id,
  subjectType: query.subject_type,
  subjectId: query.subject_id,
  from: dateOf(query.from),
  until: dateOf(query.until),
  beforeId: query.before_id,
  limit: query.page_size,
})

const present = (row: AuditRow): z.output<typeof auditEvent> => ({
  id: row.id,
  at: toIso(row.at.getTime()),
  action: row.action,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  actor_role: row.actor_role,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  before: row.before ?? null,
  after: row.after ?? null,
  address: row.address,
  device: row.device,
  request_id: row.request_id,
})

/** Newest first; the next page begins before the last id of this one. */
export async function searchAuditEvents(
  ctx: ActorCtx,
  query: AuditQuery,
): Promise<Answer<typeof searchAudit>> {
  const rows = await listAuditEvents(ctx.tx, filterOf(query))
  await recordView(ctx, { type: 'list', id: 'audit' })
  return rows.map(present)
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'actor_id',
  'actor_name',
  'actor_role',
  'subject_type',
  'subject_id',
  'before',
  'after',
  'address',
  'device',
  'request_id',
] as const

/** The whole search as CSV, in parts, so that a long log never stands in memory. */
export async function* exportAuditEvents(ctx: AuditCtx, query: AuditQuery): AsyncGenerator<string> {
  yield csvOf([COLUMNS])
  let beforeId = query.before_id
  for (;;) {
    const rows = await listAuditEvents(ctx.tx, { ...filterOf(query), beforeId, limit: EXPORT_BATCH })
    yield csvOf(rows.map(present).map((event) => COLUMNS.map((column) => event[column])))
    if (rows.length < EXPORT_BATCH) return
    beforeId = rows.at(-1)?.id
  }
}
