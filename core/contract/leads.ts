/** Who asked to be called: the team's list, each call with what came of it. */
import { z } from 'zod'
import { proseField } from '#core/fields.ts'
import { endpoint, fieldErrors, iso, listQuery, problem } from './endpoint.ts'

/** After the first two somebody has to call again; after the others nobody has. */
export const CALL_OUTCOMES = ['no_answer', 'call_again', 'answered', 'not_wanted', 'wrong_number'] as const
export type LeadOutcome = (typeof CALL_OUTCOMES)[number]
/** Whether the lead stays among those that wait for a call. */
export const isOpenAfter = (outcome: LeadOutcome): boolean =>
  outcome === 'no_answer' || outcome === 'call_again'

export const LEAD_STATES = ['open', 'done'] as const

const lead = z.object({
  id: z.int(),
  name: z.string(),
  phone_number: z.string(),
  message: z.string().nullable(),
  created_at: iso,
  /** Nobody has to call again. */
  done: z.boolean(),
  /** Oldest first. */
  calls: z.array(
    z.object({ outcome: z.enum(CALL_OUTCOMES), note: z.string().nullable(), by: z.string(), at: iso }),
  ),
})
export type Lead = z.output<typeof lead>

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/admin/leads',
  access: 'admin',
  summary: 'Who asked to be called, newest first; those who still wait (`open`) the longest first',
  query: listQuery.extend({ state: z.enum(LEAD_STATES, { error: 'select' }).optional() }),
  responses: { 200: z.array(lead), 400: fieldErrors },
})

const params = z.object({ id: z.coerce.number().int().min(1) })

export const recordLeadCall = endpoint({
  method: 'POST',
  path: '/api/admin/leads/:id/calls',
  access: 'admin',
  summary: 'What came of a call to a lead: whether somebody has to call again',
  params,
  body: z.object({
    outcome: z.enum(CALL_OUTCOMES, { error: 'select' }),
    note: proseField(1, 500)
      .optional()
      .or(z.literal('').transform(() => undefined)),
  }),
  responses: { 201: lead, 400: fieldErrors, 404: problem },
})

export const deleteLead = endpoint({
  method: 'DELETE',
  path: '/api/admin/leads/:id',
  access: 'admin',
  summary: 'Forget a lead and the calls to it',
  params,
  responses: { 200: z.object({ message: z.string() }), 404: problem },
})
