/** Calls of the public pages, the sandbox's levers, and the provider's reports. */
import { z } from 'zod'
import { phoneField, proseField, textField } from '#core/fields.ts'
import { STATUSES } from '#core/lifecycle/states.ts'
import { policySchema } from '#core/policy.ts'
import { endpoint, fieldErrors, iso, listQuery, nothing } from './endpoint.ts'

export const policy = endpoint({
  method: 'GET',
  path: '/api/policy',
  access: 'public',
  summary: 'The house rules in force',
  // what waits for the team is not for those who would stay below it
  responses: { 200: policySchema.omit({ payoutLimits: true }) },
})

export const createLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  access: 'public',
  summary: 'Ask us to call you',
  body: z.object({
    name: textField(2, 40),
    phone_number: phoneField,
    message: proseField(1, 500)
      .optional()
      .or(z.literal('').transform(() => undefined)),
  }),
  responses: { 201: z.object({ message: z.string() }), 400: fieldErrors },
  perMinute: 10,
})

export const verifyLink = endpoint({
  method: 'GET',
  path: '/api/verify',
  access: 'public',
  summary:
    'Whether a link or code is genuine: of a deal its stage, of an offer link what its page shows to anybody; no personal data',
  query: z.object({
    code: z.string({ error: 'required' }).min(1, { error: 'required' }).max(500, { error: 'max:500' }),
  }),
  responses: {
    200: z.object({
      genuine: z.boolean(),
      track: z.enum(['shopping', 'services']).optional(),
      status: z.enum(STATUSES).optional(),
      /** When the offer was made. */
      made_at: iso.optional(),
      /** Of an offer link, and of no deal. A genuine link with neither leads to another page of ours. */
      offer: z
        .object({ title: z.string(), shop: z.string(), amount: z.number(), amount_paise: z.int() })
        .optional(),
    }),
  },
  perMinute: 30,
})

export const welcomeToOffer = endpoint({
  method: 'GET',
  path: '/api/welcome',
  access: 'public',
  summary:
    'Who asks, for the first screen of an open offer’s link: first name and initial, the last digits of the number it is for; of any other link nothing',
  query: z.object({ form_pk: z.string({ error: 'required' }).max(64, { error: 'max:64' }) }),
  responses: {
    200: z.object({
      open: z.boolean(),
      track: z.enum(['shopping', 'services']).optional(),
      from: z.string().optional(),
      phone_ends: z.string().optional(),
    }),
  },
  perMinute: 30,
})

export const openShortLink = endpoint({
  method: 'GET',
  path: '/d/:form_pk',
  access: 'public',
  summary: 'The short form of a share link: leads to the share link itself',
  params: z.object({ form_pk: z.string().max(64) }),
  responses: { 302: nothing },
  perMinute: 60,
})

export const sandboxMail = endpoint({
  method: 'GET',
  path: '/api/sandbox/mail',
  access: 'public',
  summary:
    'What was mailed, newest first; where others reach the server, the team’s emails are for an Admin’s token alone',
  query: listQuery,
  responses: {
    200: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), at: iso })),
  },
})

export const sandboxClock = endpoint({
  method: 'POST',
  path: '/api/sandbox/clock',
  access: 'public',
  summary: 'Move the product’s clock forward and fire every deadline it passes',
  body: z.object({ advance: z.string({ error: 'required' }).max(40, { error: 'max:40' }) }),
  responses: { 200: z.object({ now: iso, fired: z.int() }), 400: fieldErrors },
})

/** Stories that the sandbox plays at once, each up to a state worth testing against. */
export const SCENARIOS = [
  'offer_made',
  'payment_awaited',
  'money_held',
  'parcel_on_the_way',
  'completed',
  'cancelled',
  'goods_returned',
  'return_lost',
  'split_agreed',
  'work_delivered',
] as const
export type Scenario = (typeof SCENARIOS)[number]

const actor = z.object({ token: z.string(), phone_number: z.string() })
export const sandboxScenario = endpoint({
  method: 'POST',
  path: '/api/sandbox/scenario',
  access: 'public',
  summary: 'Play a story between two new people; answers its deal, and a token for each of the two',
  body: z.object({ name: z.enum(SCENARIOS, { error: 'select' }) }),
  responses: {
    201: z.object({
      name: z.enum(SCENARIOS),
      form_pk: z.string(),
      link: z.string(),
      status: z.enum(STATUSES),
      payer: actor,
      payee: actor,
    }),
    400: fieldErrors,
  },
  perMinute: 30,
})

export const SANDBOX_CASES = ['succeed', 'fail', 'late', 'twice', 'short', 'over'] as const
/**
 * `unknown`: a payment for nothing that we asked for waits in suspense. `returned`, `disputed`: the payer's bank takes a
 * payment back that was made, by itself or at the payer's word.
 */
const SANDBOX_REPORTS = [...SANDBOX_CASES, 'unknown', 'returned', 'disputed'] as const
export const sandboxPayment = endpoint({
  method: 'POST',
  path: '/api/sandbox/payments/:id/:outcome',
  access: 'public',
  summary: 'Play the provider: what became of a pay-in',
  params: z.object({ id: z.string().max(64), outcome: z.enum(SANDBOX_REPORTS) }),
  responses: { 200: z.object({ id: z.string(), status: z.string() }) },
})
export type SandboxReport = (typeof SANDBOX_REPORTS)[number]

export const sandboxPayout = endpoint({
  method: 'POST',
  path: '/api/sandbox/payouts/:id/:outcome',
  access: 'public',
  summary: 'Play the provider: what became of a payout that is under way',
  params: z.object({ id: z.string().max(64), outcome: z.enum(['succeed', 'fail']) }),
  responses: { 200: z.object({ id: z.string(), status: z.string() }) },
})
