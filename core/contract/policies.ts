/** The policy's versions: written by one Admin in figures, approved by a second, valid for deals from then on. */
import { z } from 'zod'
import { policySchema } from '#core/policy.ts'
import { FIGURE_PATHS } from '#core/policy-figures.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

/** In the policy's own units: milliseconds, paise, basis points. */
const change = z.object({ path: z.enum(FIGURE_PATHS), before: z.number(), after: z.number() })

const desk = z.object({
  /** In force. */
  policy: policySchema,
  /** Waits for a second Admin. */
  proposal: z
    .object({
      id: z.string(),
      reason: z.string(),
      by: z.string(),
      at: iso,
      /** Yours: another Admin approves it. */
      mine: z.boolean(),
      /** The policy has changed since it was written: it can only be declined. */
      outdated: z.boolean(),
      /** Against the policy that it was written against. */
      changes: z.array(change),
    })
    .nullable(),
  /** Newest first, 200 at most. */
  versions: z.array(
    z.object({
      number: z.int(),
      from: iso,
      reason: z.string().nullable(),
      /** Null: as content/policy.json had it at a start. */
      by: z.string().nullable(),
      approved_by: z.string().nullable(),
      /** Against the version before. */
      changes: z.array(change),
    }),
  ),
})
export type PolicyDesk = z.output<typeof desk>

export const listPolicies = endpoint({
  method: 'GET',
  path: '/api/admin/policies',
  access: 'admin',
  summary: 'The policy in force, the change that waits for a second Admin, and all versions',
  responses: { 200: desk },
})

/** The figures that change, by their paths. */
const figures = z.record(z.string().max(60), z.number({ error: 'policy_figure' }), { error: 'required' })

const sentence = z.object({
  /** Pages by their address; `offer-…`, `agreement-…`; `page-`, `dialog-`, `deal-` (messages) and `reminder-…` by track and reader. */
  place: z.string(),
  locale: z.enum(['en', 'hi']),
  before: z.string(),
  after: z.string(),
})

export const previewPolicy = endpoint({
  method: 'POST',
  path: '/api/admin/policies/preview',
  access: 'admin',
  ignoresKey: true,
  summary:
    'Every sentence of the public pages, of an offer, of an agreement, of a running deal’s page, dialogs, messages and reminders that other figures would change',
  body: z.object({ figures }),
  responses: { 200: z.object({ sentences: z.array(sentence) }), 400: fieldErrors },
  perMinute: 10,
})

export const proposePolicy = endpoint({
  method: 'POST',
  path: '/api/admin/policies',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Write a new version of the policy, which a second Admin approves',
  body: z.object({
    figures,
    reason: z
      .string({ error: 'required' })
      .trim()
      .min(3, { error: 'required' })
      .max(500, { error: 'max:500' }),
  }),
  responses: { 201: z.object({ id: z.string() }), 400: fieldErrors, 409: problem },
})

const DECISION = {
  method: 'POST',
  access: 'admin',
  secondFactor: 'recent',
  params: z.object({ id: z.string().max(64) }),
} as const

export const approvePolicy = endpoint({
  ...DECISION,
  path: '/api/admin/policies/:id/approve',
  summary: 'Put it in force, for deals offered from now on; 403 for whoever wrote it',
  responses: { 200: z.object({ number: z.int() }), 403: problem, 404: problem, 409: problem },
})

export const rejectPolicy = endpoint({
  ...DECISION,
  path: '/api/admin/policies/:id/reject',
  summary: 'Decline it, or take back your own: nothing changes',
  responses: { 200: z.object({ id: z.string() }), 404: problem, 409: problem },
})
