/** The audit log: Admins search it and take it away as CSV. */
import { z } from 'zod'
import { AUDIT_ACTIONS } from '#core/audit.ts'
import { momentField } from '#core/fields.ts'
import { endpoint, iso } from './endpoint.ts'

export const auditEvent = z.object({
  id: z.int(),
  at: iso,
  action: z.string(),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  subject_type: z.string().nullable(),
  subject_id: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  request_id: z.string().nullable(),
})

export type LoggedEvent = z.output<typeof auditEvent>

const auditQuery = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor_id: z.coerce.number().int().positive().optional(),
  subject_type: z.string().max(40).optional(),
  subject_id: z.string().max(100).optional(),
  // one that is no moment is refused: left out, it would find and export what nobody asked for
  from: momentField.optional(),
  until: momentField.optional(),
  before_id: z.coerce.number().int().positive().optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(30),
})
export type AuditQuery = z.output<typeof auditQuery>

export const searchAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Search the audit log, newest first',
  query: auditQuery,
  responses: { 200: z.array(auditEvent) },
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  summary: 'The same search as CSV',
  query: auditQuery,
  bytes: 'text/csv',
  responses: { 200: z.string() },
})
