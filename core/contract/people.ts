/** A person as the team sees them, and what the team does about one. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { TARGET_KINDS } from '#core/payout-targets.ts'
import { user } from './auth.ts'
import { teamNote } from './dispute-desk.ts'
import { endpoint, fieldErrors, iso, problem } from './endpoint.ts'

const otherPerson = z.object({ id: z.int(), name: z.string() })

const person = z.object({
  user,
  created_at: iso,
  deleted: z.boolean(),
  blocked: z.object({ at: iso, reason: z.string() }).nullable(),
  payouts_frozen_at: iso.nullable(),
  /** Until when nothing is paid out to them: a number or an address changed, or is claimed. Null when nothing waits for that. */
  payouts_held_until: iso.nullable(),
  phone_verified_at: iso.nullable(),
  email_verified_at: iso.nullable(),
  /** The newest 50. */
  deals: z.array(
    z.object({
      form_pk: z.string(),
      product: z.string(),
      status: z.enum(STATUSES),
      amount_paise: z.int(),
      pays: z.boolean(),
      created_at: iso,
    }),
  ),
  owed_paise: z.int(),
  targets: z.array(
    z.object({
      kind: z.enum(TARGET_KINDS),
      /** Shortened. */
      address: z.string(),
      bank_name: z.string().nullable(),
      name_matches: z.boolean(),
      created_at: iso,
      usable_from: iso,
      retired_at: iso.nullable(),
    }),
  ),
  sessions: z.array(z.object({ device: z.string().nullable(), created_at: iso })),
  notes: z.array(teamNote),
  risks: z.object({
    /** Accounts with a number of theirs. */
    same_number: z.array(otherPerson),
    /** Accounts that are or were paid where they are. */
    same_target: z.array(otherPerson),
    /** Accounts that were used from a device of theirs. */
    same_device: z.array(otherPerson),
    /** Until when their newest target waits; null when it is older. */
    new_target_until: iso.nullable(),
  }),
})
export type PersonForTeam = z.output<typeof person>

const params = z.object({ id: z.coerce.number().int().positive() })
const reason = z
  .string({ error: 'required' })
  .trim()
  .min(3, { error: 'required' })
  .max(500, { error: 'max:500' })

export const readPerson = endpoint({
  method: 'GET',
  path: '/api/admin/people/:id',
  access: 'team',
  summary: 'A person: deals, targets, verification, sessions, notes, what they share with others',
  params,
  responses: { 200: person, 404: problem },
})

export const notePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/:id/notes',
  access: 'team',
  summary: 'Write a note about a person that the team alone reads',
  params,
  body: z.object({
    text: z
      .string({ error: 'required' })
      .trim()
      .min(1, { error: 'required' })
      .max(2_000, { error: 'max:2000' }),
  }),
  responses: { 200: person, 400: fieldErrors, 403: problem, 404: problem },
})

const CHANGE = {
  method: 'POST',
  access: 'admin',
  secondFactor: 'recent',
  params,
  body: z.object({ reason }),
  responses: { 200: person, 400: fieldErrors, 403: problem, 404: problem, 409: problem },
} as const

export const blockPerson = endpoint({
  ...CHANGE,
  path: '/api/admin/people/:id/block',
  summary: 'Keep a person from new deals; those that run go on, and what is owed is paid',
})

export const unblockPerson = endpoint({
  ...CHANGE,
  path: '/api/admin/people/:id/unblock',
  summary: 'Let a person make deals again',
})

export const endSessionsOf = endpoint({
  ...CHANGE,
  path: '/api/admin/people/:id/end-sessions',
  summary: 'Sign a person out everywhere and revoke the keys of their apps',
})

export const erasePerson = endpoint({
  ...CHANGE,
  path: '/api/admin/people/:id/erase',
  summary:
    'Erase an account on the request of its owner; 409 while a deal is open or money is owed. What the law wants kept stays',
})
