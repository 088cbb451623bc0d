/** Rules of a dispute over every step of the table: in whose name it is, where its end leads, and whose fee comes back. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { sampleOffer } from '#core/sample-deal.ts'
import { everyStep, type Step } from './every-step.ts'
import type { Party } from './states.ts'

const NOW = Date.parse('2026-11-24T10:00:00+05:30')
const PARTIES: readonly Party[] = ['payer', 'payee']
const steps = (['shopping', 'services'] as const).flatMap((track) => [
  ...everyStep(sampleOffer(track, DEFAULT_POLICY, NOW), NOW).values(),
])
const nameOf = ({ decision: { row } }: Step): string => ('lapse' in row.on ? row.on.lapse : row.on.action)
const named = (name: string): Step[] => steps.filter((step) => nameOf(step) === name)
const paidBy = ({ decision: { next } }: Step, party: Party): number => next.dispute?.feePaidPaise[party] ?? 0
const complainantOf = ({ decision: { next } }: Step) => next.dispute?.complainant
const feesOf = (step: Step) =>
  PARTIES.filter((party) => paidBy(step, party) > 0).map((party) => step.decision.fees[party])

describe('a dispute', () => {
  it('is in the name of who complains; a declined return is the payer’s', () => {
    const complaints = named('complain')
    expect(complaints.length).toBeGreaterThan(3)
    for (const step of complaints) expect(complainantOf(step)).toBe(step.request?.by)
    const declined = named('decline_return')
    expect(declined.length).toBeGreaterThan(0)
    for (const step of declined) expect(complainantOf(step)).toBe('payer')
  })

  it('that is withdrawn gives the money to the other side, and every fee back', () => {
    const withdrawn = named('withdraw_complaint')
    expect(new Set(withdrawn.map(complainantOf))).toEqual(new Set(PARTIES))
    for (const step of withdrawn) {
      expect(step.request?.by).toBe(complainantOf(step))
      expect(step.decision.next.status).toBe(complainantOf(step) === 'payer' ? 'released' : 'refunded')
      for (const fate of feesOf(step)) expect(fate).toBe('back')
    }
    expect(withdrawn.some((step) => feesOf(step).length > 0)).toBe(true)
  })

  it('without its fee in time ends against who complained; not answered in time, for them', () => {
    const late = named('unresponsiveness').filter(({ decision: { next } }) => next.dispute !== null)
    expect(late.length).toBeGreaterThan(3)
    for (const step of late) {
      const complainant = complainantOf(step) ?? 'payer'
      const isPaid = paidBy(step, complainant) > 0
      const { status } = step.decision.next
      if (isPaid) expect(status).toBe('settled')
      else expect(status).toBe(complainant === 'payer' ? 'released' : 'refunded')
      expect(step.decision.fees[complainant]).toBe(isPaid ? 'back' : null)
      const respondent: Party = complainant === 'payer' ? 'payee' : 'payer'
      if (paidBy(step, respondent) > 0) expect(step.decision.fees[respondent]).toBe(isPaid ? 'kept' : 'back')
    }
  })

  it.each(['accept_split', 'decisionLimit'])('that ends by %s costs nobody their fee', (name) => {
    const ended = named(name)
    expect(ended.length).toBeGreaterThan(0)
    for (const step of ended) {
      expect(step.decision.next.status).toBe('settled')
      for (const fate of feesOf(step)) expect(fate).toBe('back')
    }
    expect(ended.some((step) => feesOf(step).length > 0)).toBe(true)
  })
})

it('what is held goes out to the paisa, and only where the deal ends', () => {
  const ends = steps.filter(({ decision }) => decision.hold !== null)
  expect(ends.length).toBeGreaterThan(50)
  for (const step of ends) {
    const { hold, next } = step.decision
    const name = nameOf(step)
    if (name === 'unfund' || name === 'charged_back') continue
    const { payerPaise = 0, payeePaise = 0, commissionPaise = 0 } = hold ?? {}
    expect(payerPaise + payeePaise + commissionPaise, name).toBe(next.amountPaise)
  }
})
