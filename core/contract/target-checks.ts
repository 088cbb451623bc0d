/** Targets that no name speaks for: two Admins look at each before money goes there, or one refuses it. */
import { z } from 'zod'
import { TARGET_KINDS } from '#core/payout-targets.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const target = z.object({
  id: z.string(),
  user_id: z.int(),
  name: z.string(),
  business_name: z.string().nullable(),
  kind: z.enum(TARGET_KINDS),
  /** Shortened. */
  address: z.string(),
  /** In whose name the bank has it; null where that could not be asked. */
  bank_name: z.string().nullable(),
  created_at: iso,
  usable_from: iso,
  /** Other people who are paid to the very same. */
  shared_with: z.int(),
  /** Payouts that wait for it. */
  waiting_paise: z.int(),
  approvals: z.array(z.object({ by: z.string(), note: z.string(), at: iso })),
  /** You have approved it, or it is your own: another Admin decides. */
  mine: z.boolean(),
})
export type UncheckedTarget = z.output<typeof target>

export const listTargetChecks = endpoint({
  method: 'GET',
  path: '/api/admin/payout-targets',
  access: 'admin',
  summary:
    'Targets in use that no name speaks for and that two Admins have not approved, oldest first; 200 at most',
  responses: { 200: z.array(target) },
})

const VERDICT = {
  method: 'POST',
  access: 'admin',
  secondFactor: 'recent',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    /** What the bank or the owner showed. */
    note: z.string({ error: 'required' }).trim().min(3, { error: 'required' }).max(500, { error: 'max:500' }),
  }),
} as const

export const approveTarget = endpoint({
  ...VERDICT,
  path: '/api/admin/payout-targets/:id/approve',
  summary:
    'Say that a target is its owner’s; once two Admins have, money goes there. 403 for its owner and for who has',
  responses: {
    200: z.object({ id: z.string(), approvals: z.int() }),
    ...{ 400: fieldErrors, 403: problem, 404: problem, 409: problem },
  },
})

export const refuseTarget = endpoint({
  ...VERDICT,
  path: '/api/admin/payout-targets/:id/refuse',
  summary: 'Take a target out of use: what is owed waits for another, and its owner is told',
  responses: {
    200: z.object({ id: z.string() }),
    ...{ 400: fieldErrors, 403: problem, 404: problem, 409: problem },
  },
})
