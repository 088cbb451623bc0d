/** Rules that the matrix does not show: guards, deadlines, money, and that no money can be stuck. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, ZERO } from '#core/money.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import { SAMPLE_NOW as NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { allowedActions, whoseMove } from './allowed.ts'
import { decide, decideLapse } from './decide.ts'
import type { DealFacts, Decision, Refused, Request } from './facts.ts'
import { isTerminal, STATUSES } from './states.ts'
import { TRANSITIONS } from './transitions.ts'

const fee = paise(5000)
const must = (result: Decision | Refused): Decision => {
  if (!result.ok) throw new Error(result.code)
  return result
}
const code = (result: Decision | Refused) => (result.ok ? 'ok' : result.code)
const ask = (facts: DealFacts, action: Request['action'], by: Request['by'], more: Partial<Request> = {}) =>
  decide(facts, { action, by, now: NOW, ...more })

describe('refusals', () => {
  it('stale terms', () => {
    expect(code(ask(sampleFacts(), 'accept', 'payee', { input: { terms_version: 2 } }))).toBe('stale_terms')
  })
  it('an action at the very moment of the deadline loses', () => {
    const facts = sampleFacts({ status: 'delivered', dueAt: NOW, dueEvent: 'complaintWindow' })
    expect(code(ask(facts, 'complain', 'payer'))).toBe('overdue')
    expect(code(ask(facts, 'complain', 'payer', { now: NOW - 1 }))).toBe('ok')
    expect(code(decideLapse(facts, NOW - 1))).toBe('wrong_state')
    expect(must(decideLapse(facts, NOW)).next.status).toBe('released')
  })
  it('more time once, changes three times', () => {
    const delivered = sampleFacts({ track: 'services', status: 'delivered' })
    expect(code(ask({ ...delivered, moreTimeAsked: true }, 'ask_more_time', 'payer'))).toBe('limit_reached')
    expect(code(ask({ ...delivered, changesRequested: 3 }, 'request_changes', 'payer'))).toBe('limit_reached')
  })
  it('answering a complaint needs the respondent’s fee', () => {
    const facts = sampleFacts({ status: 'disputed', dispute: sampleDispute() })
    expect(code(ask(facts, 'respond', 'payee'))).toBe('fee_unpaid')
    expect(code(ask(facts, 'respond', 'payer'))).toBe('forbidden')
  })
  it('nobody accepts their own offer or a stale one', () => {
    const offer = { id: 'a', by: 'payer', payerSharePaise: paise(1) } as const
    const facts = sampleFacts({ status: 'negotiating', dispute: sampleDispute({ offer }) })
    expect(code(ask(facts, 'accept_split', 'payer', { input: { offer_id: 'a' } }))).toBe('own_offer')
    expect(code(ask(facts, 'accept_split', 'payee', { input: { offer_id: 'b' } }))).toBe('conflict')
  })
  it('shares lie within the amount', () => {
    const facts = sampleFacts({ status: 'mediation', dispute: sampleDispute() })
    for (const share of [-1, 150_001, 0.5, '5', undefined])
      expect(code(ask(facts, 'decide', 'team', { input: { payer_share_paise: share } }))).toBe('invalid')
  })
})

const due = (result: Decision | Refused) => must(result).next.dueAt

describe('deadlines', () => {
  it.each([
    ['goods for which nothing speaks', 'shopping', {}, 7 * DAY_MS],
    ['goods with a number that fits', 'shopping', { deliveryProven: true }, 2 * DAY_MS],
    ['goods with the handover code', 'shopping', { deliveryConfirmed: true }, 12 * HOUR_MS],
    ['work without a file', 'services', {}, 7 * DAY_MS],
    ['work with a file', 'services', { deliveryProven: true }, 24 * HOUR_MS],
  ] as const)('%s', (_, track, proof, window) => {
    const facts = sampleFacts({ track, status: 'in_delivery' })
    expect(due(ask(facts, 'deliver', 'payee', proof))).toBe(NOW + window)
  })
  it('the payer’s own word starts the short window', () => {
    expect(due(ask(sampleFacts({ status: 'in_delivery' }), 'confirm_receipt', 'payer'))).toBe(
      NOW + 12 * HOUR_MS,
    )
  })
  it('goods are due ten business days after the funding', () => {
    expect(due(ask(sampleFacts({ status: 'funded' }), 'ship', 'payee'))).toBe(
      Date.parse('2026-12-07T23:59:59.999+05:30'),
    )
  })
  it('work is due two days after the agreed date, never before it starts', () => {
    const facts = sampleFacts({ track: 'services', status: 'funded' })
    expect(due(ask(facts, 'start', 'payee'))).toBe((facts.completionAt ?? 0) + 2 * DAY_MS)
    expect(due(ask({ ...facts, completionAt: NOW - 9 * DAY_MS }, 'start', 'payee'))).toBe(NOW + 2 * DAY_MS)
  })
  it('changes leave the later of the old date and five days', () => {
    const facts = sampleFacts({ track: 'services', status: 'delivered', deliveryDueAt: NOW + DAY_MS })
    expect(due(ask(facts, 'request_changes', 'payer'))).toBe(NOW + 5 * DAY_MS)
    expect(due(ask({ ...facts, deliveryDueAt: NOW + 9 * DAY_MS }, 'request_changes', 'payer'))).toBe(
      NOW + 9 * DAY_MS,
    )
  })
  it('a return counts from the delivery', () => {
    const facts = sampleFacts({ status: 'return_requested', deliveredAt: NOW - DAY_MS })
    expect(due(ask(facts, 'accept_return', 'payee'))).toBe(NOW + 7 * DAY_MS)
  })
  it('talks run from the filing', () => {
    const facts = sampleFacts({
      status: 'disputed',
      dispute: sampleDispute({ filedAt: NOW - DAY_MS, feePaidPaise: { payer: fee, payee: fee } }),
    })
    expect(due(ask(facts, 'respond', 'payee'))).toBe(NOW + 9 * DAY_MS)
  })
})

describe('a later date', () => {
  it('an extension moves the date when it is granted, not before', () => {
    const facts = sampleFacts({ status: 'in_delivery' })
    const to = (facts.dueAt ?? 0) + DAY_MS
    const proposed = must(ask(facts, 'propose_extension', 'payee', { input: { due: to } }))
    expect(proposed.next.dueAt).toBe(facts.dueAt)
    expect(whoseMove(proposed.next)).toEqual(['payee', 'payer'])
    expect(due(ask(proposed.next, 'grant_extension', 'payer'))).toBe(to)
    const tooFar = { due: (facts.fundedAt ?? 0) + 732 * DAY_MS }
    expect(ask(facts, 'propose_extension', 'payee', { input: tooFar })).toMatchObject({
      code: 'invalid',
      fields: { due: ['date_far'] },
    })
    expect(code(ask(facts, 'propose_extension', 'payee', { input: { due: (facts.dueAt ?? 0) - 1 } }))).toBe(
      'invalid',
    )
  })
  it('an extension that is declined leaves the date, and may be proposed anew', () => {
    const facts = sampleFacts({ status: 'in_delivery' })
    expect(code(ask(facts, 'decline_extension', 'payer'))).toBe('wrong_state')
    const input = { due: (facts.dueAt ?? 0) + DAY_MS }
    const proposed = must(ask(facts, 'propose_extension', 'payee', { input }))
    expect(code(ask(proposed.next, 'decline_extension', 'payee'))).toBe('forbidden')
    const declined = must(ask(proposed.next, 'decline_extension', 'payer')).next
    expect(declined.dueAt).toBe(facts.dueAt)
    expect(whoseMove(declined)).toEqual(['payee'])
    expect(code(ask(declined, 'grant_extension', 'payer'))).toBe('wrong_state')
    expect(
      due(ask(must(ask(declined, 'propose_extension', 'payee', { input })).next, 'grant_extension', 'payer')),
    ).toBe(input.due)
  })
  it('an extension that was proposed ends with the delivery', () => {
    const facts = sampleFacts({ track: 'services', status: 'in_delivery', extensionTo: NOW + 90 * DAY_MS })
    for (const [action, by] of [
      ['deliver', 'payee'],
      ['confirm_receipt', 'payer'],
    ] as const) {
      const delivered = must(ask(facts, action, by)).next
      expect(delivered.extensionTo).toBeNull()
      const reopened = must(ask(delivered, 'request_changes', 'payer')).next
      expect(reopened.status).toBe('in_delivery')
      expect(code(ask(reopened, 'grant_extension', 'payer'))).toBe('wrong_state')
    }
  })
})

describe('after a hand-over, and after a fee', () => {
  it('once work was handed over the client does not cancel: changes that were asked for give no money back', () => {
    const started = sampleFacts({ track: 'services', status: 'in_delivery' })
    expect(ask(started, 'cancel', 'payer').ok).toBe(true)
    const delivered = must(ask(started, 'deliver', 'payee')).next
    const reopened = must(ask(delivered, 'request_changes', 'payer')).next
    expect(code(ask(reopened, 'cancel', 'payer'))).toBe('wrong_state')
    expect(ask(reopened, 'cancel', 'payee').ok).toBe(true)
    expect(ask(reopened, 'complain', 'payer').ok).toBe(true)
  })
  it('the time to answer a complaint runs from its fee, and not from one’s own', () => {
    const facts = sampleFacts({ status: 'delivered', deliveredAt: NOW })
    const filed = must(ask(facts, 'complain', 'payer')).next
    expect(filed.dueAt).toBe(NOW + 2 * DAY_MS)
    const late = NOW + 2 * DAY_MS - 1
    const paid = must(ask(filed, 'pay_fee', 'gateway', { now: late, fee: { party: 'payer', paise: fee } }))
    expect(due(paid)).toBe(late + 2 * DAY_MS)
    const both = ask(paid.next, 'pay_fee', 'gateway', {
      now: late + DAY_MS,
      fee: { party: 'payee', paise: fee },
    })
    expect(due(both)).toBe(late + 2 * DAY_MS)
    const first = ask(filed, 'pay_fee', 'gateway', { now: late, fee: { party: 'payee', paise: fee } })
    expect(due(first)).toBe(NOW + 2 * DAY_MS)
  })
})

describe('money', () => {
  const held = (over: Partial<DealFacts>) => sampleFacts({ track: 'services', ...over })
  it('release less commission', () => {
    expect(must(ask(held({ status: 'delivered' }), 'release', 'payer')).hold).toEqual({
      payerPaise: 0,
      payeePaise: 142_500,
      commissionPaise: 7_500,
    })
  })
  it('the worked split', () => {
    const facts = held({ status: 'mediation', amountPaise: paise(1_000_000), dispute: sampleDispute() })
    const input = { payer_share_paise: 400_000, at_fault: 'none', reasons: 'r' }
    expect(must(ask(facts, 'decide', 'team', { input })).hold).toEqual({
      payerPaise: 400_000,
      payeePaise: 570_000,
      commissionPaise: 30_000,
    })
  })
  it.each([
    ['payer', 'kept', 'back'],
    ['payee', 'back', 'kept'],
    ['both', 'kept', 'kept'],
    ['none', 'back', 'back'],
  ])('fault of %s', (at_fault, payer, payee) => {
    const facts = held({
      status: 'mediation',
      dispute: sampleDispute({ feePaidPaise: { payer: fee, payee: fee } }),
    })
    const input = { payer_share_paise: 0, at_fault, reasons: 'r' }
    expect(must(ask(facts, 'decide', 'team', { input })).fees).toEqual({ payer, payee })
  })
  it.each([
    ['payer', fee, ZERO, 'settled', 150_000],
    ['payee', ZERO, fee, 'settled', 0],
    ['payer', ZERO, fee, 'released', 0],
    ['payee', fee, ZERO, 'refunded', 150_000],
  ] as const)('no answer to a complaint of the %s (fees %i, %i)', (complainant, payer, payee, to, back) => {
    const facts = held({
      status: 'disputed',
      dispute: sampleDispute({ complainant, feePaidPaise: { payer, payee } }),
    })
    const lapse = must(decideLapse(facts, facts.dueAt ?? 0))
    expect(lapse.next.status).toBe(to)
    expect(lapse.hold?.payerPaise).toBe(back)
  })
})

describe('where no fee of a dispute is asked for', () => {
  it.each([
    ['payer', 'settled', 150_000],
    ['payee', 'settled', 0],
  ] as const)(
    'a complaint of the %s that nobody answers is not taken for unpaid',
    (complainant, to, back) => {
      const policy = { ...sampleFacts().policy, disputeFeePaise: 0 }
      const facts = sampleFacts({ status: 'disputed', policy, dispute: sampleDispute({ complainant }) })
      const lapse = must(decideLapse({ ...facts, dueAt: NOW }, NOW))
      expect([lapse.next.status, lapse.hold?.payerPaise]).toEqual([to, back])
    },
  )
})

/** A payment that was another's is nobody's of the deal; of all other ends the parts are the amount. */
function expectWhole({ hold, row }: Decision, amount: number): void {
  if (!hold) return
  const sum = hold.payerPaise + hold.payeePaise + hold.commissionPaise
  expect(sum).toBe(row.hold === 'suspense' || row.hold === 'charged_back' ? 0 : amount)
  expect(Math.min(hold.payerPaise, hold.payeePaise, hold.commissionPaise)).toBeGreaterThanOrEqual(0)
}

