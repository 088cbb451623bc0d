/** Proving that a phone number and an email address are mine, and changing them. */
import { z } from 'zod'
import { emailField, phoneField } from '#core/fields.ts'
import { user } from './auth.ts'
import { endpoint, fieldErrors, iso, listQuery, problem } from './endpoint.ts'

const CONTACT_KINDS = ['phone', 'email'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]
const kindField = z.enum(CONTACT_KINDS, { error: 'select' })

const codeField = z
  .union([z.string(), z.number()], { error: 'required' })
  .transform((code) => String(code).replace(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), { error: 'code_digits' })
/** Asked again for what a stolen session must not do. */
export const passwordNow = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(200, { error: 'max:200' })

/** The longest wait between two codes to the same contact; a longer one is another limit's. */
export const MAX_RESEND_SECONDS = 300

const sentTo = z.object({
  /** Shortened: where to look for the code. */
  to: z.string(),
  /** Seconds until another may be asked for. */
  resend_after: z.int(),
})
export type CodeSent = z.output<typeof sentTo>

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/account/verification',
  access: 'user',
  ignoresKey: true,
  summary: 'Send a six-digit code to my number or address; a newer code kills the older',
  body: z.object({ kind: kindField }),
  responses: { 202: sentTo, 400: fieldErrors, 409: problem },
})

export const confirmCode = endpoint({
  method: 'POST',
  path: '/api/account/verification/confirm',
  access: 'user',
  ignoresKey: true,
  summary: 'Confirm my number or address with its code: five tries, ten minutes',
  body: z.object({ kind: kindField, code: codeField }),
  responses: { 200: user, 400: fieldErrors },
  perMinute: 30,
})

const contact = z.object({
  value: z.string(),
  verified: z.boolean(),
  /** A change that has begun: the new number or address, shortened, and from when its code can be asked for. */
  change: z.object({ to: z.string(), ready_at: iso.nullable() }).nullable(),
})
const verificationState = z.object({
  /** off: nothing is checked, as in the sandbox for practice. */
  mode: z.enum(['off', 'on']),
  phone: contact.extend({
    /** Another account has this number: it becomes mine then, unless its holder objects. */
    claim_until: iso.nullable(),
    /** Another account has proved my number: it becomes theirs then, unless I object. */
    claimed_until: iso.nullable(),
  }),
  email: contact,
  payouts_held_until: iso.nullable(),
})
export type VerificationState = z.output<typeof verificationState>

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/account/verification',
  access: 'user',
  summary: 'What of mine is verified, and which changes have begun',
  responses: { 200: verificationState },
})

export const changePhone = endpoint({
  method: 'POST',
  path: '/api/account/phone',
  access: 'user',
  ignoresKey: true,
  secondFactor: 'recent',
  summary:
    'Change my number. An unverified one at once; a verified one after a code to it, or 24 hours after a mail where I no longer have it',
  body: z.object({
    phone_number: phoneField,
    password: passwordNow,
    /** The old number is lost: mail and 24 hours instead of its code. */
    old_number_lost: z.boolean().default(false),
  }),
  responses: { 200: verificationState, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 10,
})

export const releasePhone = endpoint({
  method: 'POST',
  path: '/api/account/phone/release',
  access: 'user',
  ignoresKey: true,
  summary: 'The code that came to my old number: its new number can be verified then',
  body: z.object({ code: codeField }),
  responses: { 200: verificationState, 400: fieldErrors },
  perMinute: 30,
})

export const keepPhone = endpoint({
  method: 'POST',
  path: '/api/account/phone/keep',
  access: 'user',
  ignoresKey: true,
  summary: 'My number is mine: whoever else has proved it does not get it; 409 when nobody claims it',
  body: z.object({ password: passwordNow }),
  responses: { 200: verificationState, 400: fieldErrors, 409: problem },
  perMinute: 10,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  access: 'user',
  ignoresKey: true,
  secondFactor: 'recent',
  summary:
    'Change my address: the old one is mailed a link that stops it, the new one counts once it is verified',
  body: z.object({ email: emailField, password: passwordNow }),
  responses: { 200: verificationState, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 10,
})

export const LINK_ACTIONS = ['verify_email', 'stop_change', 'object_claim', 'not_me'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]

export const followLink = endpoint({
  method: 'POST',
  path: '/api/account/links',
  access: 'public',
  summary: 'Do what a mailed link is for. A POST, because mail scanners open links',
  body: z.object({
    action: z.enum(LINK_ACTIONS, { error: 'select' }),
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'max:200' }),
  }),
  responses: { 200: z.object({ done: z.enum(LINK_ACTIONS) }), 400: fieldErrors },
  perMinute: 20,
})

export const sandboxCodes = endpoint({
  method: 'GET',
  path: '/api/sandbox/codes',
  access: 'public',
  summary: 'Codes that a provider would have sent, newest first',
  query: listQuery,
  responses: {
    200: z.array(z.object({ to: z.string(), kind: kindField, code: z.string(), at: iso })),
  },
})
