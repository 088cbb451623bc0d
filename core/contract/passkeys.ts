/** Passkeys (WebAuthn) as the team's second factor. Options go to the browser's authenticator; its answer comes back. */
import { z } from 'zod'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'
import { secondFactor } from './second-factor.ts'

const PATH = '/api/account/second-factor'

/** As many as one person may have. */
export const MOST_PASSKEYS = 10

const passkey = z.object({
  id: z.int(),
  /** Browser and system that it was added with. */
  device: z.string().nullable(),
  created_at: iso,
  used_at: iso.nullable(),
})
export type Passkey = z.output<typeof passkey>

/** What names a credential to the authenticator. */
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
})
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

const base64url = (most: number) =>
  z
    .string({ error: 'required' })
    .regex(/^[\w-]+$/, { error: 'required' })
    .max(most, { error: `max:${most}` })
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key', { error: 'required' }),
}
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type NewCredential = z.output<typeof newCredential>
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
  }),
})
export type PasskeyAssertion = z.output<typeof assertion>

export const listPasskeys = endpoint({
  method: 'GET',
  path: `${PATH}/passkeys`,
  access: 'team',
  summary: 'My passkeys, oldest first',
  responses: { 200: z.array(passkey) },
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: `${PATH}/passkeys/options`,
  access: 'team',
  secondFactor: 'before',
  summary: 'What the browser needs to make a passkey; good for five minutes in this session',
  responses: { 200: creationOptions, 403: problem, 409: problem },
  perMinute: 20,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: `${PATH}/passkeys`,
  access: 'team',
  secondFactor: 'before',
  answersSecret: true,
  summary:
    'Add the passkey that the browser made. The first second factor brings ten recovery codes, shown this once',
  body: newCredential,
  responses: {
    201: z.object({ passkey, recovery_codes: z.array(z.string()) }),
    400: fieldErrors,
    403: problem,
    409: problem,
  },
  perMinute: 20,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${PATH}/passkeys/:id`,
  access: 'team',
  secondFactor: 'recent',
  summary: 'Remove one of my passkeys; the only second factor stays until there is another',
  params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  responses: { 204: nothing, 403: problem, 404: problem, 409: problem },
})

export const beginPasskeyConfirm = endpoint({
  method: 'POST',
  path: `${PATH}/confirm/options`,
  access: 'team',
  secondFactor: 'before',
  summary: 'What the browser needs to use one of my passkeys; good for five minutes in this session',
  responses: { 200: requestOptions, 409: problem },
  perMinute: 60,
})

export const confirmPasskey = endpoint({
  method: 'POST',
  path: `${PATH}/confirm/passkey`,
  access: 'team',
  secondFactor: 'before',
  summary: 'Show the second factor with a passkey',
  body: assertion,
  responses: { 200: secondFactor, 400: fieldErrors, 409: problem, 429: problem },
  perMinute: 60,
})
