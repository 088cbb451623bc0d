/** My own account: profile, sessions, a copy of everything of mine, and its end. */
import { z } from 'zod'
import {
  businessNameField,
  firstNameField,
  lastNameField,
  passwordField,
  phoneField,
  roleField,
} from '#core/fields.ts'
import { LOCALES } from '#core/locale.ts'
import { ROLES } from '#core/roles.ts'
import { user } from './auth.ts'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'

const cleared = z.literal('').transform(() => null)

/** What is left out stays as it is. An emptied payment number means: the contact number; a seller needs one. */
const profileFields = z.object({
  first_name: firstNameField.optional(),
  last_name: lastNameField.optional(),
  payment_number: cleared.or(z.null()).or(phoneField).optional(),
  business_name: businessNameField.optional(),
  locale: z.enum(LOCALES, { error: 'select' }).optional(),
  /** Needed to change the payment number. */
  password: z.string().max(200, { error: 'max:200' }).optional(),
})
export type ProfileChanges = z.output<typeof profileFields>

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/account/profile',
  access: 'user',
  ignoresKey: true,
  summary:
    'Change my name, payment number, business name or language; a new payment number takes the password and is told by mail',
  body: profileFields,
  responses: { 200: user, 400: fieldErrors },
  perMinute: 30,
})

const addedRole = z.object({
  user_type: roleField,
  /** A Seller names a business, and a payment number unless the account has one. */
  business_name: businessNameField.optional(),
  payment_number: phoneField.optional(),
  /** Needed to change the payment number. */
  password: z.string().max(200, { error: 'max:200' }).optional(),
})
export type AddedRole = z.output<typeof addedRole>

export const addRole = endpoint({
  method: 'POST',
  path: '/api/account/roles',
  access: 'user',
  ignoresKey: true,
  roles: ROLES,
  summary:
    'Have one more role, with the fields that it needs, and use it from now on; 409 for one that I have',
  body: addedRole,
  responses: { 201: user, 400: fieldErrors, 409: problem },
  perMinute: 20,
})

export const switchRole = endpoint({
  method: 'POST',
  path: '/api/account/role',
  access: 'user',
  roles: ROLES,
  summary: 'Which of my roles is in use: the first of `user_type`; 403 for one that I have not',
  body: z.object({ user_type: roleField }),
  responses: { 200: user, 400: fieldErrors, 403: problem },
  perMinute: 60,
})

const oldPassword = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(200, { error: 'max:200' })

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  access: 'user',
  ignoresKey: true,
  secondFactor: 'recent',
  summary: 'Set another password with the old one; every other device is signed out, and a mail says so',
  body: z.object({ password: oldPassword, new_password: passwordField }),
  responses: { 204: nothing, 400: fieldErrors, 403: problem, 429: problem },
  perMinute: 20,
})

const session = z.object({
  /** Names a session to end it; it signs nobody in. */
  id: z.string(),
  device: z.string().nullable(),
  remember: z.boolean(),
  created_at: iso,
  /** To within an hour. */
  last_used_at: iso,
  expires_at: iso,
  current: z.boolean(),
})
export type AccountSession = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'Where I am signed in, newest first',
  responses: { 200: z.array(session) },
})

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: 'Sign one of my devices out',
  params: z.object({ id: z.string().max(40) }),
  responses: { 204: nothing, 404: problem },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'Sign every device out but this one',
  responses: { 204: nothing },
})

const rows = z.array(z.record(z.string(), z.unknown()))
const exported = z.object({
  made_at: iso,
  profile: z.record(z.string(), z.unknown()),
  sessions: z.array(session),
  /** Each as GET /api/deals/:form_pk answers it, with its messages. */
  deals: rows,
  payments: rows,
  payouts: rows,
  payout_targets: rows,
  notices: rows,
  grievances: rows,
  apps: rows,
  offer_links: rows,
  invites: rows,
  deal_requests: rows,
  waiting_photos: rows,
  tax_details: rows,
  tax_papers: rows,
  /** Missing where none was ever withheld. */
  withheld_taxes: rows.optional(),
  /** At the payment provider; missing where I have none. */
  payee_account: rows.optional(),
})
export type Exported = z.output<typeof exported>

export const exportMyData = endpoint({
  method: 'GET',
  path: '/api/account/export',
  access: 'user',
  summary: 'Everything of mine as one JSON file',
  responses: { 200: exported },
  perMinute: 3,
})

/** What the law makes us keep when an account goes. */
export const RETAINED_RECORDS = ['deals', 'ledger', 'invoices', 'disputes'] as const

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  access: 'user',
  ignoresKey: true,
  roles: ROLES,
  summary:
    'End my account: the person goes, what the law wants kept stays. 409 while a deal is open or money is owed',
  body: z.object({
    password: oldPassword,
  }),
  responses: {
    200: z.object({
      deleted: z.literal(true),
      kept: z.array(z.enum(RETAINED_RECORDS)),
      kept_until: iso,
      message: z.string(),
    }),
    400: fieldErrors,
    409: problem,
  },
  perMinute: 5,
})
