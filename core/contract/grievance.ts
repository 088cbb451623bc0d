/** Complaints about the operator itself (the rules for intermediaries): a ticket, 24 hours, 7 days. */
import { z } from 'zod'
import { emailField, phoneField, proseField, textField } from '#core/fields.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import { endpoint, fieldErrors, iso, listQuery, problem } from './endpoint.ts'

export const ACKNOWLEDGE_WITHIN_MS = 24 * HOUR_MS
export const RESOLVE_WITHIN_MS = 7 * DAY_MS

const empty = z.literal('').transform(() => undefined)

export const grievanceFields = z.object({
  name: textField(2, 40),
  email: emailField,
  phone_number: phoneField.optional().or(empty),
  subject: proseField(1, 120).optional().or(empty),
  message: proseField(2, 2000),
})

const GRIEVANCE_STAGES = ['received', 'acknowledged', 'resolved'] as const
const stage = z.object({
  ticket: z.string(),
  status: z.enum(GRIEVANCE_STAGES),
  created_at: iso,
  acknowledge_by: iso,
  resolve_by: iso,
  acknowledged_at: iso.nullable(),
  resolved_at: iso.nullable(),
  answer: z.string().nullable(),
})
export type GrievanceStage = z.output<typeof stage>

export const fileGrievance = endpoint({
  method: 'POST',
  path: '/api/grievances',
  access: 'public',
  summary: 'Complain about us: answers a ticket and by when you hear from us',
  body: grievanceFields,
  responses: {
    201: z.object({ ticket: z.string(), acknowledge_by: iso, resolve_by: iso }),
    400: fieldErrors,
  },
  perMinute: 5,
})

/** The e-mail is asked in a body, so that it stays out of logs and histories. */
export const grievanceStatus = endpoint({
  method: 'POST',
  path: '/api/grievances/status',
  access: 'public',
  summary: 'How far a ticket is, for who has its number and the e-mail it was filed with',
  body: z.object({
    ticket: z
      .string({ error: 'required' })
      .max(40, { error: 'max:40' })
      .transform((text) => text.trim().toUpperCase())
      .refine((text) => text !== '', { error: 'required' }),
    email: emailField,
  }),
  responses: { 200: stage, 400: fieldErrors, 404: problem },
  perMinute: 10,
})

const grievance = stage.extend({
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  subject: z.string().nullable(),
  message: z.string(),
  /** A promise was not kept: no acknowledgement after 24 hours, or no answer after 7 days. */
  overdue: z.boolean(),
  /** Whose account has this e-mail; nobody has proved that they wrote it. */
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Those that it names by their form_pk. */
  deals: z.array(z.string()),
})
export type Grievance = z.output<typeof grievance>

export const GRIEVANCE_FILTERS = ['open', 'resolved'] as const

export const listGrievances = endpoint({
  method: 'GET',
  path: '/api/admin/grievances',
  access: 'team',
  summary: 'Grievances: open ones first, the most pressing at the top',
  query: listQuery.extend({ state: z.enum(GRIEVANCE_FILTERS, { error: 'select' }).optional() }),
  responses: { 200: z.array(grievance), 400: fieldErrors },
})

const ticketParams = z.object({ ticket: z.string().max(40) })

export const acknowledgeGrievance = endpoint({
  method: 'POST',
  path: '/api/admin/grievances/:ticket/acknowledge',
  access: 'team',
  summary: 'Tell the complainant that a person has read it',
  params: ticketParams,
  responses: { 200: grievance, 404: problem },
})

export const resolveGrievance = endpoint({
  method: 'POST',
  path: '/api/admin/grievances/:ticket/resolve',
  access: 'team',
  summary: 'Answer it, with reasons; the complainant is mailed the answer',
  params: ticketParams,
  body: z.object({ answer: proseField(2, 4000) }),
  responses: { 200: grievance, 400: fieldErrors, 404: problem, 409: problem },
})
