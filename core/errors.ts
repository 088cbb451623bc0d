/** Expected refusals. Three stay apart: forbidden (not you), wrong_state (not now), conflict (someone was first). */
export const REFUSAL_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  forbidden: 403,
  not_found: 404,
  wrong_state: 409,
  stale_terms: 409,
  conflict: 409,
  fee_unpaid: 409,
  own_offer: 403,
  limit_reached: 409,
  in_progress: 409,
  deals_open: 409,
  money_owed: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  rate_limited: 429,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof REFUSAL_STATUS

/** Field name to message codes; the catalogue in messages/ turns a code into words (spec §8). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** Thrown by a service to end its transaction with nothing written. The HTTP layer answers with status and words. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly fields: FieldErrors | undefined
  constructor(code: RefusalCode, fields?: FieldErrors) {
    super(code)
    this.code = code
    this.fields = fields
  }
}

/** A 400 with messages beside fields. */
export const invalid = (fields: FieldErrors): Refusal => new Refusal('invalid', fields)
