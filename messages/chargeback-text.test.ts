import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chargebackPhaseText, chargebackReasonText } from './chargeback-text.ts'
import { m } from './compiled/messages.js'

const en = { locale: 'en' } as const
const hi = { locale: 'hi' } as const

/** Of a sample of a provider: what it calls the reason. */
function sampleReasons(): string[] {
  return ['razorpay', 'cashfree'].flatMap((provider) => {
    const folder = `test/fixtures/${provider}`
    return readdirSync(folder)
      .filter((name) => /dispute/.test(name))
      .flatMap((name) => {
        const text = readFileSync(`${folder}/${name}`, 'utf8')
        const field = provider === 'razorpay' ? 'reason_code' : 'reason_description'
        return [...text.matchAll(new RegExp(`"${field}": "([^"]+)"`, 'g'))].map(([, reason]) => reason ?? '')
      })
  })
}

describe('why a payer disputes a payment, as their bank says it', () => {
  it.each([
    ['goods_or_services_not_received_or_partially_received', m.chargeback_reason_not_received],
    ['1064', m.chargeback_reason_not_received],
    ['13.1', m.chargeback_reason_not_received],
    ['RZP01', m.chargeback_reason_not_received],
    ['1062', m.chargeback_reason_not_as_described],
    ['13.3', m.chargeback_reason_not_as_described],
    ['Goods/Services Not As Described', m.chargeback_reason_not_as_described],
    ['13.4', m.chargeback_reason_counterfeit],
    ['credit_not_processed', m.chargeback_reason_refund_missing],
    ['1061', m.chargeback_reason_refund_missing],
    ['13.7', m.chargeback_reason_cancelled],
    ['128', m.chargeback_reason_not_theirs],
    ['10.4', m.chargeback_reason_not_theirs],
    ['4837', m.chargeback_reason_not_theirs],
    ['1104', m.chargeback_reason_not_theirs],
    ['11.2', m.chargeback_reason_not_approved],
    ['warning_bulletin_or_exception_file', m.chargeback_reason_not_approved],
    ['108', m.chargeback_reason_debited_only],
    ['1065', m.chargeback_reason_debited_only],
    ['12.6.2', m.chargeback_reason_paid_otherwise],
    ['Duplicate Processing', m.chargeback_reason_twice],
    ['1084', m.chargeback_reason_twice],
    ['4834', m.chargeback_reason_twice],
    ['12.5', m.chargeback_reason_wrong_amount],
    ['12.1', m.chargeback_reason_late],
    ['non_matching_account_number', m.chargeback_reason_wrong_card],
    ['processed_invalid_expired_card', m.chargeback_reason_wrong_card],
    ['12.3', m.chargeback_reason_wrong_data],
    ['RZP06', m.chargeback_reason_no_answer],
  ])('%s', (reason, words) => {
    expect(chargebackReasonText(reason, en)).toBe(words({}, en))
    expect(chargebackReasonText(reason, hi)).toMatch(/[\u0900-\u097f]/)
  })

  it.each(['chargeback', 'pre_arbitration', 'RZP00', '4853', ''])('%j says no more than that', (reason) =>
    expect(chargebackReasonText(reason, en)).toBe(m.chargeback_reason_none({}, en)),
  )

  it('has no words for what nobody has heard of, and does not guess', () =>
    expect(chargebackReasonText('X99 not_received_at_all', en)).toBe(m.chargeback_reason_other({}, en)))

  it('has words for the reason of each sample of a provider', () => {
    const reasons = sampleReasons()
    expect(reasons.length).toBeGreaterThan(5)
    const without = reasons.filter(
      (reason) => chargebackReasonText(reason, en) === m.chargeback_reason_other({}, en),
    )
    expect(without).toEqual([])
  })
})

describe('how far a dispute is', () => {
  it.each(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration', 'dispute'])(
    '%s',
    (phase) => {
      expect(chargebackPhaseText(phase, en)).toMatch(/ /)
      expect(chargebackPhaseText(phase, hi)).toMatch(/[\u0900-\u097f]/)
    },
  )
  it('says one that is new as the provider does', () =>
    expect(chargebackPhaseText('compliance', en)).toBe('compliance'))
})
