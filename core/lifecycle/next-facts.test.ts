/** What a row changes of a deal, and what it leaves: its facts, its deadline, its hold and its fees. */
import { describe, expect, it } from 'vitest'
import { paise, ZERO } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import { SAMPLE_NOW as NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { decide, decideLapse } from './decide.ts'
import type { DealFacts, Decision, Request } from './facts.ts'

const FEE = DEFAULT_POLICY.disputeFeePaise
function take(
  facts: DealFacts,
  action: Request['action'],
  by: Request['by'],
  more: Partial<Request> = {},
): Decision {
  const decision = decide(facts, { action, by, now: NOW, ...more })
  if (!decision.ok) throw new Error(decision.code)
  return decision
}
function changesOf(facts: DealFacts, { next }: Decision): Partial<DealFacts> {
  const names = Object.keys(next) as (keyof DealFacts)[]
  return Object.fromEntries(
    names.filter((name) => next[name] !== facts[name]).map((name) => [name, next[name]]),
  )
}
const DUE = NOW + 5 * DAY_MS
const running = (over: Partial<DealFacts>) =>
  sampleFacts({ fundedAt: null, deliveredAt: null, dueAt: DUE, ...over })

const ROWS = [
  [
    'edit',
    'payer',
    { status: 'proposed', dueEvent: 'offerValidity' },
    {},
    { termsVersion: 2, dueAt: NOW + 7 * DAY_MS },
  ],
  [
    'fund',
    'gateway',
    { status: 'agreed' },
    {},
    {
      status: 'funded',
      fundedAt: NOW,
      dueAt: NOW + 2 * DAY_MS,
      dueEvent: 'trackingWindow',
    },
  ],
  [
    'propose_extension',
    'payee',
    { status: 'in_delivery', dueEvent: 'deliveryDue', deliveryDueAt: DUE },
    { input: { due: DUE + 1 } },
    {
      extensionTo: DUE + 1,
    },
  ],
  [
    'grant_extension',
    'payer',
    { status: 'in_delivery', dueEvent: 'deliveryDue', extensionTo: DUE + 1 },
    {},
    {
      extensionTo: null,
      deliveryDueAt: DUE + 1,
      dueAt: DUE + 1,
    },
  ],
  [
    'decline_extension',
    'payer',
    { status: 'in_delivery', dueEvent: 'deliveryDue', deliveryDueAt: DUE, extensionTo: DUE + 1 },
    {},
    {
      extensionTo: null,
    },
  ],
  [
    'confirm_receipt',
    'payer',
    { status: 'in_delivery', extensionTo: DUE + 1 },
    {},
    {
      status: 'delivered',
      deliveredAt: NOW,
      extensionTo: null,
      dueAt: NOW + DAY_MS / 2,
      dueEvent: 'complaintWindow',
    },
  ],
  [
    'ask_more_time',
    'payer',
    { status: 'delivered', dueEvent: 'complaintWindow' },
    {},
    {
      moreTimeAsked: true,
      dueAt: DUE + 2 * DAY_MS,
    },
  ],
  [
    'complain',
    'payer',
    { status: 'delivered', dueEvent: 'complaintWindow' },
    {},
    {
      status: 'disputed',
      dueAt: NOW + 2 * DAY_MS,
      dueEvent: 'unresponsiveness',
      dispute: {
        complainant: 'payer',
        filedAt: NOW,
        feePaidPaise: { payer: ZERO, payee: ZERO },
        escalatedBy: [],
        offer: null,
      },
    },
  ],
  [
    'accept',
    'payee',
    { status: 'proposed' },
    { input: { terms_version: 1 } },
    {
      status: 'agreed',
      dueAt: NOW + 2 * DAY_MS,
      dueEvent: 'unresponsiveness',
    },
  ],
] as const

describe('a row changes what it says and nothing else', () => {
  it.each(ROWS)('%s by the %s', (action, by, over, request, changes) => {
    const facts = running(over)
    expect(changesOf(facts, take(facts, action, by, request))).toEqual(changes)
  })
  it('a complaint of the payee is theirs', () => {
    expect(
      take(running({ status: 'return_in_transit' }), 'complain', 'payee').next.dispute?.complainant,
    ).toBe('payee')
  })
  it('a return that is declined is the payer’s complaint', () => {
    expect(
      take(running({ status: 'return_requested' }), 'decline_return', 'payee').next.dispute?.complainant,
    ).toBe('payer')
  })
  it('a deal without a dispute gets none by the way', () => {
    expect(take(running({ status: 'funded' }), 'ship', 'payee').next.dispute).toBeNull()
  })
  it('the date of the first delivery is kept when it starts', () => {
    const { next } = take(sampleFacts({ status: 'funded' }), 'ship', 'payee')
    expect(next.deliveryDueAt).toBe(next.dueAt)
    expect(take(next, 'confirm_receipt', 'payer').next.deliveryDueAt).toBe(next.dueAt)
  })
})

describe('changes of work', () => {
  const delivered = sampleFacts({ track: 'services', status: 'delivered' })
  it('are counted, and leave five days when no date was agreed any more', () => {
    const { next } = take({ ...delivered, completionAt: null }, 'request_changes', 'payer')
    expect([next.changesRequested, next.dueAt, next.deliveryDueAt]).toEqual([
      1,
      NOW + 5 * DAY_MS,
      NOW + 5 * DAY_MS,
    ])
  })
  it('keep the agreed date where it is later', () => {
    const due = (delivered.completionAt ?? 0) + 2 * DAY_MS
    expect(take(delivered, 'request_changes', 'payer').next.dueAt).toBe(due)
  })
})

describe('a dispute fee', () => {
  const facts = sampleFacts({
    status: 'disputed',
    dispute: sampleDispute({ feePaidPaise: { payer: paise(FEE), payee: ZERO } }),
    dueAt: DUE,
  })
  it('is added to what that party has paid, and the deadline stays', () => {
    const fee = { party: 'payee', paise: paise(2_000) } as const
    const once = take(facts, 'pay_fee', 'gateway', { fee })
    expect(once.next.dispute?.feePaidPaise).toEqual({ payer: FEE, payee: 2_000 })
    const twice = take(once.next, 'pay_fee', 'gateway', { fee })
    expect(twice.next.dispute?.feePaidPaise).toEqual({ payer: FEE, payee: 4_000 })
    expect([twice.next.dueAt, twice.hold, twice.fees]).toEqual([DUE, null, { payer: null, payee: null }])
  })
  it('that did not come changes nothing', () => {
    expect(take(facts, 'pay_fee', 'gateway').next.dispute).toEqual(facts.dispute)
  })
  it.each([
    ['both back where the complaint is taken back', FEE, FEE, { payer: 'back', payee: 'back' }],
    ['none where none was paid', 0, 0, { payer: null, payee: null }],
    ['the one that was paid', 0, FEE, { payer: null, payee: 'back' }],
  ] as const)('goes %s', (_, payer, payee, fees) => {
    const dispute = sampleDispute({ feePaidPaise: { payer: paise(payer), payee: paise(payee) } })
    expect(take(sampleFacts({ status: 'disputed', dispute }), 'withdraw_complaint', 'payer').fees).toEqual(
      fees,
    )
  })
  it.each([
    ['payer', { payer: 'back', payee: 'kept' }],
    ['payee', { payer: 'kept', payee: 'back' }],
  ] as const)('of whoever does not answer the %s is kept', (complainant, fees) => {
    const feePaidPaise = { payer: paise(FEE), payee: paise(FEE) }
    const silent = sampleFacts({ status: 'disputed', dispute: sampleDispute({ complainant, feePaidPaise }) })
    const lapse = decideLapse(silent, silent.dueAt ?? Number.NaN)
    expect(lapse.ok && lapse.fees).toEqual(fees)
  })
})

describe('the hold is shared', () => {
  const held = (over: Partial<DealFacts>) =>
    sampleFacts({ amountPaise: paise(150_001), commissionBasisPoints: 0, ...over })
  it('in halves, the odd paisa to the payer, where the team did not decide in time', () => {
    const facts = held({ status: 'mediation', dispute: sampleDispute() })
    const lapse = decideLapse(facts, facts.dueAt ?? Number.NaN)
    expect(lapse.ok && lapse.hold).toEqual({ payerPaise: 75_001, payeePaise: 75_000, commissionPaise: 0 })
  })
  it('as the offer says that was accepted', () => {
    const offer = { id: 'o', by: 'payee', payerSharePaise: paise(1) } as const
    const facts = held({ status: 'negotiating', dispute: sampleDispute({ offer }) })
    const { hold } = take(facts, 'accept_split', 'payer', { input: { offer_id: 'o' } })
    expect(hold).toEqual({ payerPaise: 1, payeePaise: 150_000, commissionPaise: 0 })
  })
  it('for the payer when they cancel, less the fee of the deal', () => {
    const facts = held({ status: 'in_delivery', cancellationFeeBasisPoints: 1_000 })
    expect(take(facts, 'cancel', 'payer').hold).toEqual({
      payerPaise: 135_001,
      payeePaise: 15_000,
      commissionPaise: 0,
    })
  })
})

describe('a deadline', () => {
  it('that passed late counts from when it was due', () => {
    const facts = sampleFacts({ status: 'return_requested' })
    const dueAt = facts.dueAt ?? Number.NaN
    const late = decideLapse(facts, dueAt + 9 * DAY_MS)
    expect(late.ok && [late.from, late.next.status, late.next.dueAt]).toEqual([
      'return_requested',
      'returning',
      Math.max((facts.deliveredAt ?? 0) + 8 * DAY_MS, 0),
    ])
    const talks = sampleFacts({ status: 'negotiating', dispute: sampleDispute() })
    const end = decideLapse(talks, (talks.dueAt ?? 0) + 9 * DAY_MS)
    expect(end.ok && end.next.dueAt).toBe((talks.dueAt ?? 0) + 30 * DAY_MS)
  })
  it('that does not run lets nothing pass', () => {
    expect(decideLapse(sampleFacts({ status: 'released' }), NOW)).toEqual({ ok: false, code: 'wrong_state' })
  })
})
