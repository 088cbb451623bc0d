/** Accounts: the calls of spec §7 under /api/auth and /auth. */
import { z } from 'zod'
import { emailField, passwordField, phoneField, registerFields } from '#core/fields.ts'
import { endpoint, fieldErrors, listQuery, nothing } from './endpoint.ts'

export const user = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  payment_number: z.string().nullable(),
  business_name: z.string().nullable(),
  /** The role in use, then the person's other roles. */
  user_type: z
    .array(z.enum(['Buyer', 'Seller', 'Service_Provider', 'Client', 'Admin', 'Mediator']))
    .min(1)
    .max(4),
  /** Proved with a code. False in the sandbox while it checks nothing. */
  phone_verified: z.boolean(),
  email_verified: z.boolean(),
})
export type User = z.output<typeof user>

/** What a session of the team has to do before it can do anything else: set the second factor up, or show it. */
const SECOND_FACTOR_STEPS = ['enrol', 'confirm'] as const
export type SecondFactorStep = (typeof SECOND_FACTOR_STEPS)[number]

const signedIn = z.object({
  token: z.string(),
  user,
  /** Left out where the session can be used at once. */
  second_factor: z.enum(SECOND_FACTOR_STEPS).optional(),
})
export type SignedIn = z.output<typeof signedIn>

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Open an account',
  body: registerFields,
  responses: { 201: signedIn, 400: fieldErrors },
  perMinute: 20,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in with phone number and password',
  body: z.object({
    phone_number: z.union([z.string().min(1), z.number()], { error: 'required' }).transform(String),
    password: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'max:200' }),
    remember_me: z.boolean().optional(),
  }),
  // limited by account, device and address in the service: an address alone must not keep a known device out
  responses: { 200: signedIn, 400: fieldErrors, 401: fieldErrors },
})

export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link',
  access: 'public',
  summary:
    'Mail a link that signs in once, within 15 minutes; the answer is the same for an account that does not exist',
  body: z.union([z.object({ email: emailField }), z.object({ phone_number: phoneField })]),
  responses: { 202: nothing, 400: fieldErrors },
  // mails are limited by account in the service: whoever shares an address with the owner must not use up their way in
  perMinute: 300,
})

export const confirmSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link/confirm',
  access: 'public',
  summary: 'Sign in with a mailed link',
  body: z.object({
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'max:200' }),
  }),
  responses: { 200: signedIn, 400: fieldErrors },
  perMinute: 300,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  secondFactor: 'before',
  summary: 'End this session',
  responses: { 204: nothing },
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'user',
  summary: 'Who is signed in',
  responses: { 200: user },
})

export const sellers = endpoint({
  method: 'GET',
  path: '/api/auth/sellers',
  access: 'user',
  scope: 'deals:read',
  summary: 'Registered sellers to choose from; whoever is no Buyer sees the end of their numbers only',
  perMinute: 60,
  query: listQuery,
  responses: { 200: z.array(z.object({ phone_number: z.string(), business_name: z.string() })) },
})

export const requestReset = endpoint({
  method: 'POST',
  path: '/auth/users/reset_password',
  access: 'public',
  summary: 'Mail a link that sets a new password',
  body: z.object({ email: emailField }),
  responses: { 204: nothing, 400: fieldErrors },
  // mails are limited by account in the service, as those of the link that signs in
  perMinute: 300,
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/auth/users/reset_password_confirm',
  access: 'public',
  summary: 'Set a new password with a mailed link',
  body: z
    .object({
      uid: z.string({ error: 'required' }).max(64, { error: 'max:64' }),
      token: z.string({ error: 'required' }).max(200, { error: 'max:200' }),
      new_password: passwordField,
      re_new_password: z.string({ error: 'required' }),
    })
    .superRefine((value, context) => {
      if (value.new_password !== value.re_new_password)
        context.addIssue({ code: 'custom', path: ['re_new_password'], message: 'passwords_differ' })
    }),
  responses: { 204: nothing, 400: fieldErrors },
  // what fails is limited by account and address in the service; a link that works is never refused
  perMinute: 300,
})
