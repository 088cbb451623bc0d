/** The second factor of the team: an authenticator app (TOTP) or passkeys (passkeys.ts), with recovery codes. */
import { z } from 'zod'
import { endpoint, fieldErrors, problem } from './endpoint.ts'

export const secondFactor = z.object({
  /** Whether the team can work without one. */
  demanded: z.boolean(),
  enrolled: z.boolean(),
  /** Whether this session has shown it. */
  passed: z.boolean(),
  totp: z.boolean(),
  /** How many. */
  passkeys: z.int(),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.output<typeof secondFactor>

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/account/second-factor',
  access: 'team',
  secondFactor: 'before',
  summary: 'What my second factor is, and whether this session has shown it',
  responses: { 200: secondFactor },
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/totp',
  access: 'team',
  secondFactor: 'before',
  answersSecret: true,
  summary: 'A new key for an authenticator app; it counts once a code of it was confirmed',
  responses: {
    200: z.object({
      /** Base32, to type into the app. */
      key: z.string(),
      /** otpauth://, for the QR code. */
      uri: z.string(),
      /** The QR code of `uri`, as SVG. */
      qr: z.string(),
    }),
    403: problem,
  },
  perMinute: 20,
})

const codeField = z
  .union([z.string(), z.number()], { error: 'required' })
  .transform((code) => String(code).replace(/[\s-]/g, '').toUpperCase())
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(10) })

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/totp/confirm',
  access: 'team',
  secondFactor: 'before',
  answersSecret: true,
  summary: 'Finish the set-up with a code of the app; answers ten recovery codes, shown this once',
  body: z.object({ code: codeField.refine((code) => /^\d{6}$/.test(code), { error: 'code_digits' }) }),
  responses: { 200: recoveryCodes, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 30,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  access: 'team',
  secondFactor: 'before',
  summary: 'Show the second factor: a code of the app, or a recovery code. Each works once',
  body: z.object({
    code: codeField.refine((code) => code !== '' && code.length <= 40, { error: 'required' }),
  }),
  responses: { 200: secondFactor, 400: fieldErrors, 409: problem, 429: problem },
  perMinute: 60,
})

export const newRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  access: 'team',
  secondFactor: 'recent',
  answersSecret: true,
  summary: 'Ten new recovery codes, shown this once; the old ones are void',
  responses: { 200: recoveryCodes, 403: problem, 409: problem },
  perMinute: 10,
})
