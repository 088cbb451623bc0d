/** Identifiers that people see: form_pk, payment references, tickets. The server makes the random bytes. */
export const TRACKS = ['shopping', 'services'] as const
export type Track = (typeof TRACKS)[number]

/** 144 random bits in base64url: not guessable, and without an order. */
export const FORM_PK_BYTES = 18
export const FORM_PK = /^[A-Za-z0-9_-]{24}$/

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const letters = (randomBytes: Uint8Array, length: number): string =>
  Array.from(randomBytes.subarray(0, length), (byte) => CROCKFORD[byte % 32]).join('')

/** The payer's payment reference, `TD` and 8 Crockford base32 characters: banks drop punctuation. */
export const paymentReference = (randomBytes: Uint8Array): string => `TD${letters(randomBytes, 8)}`

/** What the narration of a payout begins with, so that the bank's line proves which one it was. */
export const payoutCode = (randomBytes: Uint8Array): string => `PY${letters(randomBytes, 8)}`

/** A grievance's ticket: 50 bits in the same letters, easy to read out on the phone. */
export const grievanceTicket = (randomBytes: Uint8Array): string => `G-${letters(randomBytes, 10)}`
