/** The conditions of rows, each at its edge, and whose move it is. */
import { describe, expect, it } from 'vitest'
import { paise, ZERO } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { SAMPLE_NOW as NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { whoseMove } from './allowed.ts'
import { decide, isAllowed, refusalBeforeInput } from './decide.ts'
import type { Actor, DealFacts, Request } from './facts.ts'
import { STATUSES } from './states.ts'

const FEE = DEFAULT_POLICY.disputeFeePaise
const answer = (facts: DealFacts, action: Request['action'], by: Actor, more: Partial<Request> = {}) => {
  const decision = decide(facts, { action, by, now: NOW, ...more })
  return decision.ok ? decision.next.status : decision.code
}
const disputed = (over: Parameters<typeof sampleDispute>[0] = {}, status: DealFacts['status'] = 'disputed') =>
  sampleFacts({ status, dispute: sampleDispute(over) })
const paid = (payer: number, payee: number) => ({ payer: paise(payer), payee: paise(payee) })

describe('the respondent answers', () => {
  it.each([
    [0, 'fee_unpaid'],
    [FEE - 1, 'fee_unpaid'],
    [FEE, 'negotiating'],
    [FEE + 1, 'negotiating'],
  ])('with %i paise of the fee paid: %s', (fee, result) => {
    expect(answer(disputed({ feePaidPaise: paid(0, fee) }), 'respond', 'payee')).toBe(result)
    const other = disputed({ complainant: 'payee', feePaidPaise: paid(fee, 0) })
    expect(answer(other, 'respond', 'payer')).toBe(result)
  })
  it('and not the one who complained, nor the team', () => {
    const facts = disputed({ feePaidPaise: paid(FEE, FEE) })
    for (const by of ['payer', 'team'] as const) expect(answer(facts, 'respond', by)).toBe('forbidden')
  })
})

describe('a complaint is taken back by who made it', () => {
  it.each([
    ['payer', 'released'],
    ['payee', 'refunded'],
  ] as const)('%s: the money is %s', (complainant, status) => {
    for (const state of ['disputed', 'negotiating'] as const) {
      const facts = disputed({ complainant }, state)
      expect(answer(facts, 'withdraw_complaint', complainant)).toBe(status)
      expect(answer(facts, 'withdraw_complaint', complainant === 'payer' ? 'payee' : 'payer')).toBe(
        'forbidden',
      )
    }
  })
})

describe('the team is called in by both', () => {
  const talks = (escalatedBy: readonly ('payer' | 'payee')[]) => disputed({ escalatedBy }, 'negotiating')
  it('the first call waits for the other', () => {
    for (const by of ['payer', 'payee'] as const)
      expect(answer(talks([]), 'escalate', by)).toBe('negotiating')
  })
  it('the second brings the team', () => {
    expect(answer(talks(['payer']), 'escalate', 'payee')).toBe('mediation')
    expect(answer(talks(['payee']), 'escalate', 'payer')).toBe('mediation')
  })
  it('nobody calls twice', () => {
    expect(answer(talks(['payer']), 'escalate', 'payer')).toBe('conflict')
    expect(isAllowed(talks(['payer']), 'escalate', 'payer', NOW)).toBe(false)
  })
  it('a call is kept', () => {
    const decision = decide(talks([]), { action: 'escalate', by: 'payee', now: NOW })
    expect(decision.ok && decision.next.dispute?.escalatedBy).toEqual(['payee'])
  })
})

describe('an offer', () => {
  const offer = { id: 'o', by: 'payee', payerSharePaise: paise(1) } as const
  it('that is not there cannot be accepted', () => {
    expect(answer(disputed({}, 'negotiating'), 'accept_split', 'payer')).toBe('conflict')
    expect(isAllowed(disputed({}, 'negotiating'), 'accept_split', 'payer', NOW)).toBe(false)
  })
  it('is accepted by its id alone', () => {
    const facts = disputed({ offer }, 'negotiating')
    expect(answer(facts, 'accept_split', 'payer', { input: { offer_id: 'o' } })).toBe('settled')
    expect(answer(facts, 'accept_split', 'payer')).toBe('conflict')
    expect(answer(facts, 'accept_split', 'team', { input: { offer_id: 'o' } })).toBe('forbidden')
  })
  it('is made by one and takes the place of the one before', () => {
    const input = { payer_share_paise: 7 }
    const request = { action: 'propose_split', by: 'payer', now: NOW, input, offerId: 'p' } as const
    const decision = decide(disputed({ offer }, 'negotiating'), request)
    expect(decision.ok && decision.next.dispute?.offer).toEqual({ id: 'p', by: 'payer', payerSharePaise: 7 })
  })
  it('may share from nothing to all of it', () => {
    const facts = disputed({}, 'negotiating')
    const given = (share: unknown) =>
      answer(facts, 'propose_split', 'payer', { input: { payer_share_paise: share }, offerId: 'p' })
    expect([0, 150_000].map(given)).toEqual(['negotiating', 'negotiating'])
    expect([-1, 150_001, 0.5, '5', undefined].map(given)).toEqual(Array(5).fill('invalid'))
  })
})

describe('who asks is looked at before when and what', () => {
  it.each([
    ['a stranger to the action', 'ship', 'payer', 'funded', 'forbidden'],
    ['the right person, too early', 'ship', 'payee', 'agreed', 'wrong_state'],
    ['services have no parcel', 'start', 'payee', 'funded', 'wrong_state'],
    ['the complaint’s other side', 'withdraw_complaint', 'payee', 'disputed', 'forbidden'],
    ['their own offer', 'accept_split', 'payee', 'negotiating', 'own_offer'],
    ['nobody creates twice', 'create', 'payer', 'proposed', 'wrong_state'],
    ['nothing speaks against it', 'ship', 'payee', 'funded', undefined],
  ] as const)('%s', (_, action, by, status, code) => {
    const offer = { id: 'o', by: 'payee', payerSharePaise: ZERO } as const
    const facts = sampleFacts({ status, dispute: sampleDispute({ offer }) })
    expect(refusalBeforeInput(facts, { action, by, now: NOW })?.code).toBe(code)
  })
  it('a stranger is not told that a deadline passed', () => {
    const facts = sampleFacts({ status: 'funded' })
    const now = facts.dueAt ?? Number.NaN
    expect(refusalBeforeInput(facts, { action: 'ship', by: 'payer', now })?.code).toBe('forbidden')
    expect(refusalBeforeInput(facts, { action: 'ship', by: 'payee', now })?.code).toBe('overdue')
  })
})

describe('an extension', () => {
  const facts = sampleFacts({ status: 'in_delivery', dueAt: NOW + 1_000, dueEvent: 'deliveryDue' })
  const propose = (due: unknown, over: Partial<DealFacts> = {}) =>
    answer({ ...facts, ...over }, 'propose_extension', 'payee', { input: { due } })
  it('is later than the date that runs, and than now', () => {
    expect(propose(NOW + 1_001)).toBe('in_delivery')
    for (const due of [NOW + 1_000, NOW, undefined, '2026-12-01']) expect(propose(due)).toBe('invalid')
    expect(propose(NOW, { dueAt: null })).toBe('invalid')
    expect(propose(NOW + 1, { dueAt: null })).toBe('in_delivery')
  })
  it('ends 731 days after the funding', () => {
    const last = (from: number) => from + 731 * 24 * 3_600_000
    expect(propose(last(NOW - 5), { fundedAt: NOW - 5 })).toBe('in_delivery')
    expect(propose(last(NOW - 5) + 1, { fundedAt: NOW - 5 })).toBe('invalid')
    expect(propose(last(NOW), { fundedAt: null })).toBe('in_delivery')
    expect(propose(last(NOW) + 1, { fundedAt: null })).toBe('invalid')
  })
  it('that is refused says which field and why', () => {
    const request = { action: 'propose_extension', by: 'payee', now: NOW, input: { due: NOW } } as const
    expect(decide(facts, request)).toMatchObject({ code: 'invalid', fields: { due: ['after_due'] } })
  })
})

describe('whose move it is', () => {
  const moves: Partial<Record<DealFacts['status'], string[]>> = {
    proposed: ['payee'],
    agreed: ['payer'],
    funded: ['payee'],
    in_delivery: ['payee'],
    delivered: ['payer'],
    return_requested: ['payee'],
    returning: ['payer'],
    return_in_transit: ['payee'],
    negotiating: ['payer', 'payee'],
    mediation: ['team'],
  }
  it.each(STATUSES.filter((status) => status !== 'disputed'))('%s', (status) => {
    expect(whoseMove(sampleFacts({ status, extensionTo: null }))).toEqual(moves[status] ?? [])
  })
  it('of a freelancer’s offer: the client’s', () => {
    expect(whoseMove(sampleFacts({ track: 'services', status: 'proposed' }))).toEqual(['payer'])
  })
  it.each([
    ['payer', ['payee']],
    ['payee', ['payer']],
  ] as const)('of a split that the %s offers: the other’s', (by, movers) => {
    const offer = { id: 'a', by, payerSharePaise: paise(1_000) }
    expect(whoseMove(disputed({ offer }, 'negotiating'))).toEqual(movers)
    expect(whoseMove(disputed({ offer }, 'mediation'))).toEqual(['team'])
    // asked for by the one who offers, the team still waits for the other; asked for by the other, both can move
    expect(whoseMove(disputed({ offer, escalatedBy: [by] }, 'negotiating'))).toEqual(movers)
    expect(whoseMove(disputed({ offer, escalatedBy: movers }, 'negotiating'))).toEqual(['payer', 'payee'])
  })
  it('an extension that was proposed waits for the payer, while it is delivered and only then', () => {
    expect(whoseMove(sampleFacts({ status: 'in_delivery', extensionTo: NOW }))).toEqual(['payee', 'payer'])
    expect(whoseMove(sampleFacts({ status: 'funded', extensionTo: NOW }))).toEqual(['payee'])
  })
  it.each([
    ['payer', 0, ['payee', 'payer']],
    ['payer', FEE, ['payee']],
    ['payee', 0, ['payer', 'payee']],
    ['payee', FEE, ['payer']],
  ] as const)('a complaint of the %s with %i paise of their fee paid', (complainant, fee, movers) => {
    const own = complainant === 'payer' ? paid(fee, 0) : paid(0, fee)
    expect(whoseMove(disputed({ complainant, feePaidPaise: own }))).toEqual(movers)
  })
})
