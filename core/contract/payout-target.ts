/** Where my money goes. */
import { z } from 'zod'
import { accountNumberField, ifscField, TARGET_KINDS, upiIdField } from '#core/payout-targets.ts'
import { ROLES } from '#core/roles.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'
import { passwordNow } from './verification.ts'

const target = z.object({
  kind: z.enum(TARGET_KINDS),
  /** Shortened, also for its owner. */
  address: z.string(),
  /** In whose name the bank has it; null where that could not be asked. */
  bank_name: z.string().nullable(),
  /** Whether that is the owner's own name. */
  verified: z.boolean(),
  created_at: iso,
  /** Before this moment nothing is paid to it. */
  usable_from: iso,
  retired_at: iso.nullable(),
})
export type PayoutTarget = z.output<typeof target>

const targetState = z.object({
  /** Whether a release waits until there is a target. In the plain sandbox it does not. */
  needed: z.boolean(),
  current: target.nullable(),
  /** Those of before, newest first. */
  earlier: z.array(target),
  /** How long a change would wait. */
  cooling_hours: z.number(),
  /** Somebody has pressed "this was not me": nothing is paid out until the team has looked. */
  frozen: z.boolean(),
  now: iso,
})
export type PayoutTargetState = z.output<typeof targetState>

export const getPayoutTarget = endpoint({
  method: 'GET',
  path: '/api/account/payout-target',
  access: 'user',
  scope: 'payouts:read',
  roles: ROLES,
  summary: 'Where my money goes, and from when',
  responses: { 200: targetState },
})

const confirmation = {
  password: passwordNow,
  /** The bank has another name, and it is right all the same: it is taken, and the team looks before it is paid to. */
  name_confirmed: z.boolean().default(false),
}
export const setPayoutTarget = endpoint({
  method: 'POST',
  path: '/api/account/payout-target',
  access: 'user',
  ignoresKey: true,
  roles: ROLES,
  summary: 'Set where my money goes: the bank is asked for the name, and the owner is told by mail',
  body: z.discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('upi'), upi_id: upiIdField, ...confirmation }),
      z.object({
        kind: z.literal('bank'),
        account_number: accountNumberField,
        ifsc: ifscField,
        ...confirmation,
      }),
    ],
    { error: 'select' },
  ),
  responses: { 200: targetState, 400: fieldErrors, 403: problem, 503: problem },
  perMinute: 10,
})
