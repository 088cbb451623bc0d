/** Secrets and identifiers from the system's random source; tokens are stored as their SHA-256 only. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { FORM_PK_BYTES, grievanceTicket, paymentReference, payoutCode } from '#core/ids.ts'

/** Opaque, 144 bits, base64url: form_pk, pay-in, offer, file. */
export const randomId = (): string => randomBytes(FORM_PK_BYTES).toString('base64url')

export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** As the rule of passwords wants it: a capital, a small letter, a digit and a sign. */
export const newDemoPassword = (): string => `Am-${randomBytes(12).toString('base64url')}7a`

export const newReference = (): string => paymentReference(randomBytes(8))
export const newPayoutCode = (): string => payoutCode(randomBytes(8))
export const newTicket = (): string => grievanceTicket(randomBytes(10))

/** Six digits that the payer reads out at the door. */
export const newHandoverCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** Of somebody in a scenario of the sandbox: nobody else's, as good as surely. */
export const newPhoneNumber = (): string => `7${String(randomInt(0, 1_000_000_000)).padStart(9, '0')}`