describe('no money can be stuck', () => {
  const fees = [ZERO, fee]
  const situations = fees.flatMap((payer) =>
    fees.flatMap((payee) =>
      (['payer', 'payee'] as const).map((complainant) => ({ payer, payee, complainant })),
    ),
  )
  const starts = (['shopping', 'services'] as const).flatMap((track) =>
    STATUSES.flatMap((status) => situations.map((situation) => ({ track, status, situation }))),
  )
  it.each(starts)('$track $status ends by lapses alone', ({ track, status, situation }) => {
    const { complainant, ...paid } = situation
    let facts = sampleFacts({ track, status, dispute: sampleDispute({ complainant, feePaidPaise: paid }) })
    const visited = [facts.status]
    while (!isTerminal(facts.status)) {
      facts = must(decideLapse(facts, facts.dueAt ?? Number.NaN)).next
      expect(visited).not.toContain(facts.status)
      visited.push(facts.status)
    }
  })
  it('every row that ends a funded deal says where the hold goes', () => {
    const before = ['proposed', 'agreed']
    for (const row of TRANSITIONS)
      if (isTerminal(row.to)) expect(row.hold !== undefined).toBe(!before.includes(row.from ?? ''))
      else expect(row.hold).toBeUndefined()
  })
  it('parts add up to the amount at every end of a random walk', () => {
    const walk = fc.record({
      track: fc.constantFrom('shopping', 'services') as fc.Arbitrary<'shopping' | 'services'>,
      amount: fc.integer({ min: 100, max: 9_999_900 }),
      commission: fc.integer({ min: 0, max: 500 }),
      fee: fc.integer({ min: 0, max: 100 }),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
    })
    fc.assert(
      fc.property(walk, ({ track, amount, commission, fee: percent, picks }) => {
        let facts = sampleFacts({
          track,
          status: 'funded',
          amountPaise: paise(amount),
          commissionBasisPoints: commission,
          cancellationFeeBasisPoints: percent * 100,
        })
        let now = NOW
        for (const pick of picks) {
          if (isTerminal(facts.status)) break
          const moves = (['payer', 'payee', 'team', 'gateway'] as const).flatMap((by) =>
            allowedActions(facts, by, now).map((action) => ({ by, action })),
          )
          const move = moves[pick % (moves.length + 1)]
          const input = {
            due: (facts.dueAt ?? now) + 1,
            payer_share_paise: pick % (amount + 1),
            at_fault: ['payer', 'payee', 'both', 'none'][pick % 4],
            offer_id: 'o',
          }
          const result = move
            ? decide(facts, { ...move, now, input, offerId: 'o', fee: { party: 'payee', paise: fee } })
            : decideLapse(facts, facts.dueAt ?? 0)
          const done = must(result)
          if (!move) now = facts.dueAt ?? now
          expectWhole(done, amount)
          expect(done.hold !== null).toBe(isTerminal(done.next.status))
          facts = done.next
        }
      }),
      { numRuns: 500 },
    )
  })
})
