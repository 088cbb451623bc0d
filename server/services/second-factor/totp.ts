/** One-time passwords of an authenticator app: RFC 6238 with SHA-1, six digits and 30 seconds, which every app has. */
import { Secret, TOTP } from 'otpauth'
import { companyProfile } from '#server/mail/company-profile.ts'

const PERIOD_SECONDS = 30
/** Steps before and after the present one: clocks of phones differ, and people are slow. */
const WINDOW = 1
const SECRET_BYTES = 20

const totpOf = (secret: Secret, label?: string): TOTP =>
  new TOTP({
    issuer: companyProfile().name.en,
    ...(label ? { label } : {}),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret,
  })

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

export interface TotpKey {
  readonly bytes: Buffer
  /** Base32. */
  readonly key: string
  readonly uri: string
}

/** `label` tells two accounts apart in the app. */
export function newTotpKey(label: string): TotpKey {
  const secret = new Secret({ size: SECRET_BYTES })
  return { bytes: Buffer.from(secret.bytes), key: secret.base32, uri: totpOf(secret, label).toString() }
}

/** The time step that a code belongs to; null when it is the code of none that is taken now. */
export function stepOfCode(bytes: Buffer, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secretOf(bytes)).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
}
