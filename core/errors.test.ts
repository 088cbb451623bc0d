/** Refusals: a status that says whose fault it is, and messages beside fields. */
import { describe, expect, it } from 'vitest'
import { fieldsOfIssues, invalid, REFUSAL_STATUS, Refusal, rateLimited } from './errors.ts'

describe('the status of', () => {
  it.each([
    [400, ['invalid', 'unknown_version', 'wrong_cursor']],
    [401, ['unauthenticated', 'bad_credentials', 'wrong_mode']],
    [
      403,
      [
        'blocked',
        'forbidden',
        'key_scope',
        'own_case',
        'own_offer',
        'second_factor',
        'target_required',
        'unverified',
      ],
    ],
    [404, ['not_found']],
    [
      409,
      [
        'wrong_state',
        'stale_terms',
        'statement_outdated',
        'conflict',
        'payout_debited',
        'payout_held',
        'second_person',
        'frozen',
        'sold_out',
        'link_paused',
        'payee_unready',
        'fee_unpaid',
        'offers_open',
        'last_second_factor',
        'limit_reached',
        'in_progress',
        'deals_open',
        'money_owed',
        'debt_open',
        'chargeback_open',
        'uploads_ended',
        'uploads_today',
        'uploads_unfunded',
        'file_named',
      ],
    ],
    [410, ['gone']],
    [413, ['too_large']],
    [415, ['infected', 'unsupported_type']],
    [422, ['key_reused']],
    [429, ['rate_limited']],
    [503, ['bank_unread', 'not_scanned', 'pay_ins_stopped', 'unavailable']],
  ])('%i', (status, codes) => {
    const having = Object.entries(REFUSAL_STATUS).filter(([, value]) => value === status)
    expect(having.map(([code]) => code).sort()).toEqual([...codes].sort())
  })
})

describe('a refusal', () => {
  it('is an error that is known by its code', () => {
    const refusal = new Refusal('wrong_state')
    expect(refusal).toBeInstanceOf(Error)
    expect([refusal.name, refusal.message, refusal.code]).toEqual(['Refusal', 'wrong_state', 'wrong_state'])
    expect([refusal.fields, refusal.retryAfterSeconds]).toEqual([undefined, undefined])
  })
  it('of a form says which field', () => {
    const { code, fields } = invalid({ amount: ['required'] })
    expect([code, fields]).toEqual(['invalid', { amount: ['required'] }])
  })
  it('of too many says when to come back', () => {
    const { code, fields, retryAfterSeconds } = rateLimited(30)
    expect([code, fields, retryAfterSeconds]).toEqual(['rate_limited', undefined, 30])
  })
})

it('issues are grouped by field, in their order; those of the whole form stand apart', () => {
  const issue = (path: PropertyKey[], message: string) => ({ path, message })
  expect(
    fieldsOfIssues([
      issue(['email'], 'required'),
      issue([], 'passwords_differ'),
      issue(['email'], 'email'),
      issue(['file_ids', 3], 'max:64'),
    ]),
  ).toEqual({ email: ['required', 'email'], non_field_errors: ['passwords_differ'], file_ids: ['max:64'] })
})
