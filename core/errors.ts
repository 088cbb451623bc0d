/** Expected refusals. Three stay apart: forbidden (not you), wrong_state (not now), conflict (someone was first). */
export const REFUSAL_STATUS = {
  invalid: 400,
  unknown_version: 400,
  wrong_cursor: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  wrong_mode: 401,
  forbidden: 403,
  blocked: 403,
  unverified: 403,
  second_factor: 403,
  target_required: 403,
  key_scope: 403,
  not_found: 404,
  wrong_state: 409,
  stale_terms: 409,
  statement_outdated: 409,
  conflict: 409,
  payout_debited: 409,
  payout_held: 409,
  second_person: 409,
  frozen: 409,
  sold_out: 409,
  link_paused: 409,
  fee_unpaid: 409,
  payee_unready: 409,
  own_offer: 403,
  own_case: 403,
  offers_open: 409,
  limit_reached: 409,
  last_second_factor: 409,
  uploads_unfunded: 409,
  uploads_ended: 409,
  uploads_today: 409,
  file_named: 409,
  in_progress: 409,
  deals_open: 409,
  money_owed: 409,
  debt_open: 409,
  chargeback_open: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  infected: 415,
  key_reused: 422,
  rate_limited: 429,
  bank_unread: 503,
  pay_ins_stopped: 503,
  not_scanned: 503,
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
  readonly retryAfterSeconds: number | undefined
  /** For a program that reads the answer: what to do first, beside the code. */
  readonly wayOn: Readonly<Record<string, string>> | undefined
  constructor(
    code: RefusalCode,
    fields?: FieldErrors,
    retryAfterSeconds?: number,
    wayOn?: Readonly<Record<string, string>>,
  ) {
    super(code)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.wayOn = wayOn
  }
}

/** A refusal that says what to do first. */
export const refusalWithWayOn = (code: RefusalCode, wayOn: Readonly<Record<string, string>>): Refusal =>
  new Refusal(code, undefined, undefined, wayOn)

/** A 400 with messages beside fields. */
export const invalid = (fields: FieldErrors): Refusal => new Refusal('invalid', fields)

/** A 429 that says when to try again. */
export const rateLimited = (retryAfterSeconds: number): Refusal =>
  new Refusal('rate_limited', undefined, retryAfterSeconds)

/** Zod's issues as the wire has them: message codes by field. */
export function fieldsOfIssues(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? 'non_field_errors')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
