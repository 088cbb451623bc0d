/** What is announced is what happens: every action that can be reached, and every deadline. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, ZERO } from '#core/money.ts'
import { SAMPLE_NOW as NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { allowedActions } from './allowed.ts'
import { decide, decideLapse } from './decide.ts'
import type { Actor, DealFacts, Decision, Refused } from './facts.ts'
import { lapseOutcome, outcomeOf, type TransitionOutcome } from './outcome.ts'
import { isTerminal, STATUSES } from './states.ts'
import { ACTIONS, TRANSITIONS } from './transitions.ts'

const ACTORS: readonly Actor[] = ['payer', 'payee', 'team', 'gateway']
const fee = paise(5_000)

function expectSame(outcome: TransitionOutcome | null, decision: Decision | Refused): void {
  if (!decision.ok) throw new Error(decision.code)
  expect(outcome).toMatchObject({
    to: decision.next.status,
    hold: decision.row.hold ?? null,
    final: isTerminal(decision.next.status),
  })
  if (outcome?.hold === 'decision') expect([outcome.parts, outcome.fees]).toEqual([null, null])
  else expect([outcome?.parts, outcome?.fees]).toEqual([decision.hold, decision.fees])
}

const situation = fc.record({
  track: fc.constantFrom('shopping', 'services'),
  status: fc.constantFrom(...STATUSES),
  amount: fc.integer({ min: 100, max: 9_999_900 }),
  commission: fc.integer({ min: 0, max: 500 }),
  cancellation: fc.integer({ min: 0, max: 10_000 }),
  complainant: fc.constantFrom('payer', 'payee'),
  payerFee: fc.constantFrom(ZERO, fee),
  payeeFee: fc.constantFrom(ZERO, fee),
  offerBy: fc.constantFrom('payer', 'payee', null),
  escalatedBy: fc.constantFrom([], ['payer'] as const, ['payee'] as const),
  share: fc.nat(),
  atFault: fc.constantFrom('payer', 'payee', 'both', 'none'),
})
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

const factsOf = (from: Situation): DealFacts =>
  sampleFacts({
    track: from.track,
    status: from.status,
    amountPaise: paise(from.amount),
    commissionBasisPoints: from.commission,
    cancellationFeeBasisPoints: from.cancellation,
    extensionTo: NOW + 1e10,
    dispute: sampleDispute({
      complainant: from.complainant,
      feePaidPaise: { payer: from.payerFee, payee: from.payeeFee },
      offer: from.offerBy && {
        id: 'o',
        by: from.offerBy,
        payerSharePaise: paise(from.share % (from.amount + 1)),
      },
      escalatedBy: from.escalatedBy,
    }),
  })

describe('the outcome of an action', () => {
  it('is what decide then does, for each action that the table has', () => {
    const met = new Set<string>()
    const property = fc.property(situation, (from) => {
      const facts = factsOf(from)
      const input = {
        terms_version: 1,
        due: (facts.dueAt ?? NOW) + 1,
        payer_share_paise: from.share % (from.amount + 1),
        at_fault: from.atFault,
        offer_id: 'o',
      }
      for (const by of ACTORS)
        for (const action of allowedActions(facts, by, NOW)) {
          met.add(`${facts.status} ${action}`)
          const request = {
            action,
            by,
            now: NOW,
            input,
            offerId: 'new',
            fee: { party: 'payer', paise: fee },
          } as const
          expectSame(outcomeOf(facts, { action, by, now: NOW }), decide(facts, request))
        }
    })
    fc.assert(property, { numRuns: 2_000 })
    const rows = TRANSITIONS.flatMap(({ from, on }) =>
      from && 'action' in on ? [`${from} ${on.action}`] : [],
    )
    expect(met).toEqual(new Set(rows))
  })

  it('is null for an action that is not allowed', () => {
    const property = fc.property(
      situation,
      fc.constantFrom(...ACTIONS),
      fc.constantFrom(...ACTORS),
      (from, action, by) => {
        const facts = factsOf(from)
        const isOpen = allowedActions(facts, by, NOW).includes(action)
        expect(outcomeOf(facts, { action, by, now: NOW }) !== null).toBe(isOpen)
      },
    )
    fc.assert(property, { numRuns: 2_000 })
  })

  it.each([
    [
      'a payer who cancels after delivery started',
      'in_delivery',
      'cancel',
      'payer',
      'cancellation',
      [112_500, 37_500, 0],
    ],
    ['a payee who cancels', 'in_delivery', 'cancel', 'payee', 'refund', [150_000, 0, 0]],
    ['either before delivery', 'funded', 'cancel', 'payer', 'refund', [150_000, 0, 0]],
    ['releasing', 'delivered', 'release', 'payer', 'release', [0, 145_500, 4_500]],
    ['an offer that is accepted', 'negotiating', 'accept_split', 'payer', 'offer', [50_000, 97_000, 3_000]],
  ] as const)('%s', (_, status, action, by, hold, shares) => {
    const offer = { id: 'o', by: 'payee', payerSharePaise: paise(50_000) } as const
    const facts = sampleFacts({ status, commissionBasisPoints: 300, dispute: sampleDispute({ offer }) })
    const [payerPaise, payeePaise, commissionPaise] = shares
    expect(outcomeOf(facts, { action, by, now: NOW })).toMatchObject({
      hold,
      final: true,
      parts: { payerPaise, payeePaise, commissionPaise },
    })
  })
})

describe('the outcome of a deadline', () => {
  it('is what the lapse then does', () => {
    const property = fc.property(situation, (from) => {
      const facts = factsOf(from)
      if (isTerminal(facts.status)) expect(lapseOutcome(facts)).toBeNull()
      else expectSame(lapseOutcome(facts), decideLapse(facts, facts.dueAt ?? Number.NaN))
    })
    fc.assert(property, { numRuns: 1_000 })
  })
})
