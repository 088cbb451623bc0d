/** The team's desk of disputes: what waits for a decision, who looks after it, and decisions that two people make. */
import { z } from 'zod'
import { endpoint, fieldErrors, formPkParams, iso, problem } from './endpoint.ts'

const side = z.object({
  name: z.string(),
  /** The remedy that the complaint asks for; null for the other side. */
  wanted: z.string().nullable(),
  /** Their last offer, as the payer's share. */
  offer_paise: z.int().nullable(),
})

const proposal = z.object({
  id: z.string(),
  payer_share_paise: z.int(),
  at_fault: z.enum(['payer', 'payee', 'both', 'none']),
  reasons: z.string(),
  by: z.string(),
  at: iso,
  /** You wrote it: another one of the team confirms. */
  mine: z.boolean(),
})

const openCase = z.object({
  form_pk: z.string(),
  track: z.enum(['shopping', 'services']),
  product: z.string(),
  amount_paise: z.int(),
  filed_at: iso,
  due_at: iso.nullable(),
  reason: z.string(),
  opened_by: z.enum(['payer', 'payee']),
  payer: side,
  payee: side,
  owner: z.object({ name: z.string(), mine: z.boolean() }).nullable(),
  /** A decision waits for a second person. */
  proposed: z.boolean(),
})
export type OpenCase = z.output<typeof openCase>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  access: 'team',
  summary: 'Disputes that wait for the team, the next deadline first; 500 at most',
  responses: {
    200: z.object({
      cases: z.array(openCase),
      /** From the complaint to the decision, over the last 90 days; null without any. */
      median_decide_ms: z.int().nullable(),
    }),
  },
})

export const teamNote = z.object({ id: z.int(), text: z.string(), by: z.string(), at: iso })
export type TeamNote = z.output<typeof teamNote>

const deskCase = z.object({
  owner: openCase.shape.owner,
  notes: z.array(teamNote),
  proposal: proposal.nullable(),
  /** Two of the team decide over such an amount. */
  needs_two: z.boolean(),
  /** You are of this deal, or share a number or a payout target with a side of it. */
  own_case: z.boolean(),
})
export type DeskCase = z.output<typeof deskCase>

export const readDispute = endpoint({
  method: 'GET',
  path: '/api/admin/disputes/:form_pk',
  access: 'team',
  summary: 'What the team alone knows of a deal: owner, notes, a decision that waits for a second person',
  params: formPkParams,
  responses: { 200: deskCase, 403: problem, 404: problem },
})

export const ownDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:form_pk/owner',
  access: 'team',
  summary: 'Look after a deal, or stop it',
  params: formPkParams,
  body: z.object({ mine: z.boolean({ error: 'required' }) }),
  responses: { 200: deskCase, 400: fieldErrors, 403: problem, 404: problem },
})

export const noteDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:form_pk/notes',
  access: 'team',
  summary: 'Write a note that the team alone reads',
  params: formPkParams,
  body: z.object({
    text: z
      .string({ error: 'required' })
      .trim()
      .min(1, { error: 'required' })
      .max(2_000, { error: 'max:2000' }),
  }),
  responses: { 200: deskCase, 400: fieldErrors, 403: problem, 404: problem },
})

/** The body is judged by core/lifecycle/inputs.ts, as for the action `decide`. */
export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:form_pk/decision',
  access: 'team',
  secondFactor: 'recent',
  summary:
    'Decide a dispute; from an amount in the policy on it is `proposed`, and waits for a second person of the team',
  params: formPkParams,
  body: z.record(z.string(), z.unknown()),
  responses: {
    200: z.object({ state: z.enum(['decided', 'proposed']) }),
    ...{ 400: fieldErrors, 403: problem, 404: problem, 409: problem },
  },
})

const SECOND = {
  method: 'POST',
  access: 'team',
  secondFactor: 'recent',
  params: z.object({ id: z.string().max(64) }),
} as const

export const confirmDecision = endpoint({
  ...SECOND,
  path: '/api/admin/decisions/:id/confirm',
  summary: 'Confirm what another one of the team decided: the money moves',
  responses: { 200: z.object({ state: z.literal('decided') }), 403: problem, 404: problem, 409: problem },
})

export const dropDecision = endpoint({
  ...SECOND,
  path: '/api/admin/decisions/:id/drop',
  summary: 'Take a decision that waits for a second person back, or decline it; nothing moves by it',
  responses: { 200: z.object({ state: z.literal('dropped') }), 404: problem, 409: problem },
})
