/** Payouts that wait or need a person, for the team. */
import { z } from 'zod'
import { proseField } from '#core/fields.ts'
import { EVERY_PAYOUT_STATUS, HOLD_REASONS } from '#core/payout-holds.ts'
import { accountNumberField, ifscField, TARGET_KINDS, upiIdField } from '#core/payout-targets.ts'
import { endpoint, fieldErrors, iso, listQuery, nothing, problem } from './endpoint.ts'

const payout = z.object({
  id: z.string(),
  form_pk: z.string().nullable(),
  /** Null for money of nobody we know. */
  user_id: z.int().nullable(),
  name: z.string(),
  purpose: z.enum(['release', 'refund', 'fee_back', 'tax_back', 'stray', 'suspense']),
  amount_paise: z.int(),
  status: z.enum(EVERY_PAYOUT_STATUS),
  held_because: z.array(z.enum(HOLD_REASONS)),
  held_until: iso.nullable(),
  /** Shortened. */
  destination: z.string().nullable(),
  /** In whose name the target is, as the bank has it. */
  bank_name: z.string().nullable(),
  /** Its last try has failed for certain: it can go again. */
  may_resend: z.boolean(),
  /** It was rejected by a report that the caller has uploaded: another Admin sends it again. */
  own_report: z.boolean(),
  /** An Admin can lift the hold. */
  may_release: z.boolean(),
  /** Admins who have approved it so far; two let a large one go. */
  approvals: z.int(),
  /** Nobody knows whether it was paid: an Admin may state what the bank says. */
  may_state_outcome: z.boolean(),
  /** Money has left with its code that is a part of it, or of which nobody has said yet what it was: it cannot be sent again. */
  debited: z.boolean(),
  /** What of it has left so far: the rest is sent with the same code. */
  part_paise: z.int(),
  /** What one Admin has stated and another has yet to confirm. */
  stated_outcome: z
    .object({
      id: z.string(),
      outcome: z.enum(['paid', 'failed']),
      reference: z.string().nullable(),
      evidence: z.string(),
      stated_by: z.string(),
      /** By the caller: another Admin confirms it. */
      own: z.boolean(),
    })
    .nullable(),
  /** Its owner's account is deleted and it has nowhere to go: an Admin may propose where. */
  may_propose_target: z.boolean(),
  /** What one Admin has proposed and another has yet to confirm. */
  proposed_target: z
    .object({
      id: z.string(),
      kind: z.enum(TARGET_KINDS),
      /** In full for an Admin, who compares it with the owner's letter; shortened for a Mediator. */
      address: z.string(),
      holder_name: z.string(),
      reason: z.string(),
      proposed_by: z.string(),
      /** By the caller: another Admin confirms it. */
      own: z.boolean(),
    })
    .nullable(),
  /** Its owner has pressed "this was not me". */
  frozen: z.boolean(),
  created_at: iso,
})
export type AdminPayout = z.output<typeof payout>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  access: 'team',
  summary: 'Payouts that are held or in review, oldest first',
  query: listQuery,
  responses: { 200: z.array(payout) },
})

const payoutParams = z.object({ id: z.string().max(64) })
const result = z.object({ id: z.string(), status: z.enum(EVERY_PAYOUT_STATUS) })

export const resendPayout = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/resend',
  access: 'admin',
  secondFactor: 'recent',
  summary:
    "Send a failed payout again under a new key; 409 while a try may still be paid, 403 for who uploaded the bank's report that it was rejected",
  params: payoutParams,
  responses: { 200: result, 403: problem, 404: problem, 409: problem },
})

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/release-hold',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Lift what only the team can judge; a large payout wants two Admins. 403 for who has approved it',
  params: payoutParams,
  responses: { 200: result, 403: problem, 404: problem, 409: problem },
})

export const liftFreeze = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/payouts/unfreeze',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Let money go out again after "this was not me"; the target that was taken out stays out',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 53 - 1),
  }),
  responses: { 204: nothing, 404: problem, 409: problem },
})

export const stateOutcome = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/outcome',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'State what the bank says of a payout whose outcome is unknown; another Admin confirms it',
  params: payoutParams,
  body: z.object({
    outcome: z.enum(['paid', 'failed'], { error: 'select' }),
    /** The bank's reference; needed for `paid`. */
    reference: z.string().trim().max(64, { error: 'max:64' }).default(''),
    /** What the bank or the provider has written, and when. */
    evidence: proseField(10, 1_000),
  }),
  responses: {
    201: z.object({ id: z.string(), state: z.literal('stated') }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})

export const confirmOutcome = endpoint({
  method: 'POST',
  path: '/api/admin/payout-outcomes/:id/confirm',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Confirm what another Admin has stated; 403 for whoever stated it',
  params: payoutParams,
  responses: { 200: result, 403: problem, 404: problem, 409: problem },
})

export const rejectOutcome = endpoint({
  method: 'POST',
  path: '/api/admin/payout-outcomes/:id/reject',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Reject or take back what was stated; nothing moves',
  params: payoutParams,
  responses: { 200: result, 404: problem, 409: problem },
})

const letter = {
  /** Of the account's holder, as the owner wrote it. */
  holder_name: proseField(1, 80).transform((text) => text.replace(/\s+/g, ' ')),
  /** The letter in which the owner asked, and how you know whose it is. */
  reason: proseField(10, 1_000),
}

export const proposeTarget = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/target',
  access: 'admin',
  secondFactor: 'recent',
  summary:
    'Propose where a payout of a deleted account goes; another Admin confirms it. 409 while its owner can set a target, or another proposal waits',
  params: payoutParams,
  body: z.discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('upi'), upi_id: upiIdField, ...letter }),
      z.object({
        kind: z.literal('bank'),
        account_number: accountNumberField,
        ifsc: ifscField,
        ...letter,
      }),
    ],
    { error: 'select' },
  ),
  responses: {
    201: z.object({ id: z.string(), state: z.literal('proposed') }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
})

export const confirmTarget = endpoint({
  method: 'POST',
  path: '/api/admin/payout-target-proposals/:id/confirm',
  access: 'admin',
  secondFactor: 'recent',
  summary:
    'Confirm the target that another Admin has proposed: the payout goes there. 403 for whoever proposed it',
  params: payoutParams,
  responses: { 200: result, 403: problem, 404: problem, 409: problem },
})

export const withdrawTarget = endpoint({
  method: 'POST',
  path: '/api/admin/payout-target-proposals/:id/withdraw',
  access: 'admin',
  secondFactor: 'recent',
  summary: 'Withdraw a target that was proposed, by whichever Admin; nothing moves',
  params: payoutParams,
  responses: { 200: result, 404: problem, 409: problem },
})

/** With the sandbox alone. */
export const sandboxReturn = endpoint({
  method: 'POST',
  path: '/api/sandbox/payouts/:id/return',
  access: 'public',
  summary: 'Play the bank that sends a paid payout back',
  params: payoutParams,
  responses: { 200: result, 404: problem, 409: problem },
})
