import { describe, expect, it } from 'vitest'
import type { LineDecision } from './decision.ts'
import type { StatementLine } from './lines.ts'
import { matchLines } from './match.ts'
import type { ExpectedPayIn, MatchingWorld, SentPayout } from './world.ts'

const payIn = (reference: string, more: Partial<ExpectedPayIn> = {}): ExpectedPayIn => ({
  reference,
  amountPaise: 100_000,
  status: 'open',
  createdOn: '2026-11-01',
  payer: { name: 'ASHA RAO', vpa: 'asha.rao12@okaxis' },
  claims: [],
  ...more,
})
const payout = (code: string, more: Partial<SentPayout> = {}): SentPayout => ({
  code,
  amountPaise: 100_000,
  status: 'sent',
  utrs: [],
  payee: { name: 'VIKRAM DAS', vpa: 'vikram.das34@ybl' },
  account: '1059601096696',
  ...more,
})
const world = (more: Partial<MatchingWorld> = {}): MatchingWorld => ({
  account: '037505012379',
  ownNames: ['AMANAT OP'],
  payIns: [],
  payouts: [],
  deposits: [],
  hasUniquePaise: false,
  ...more,
})
const line = (narration: string, more: Partial<StatementLine> = {}): StatementLine => ({
  date: '2026-11-02',
  valueDate: null,
  dir: 'C',
  amountPaise: 100_000,
  balancePaise: 0,
  narration,
  ref: '',
  ...more,
})

const short = ({ tier, rule, outcome, target, candidates, flag, class: kind }: LineDecision): string =>
  [tier, rule, outcome, target, candidates.join('+'), flag, kind].filter(Boolean).join(' ')
const decide = (lines: StatementLine[], given: Partial<MatchingWorld>) =>
  matchLines(lines, world(given)).map(short)

const A = 'TDA0000001'
const B = 'TDB0000002'
const UTR = '630652236228'
const claimed = { claims: [{ utr: UTR, amountPaise: 100_000 }] }
const OTHER = { payer: { name: 'NEHA SINGH', vpa: 'neha.sing15@kotak' } }

const CREDITS: [string, StatementLine, ExpectedPayIn[], string][] = [
  ['a reference', line(`UPI-ASHA RAO-${A}`), [payIn(A)], `matched C3 applied ${A}`],
  ['with a blank in it', line('UPI TD A0000001'), [payIn(A)], `matched C3 applied ${A}`],
  ['with dashes in it', line('UPI/td-a000/0001/x'), [payIn(A)], `matched C3 applied ${A}`],
  ['wrapped in two', line('UPI-TDA00 00001'), [payIn(A)], `matched C3 applied ${A}`],
  ['that nobody was given', line('UPI-TDZ0000009'), [payIn(A, { amountPaise: 5 })], 'unmatched C7 suspense'],
  ['two of them', line(`${A} ${B}`), [payIn(A), payIn(B)], `suggested C3b choose ${A}+${B}`],
  ['too little', line(A, { amountPaise: 99_999 }), [payIn(A)], `matched C3 short ${A}`],
  ['too much', line(A, { amountPaise: 100_001 }), [payIn(A)], `matched C3 over ${A}`],
  ['after the end', line(A), [payIn(A, { status: 'closed' })], `matched C3 late ${A}`],
  ['once more', line(A), [payIn(A, { status: 'paid' })], `matched C3 double ${A}`],
  [
    'claimed by another',
    line(`${A}-${UTR}`),
    [payIn(A), payIn(B, claimed)],
    `matched C3 applied ${A} claim_conflict`,
  ],
  [
    'from a third person',
    line(`UPI-KIRAN-kiran.bose9@ybl-${A}`),
    [payIn(A)],
    `matched C3 applied ${A} third_party`,
  ],
  ['cut after five letters', line('UPI/ASHA/TDA00'), [payIn(A)], `matched C5 applied ${A}`],
  ['cut, of a closed one', line('UPI/TDA00'), [payIn(A, { status: 'closed' })], `matched C5 late ${A}`],
  ['cut, another amount', line('UPI/TDA00', { amountPaise: 5 }), [payIn(A)], 'unmatched C7 suspense'],
  ['cut, of two', line('TDA00'), [payIn(A), payIn('TDA0099999')], `suggested C6 choose ${A}+TDA0099999`],
  ['cut after four', line('UPI/TDA0'), [payIn(A)], `suggested C6 applied ${A} ${A}`],
  ['cut, 61 days old', line('TDA00', { date: '2027-01-01' }), [payIn(A)], 'unmatched C7 suspense'],
  ['a claim, and their name', line(`UPI-ASHA RAO-${UTR}`), [payIn(A, claimed)], `matched C4 applied ${A}`],
  [
    'a claim, and their address',
    line(`UPI/${UTR}/asha.rao12@ok/X`),
    [payIn(A, claimed)],
    `matched C4 applied ${A}`,
  ],
  [
    'a claim, and its beginning',
    line(`UPI/${UTR}/asha.rao/X`),
    [payIn(A, claimed)],
    `matched C4 applied ${A}`,
  ],
  [
    'a claim of the column',
    line('UPI-ASHA RAO', { ref: `0000${UTR}` }),
    [payIn(A, claimed)],
    `matched C4 applied ${A}`,
  ],
  [
    'a claim by somebody else',
    line(`UPI-ASHA RAO-${UTR}`),
    [payIn(A), payIn(B, { ...claimed, ...OTHER })],
    `suggested C4n choose ${A}+${B}`,
  ],
  [
    'a claim of a namesake, while the other is owed for',
    line(`UPI-ASHA RAO-${UTR}`),
    [payIn(A), payIn(B, { ...claimed, payer: { name: 'Asha Kumar', vpa: null } })],
    `suggested C4n choose ${A}+${B}`,
  ],
  ['a name like a reversal', line(`UPI-REV JOHN MATHEW-${A}`), [payIn(A)], `matched C3 applied ${A}`],
  ['a reversal of nothing known', line('REV UPI 000000000001'), [payIn(A)], 'unmatched C1 suspense reversal'],
  [
    'a claim by two',
    line(`UPI-ASHA RAO-${UTR}`),
    [payIn(A, claimed), payIn(B, claimed)],
    `suggested C4c choose ${A}+${B}`,
  ],
  [
    'a claim of more',
    line(`ASHA ${UTR}`, { amountPaise: 5 }),
    [payIn(A, claimed)],
    `suggested C4b short ${A}`,
  ],
  [
    'a claim, too late',
    line(`ASHA ${UTR}`),
    [payIn(A, { ...claimed, status: 'closed' })],
    `suggested C4b late ${A}`,
  ],
  [
    'a mobile number is no UTR',
    line('919876543210@ybl'),
    [payIn(A, { claims: [{ utr: '919876543210', amountPaise: 1 }], amountPaise: 5 })],
    'unmatched C7 suspense',
  ],
  [
    'nor our own account',
    line('TO 037505012379'),
    [payIn(A, { claims: [{ utr: '037505012379', amountPaise: 1 }], amountPaise: 5 })],
    'unmatched C7 suspense',
  ],
  ['the amount', line('UPI'), [payIn(A)], `suggested C6 applied ${A} ${A}`],
  ['the amount of two', line('UPI'), [payIn(B), payIn(A)], `suggested C6 choose ${A}+${B}`],
  ['the amount, eight days on', line('UPI', { date: '2026-11-09' }), [payIn(A)], 'unmatched C7 suspense'],
  ['the amount, before it was due', line('UPI', { date: '2026-10-31' }), [payIn(A)], 'unmatched C7 suspense'],
  ['from abroad', line(`INWARD REMITTANCE FIRC 26 ${A}`), [payIn(A)], 'unmatched C2 suspense foreign'],
  ['a lump', line('UPI SETTLEMENT 05-11-26'), [payIn(A)], 'unmatched C2 suspense lump'],
  ['interest', line('Int.Pd:01-08-2026 to 31-10-2026'), [payIn(A)], 'unmatched C2 explain interest'],
  ['a note about interest', line(`UPI/${UTR}/interest/${A}`), [payIn(A)], `matched C3 applied ${A}`],
  ['our own', line('INF/AMANAT OPS FLOAT'), [payIn(A)], 'unmatched C2 explain own'],
  [
    'a return of nothing known',
    line('NEFT RETURN HDFCN52631076265'),
    [payIn(A)],
    'unmatched C1 suspense reversal',
  ],
]

describe('money in', () => {
  it.each(CREDITS)('%s', (_, credit, payIns, decision) => {
    expect(decide([credit], { payIns })).toEqual([decision])
  })

  it('funds once, whatever comes', () => {
    const lines = [line(A), line(`${A} again`), line('UPI')]
    expect(decide(lines, { payIns: [payIn(A)] })).toEqual([
      `matched C3 applied ${A}`,
      `matched C3 double ${A}`,
      'unmatched C7 suspense',
    ])
  })
  it('leaves the amount due after a short payment', () => {
    const lines = [line(A, { amountPaise: 1 }), line(A)]
    expect(decide(lines, { payIns: [payIn(A)] })).toEqual([
      `matched C3 short ${A}`,
      `matched C3 applied ${A}`,
    ])
  })
  it('gives a later reference its due before an earlier amount', () => {
    expect(decide([line('UPI'), line(A)], { payIns: [payIn(A)] })).toEqual([
      'unmatched C7 suspense',
      `matched C3 applied ${A}`,
    ])
  })
  it('offers no pay-in whose claim was proved wrong', () => {
    const payIns = [payIn(A), payIn(B, { ...claimed, ...OTHER })]
    expect(decide([line(`${A}-${UTR}`), line('UPI')], { payIns })[1]).toBe('unmatched C7 suspense')
  })
  it('knows whose an amount is by its paise, where they are told apart', () => {
    const given = { payIns: [payIn(A, { amountPaise: 100_017 })], hasUniquePaise: true }
    const unique = line('UPI', { amountPaise: 100_017 })
    expect(decide([unique], given)).toEqual([`matched C6 applied ${A} ${A}`])
    expect(decide([unique, line(A, { amountPaise: 100_017 })], given)[0]).toBe('unmatched C7 suspense')
    expect(decide([unique], { ...given, hasUniquePaise: false })).toEqual([`suggested C6 applied ${A} ${A}`])
  })
})

const P = 'PYA0000001'
const P2 = 'PYB0000002'

describe('money out', () => {
  const debit = (narration: string, more: Partial<StatementLine> = {}) =>
    line(narration, { dir: 'D', ...more })
  it.each<[string, StatementLine, SentPayout[], string]>([
    ['our code', debit(`NEFT-${P}`), [payout(P)], `matched D1 payout_paid ${P}`],
    ['nine letters of it', debit('NEFT/PYA000000/X'), [payout(P)], `matched D1 payout_paid ${P}`],
    ['our code, another amount', debit(P, { amountPaise: 5 }), [payout(P)], `suggested D1 payout_paid ${P}`],
    ['our code, paid before', debit(P), [payout(P, { status: 'paid' })], `unmatched D5 alarm ${P}`],
    ['the amount and a name', debit('UPI-VIKRAM DAS-RELEASE'), [payout(P)], `suggested D2 payout_paid ${P}`],
    [
      'the amount and an address',
      debit('UPI/vikram.das34@y/R'),
      [payout(P)],
      `suggested D2 payout_paid ${P}`,
    ],
    ['the amount and an account', debit('IMPS-XXXXXXX6696'), [payout(P)], `suggested D2 payout_paid ${P}`],
    ['the amount alone', debit('UPI-SOMEBODY'), [payout(P)], 'unmatched D5 alarm'],
    ['of two', debit('UPI-VIKRAM'), [payout(P), payout('PYB0000002')], `suggested D2 choose ${P}+PYB0000002`],
    [
      'two codes',
      debit(`PYB0000002 ${P}`),
      [payout(P), payout('PYB0000002')],
      `suggested D1 choose ${P}+PYB0000002`,
    ],
    [
      'charges',
      debit('NEFT CHARGES 05-11-26 GST @18%', { amountPaise: 118 }),
      [],
      'suggested D3 explain charges',
    ],
    ['"charges" to somebody', debit(`UPI/${UTR}/x@ybl/CHARGES`), [], 'unmatched D5 alarm'],
    ['a stranger', debit('UPI-UNKNOWN TRADERS-BILL'), [], 'unmatched D5 alarm'],
  ])('%s', (_, out, payouts, decision) => {
    expect(decide([out], { payouts })).toEqual([decision])
  })

  it('comes back once', () => {
    const back = line('NEFT RETURN-HDFCN52631076265-VIKRAM DAS')
    const lines = [debit(`NEFT-HDFCN52631076265-${P}`), back, back]
    expect(decide(lines, { payouts: [payout(P)] })).toEqual([
      `matched D1 payout_paid ${P}`,
      `matched C1 payout_returned ${P}`,
      'unmatched C1 suspense reversal',
    ])
  })
  it('is no return with another amount', () => {
    const paid = payout(P, { status: 'paid', utrs: ['HDFCN52631076265'] })
    const back = line('NEFT RETURN-HDFCN52631076265', { amountPaise: 99_999 })
    expect(decide([back], { payouts: [paid] })).toEqual(['unmatched C1 suspense reversal'])
  })
  it('takes a deposit back once, from before or from this file', () => {
    const reversal = debit(`REV-UPI-${UTR}-DR REVERSAL`)
    const given = { payIns: [payIn(A)] }
    expect(decide([line(`${A}-${UTR}`), reversal, reversal], given)).toEqual([
      `matched C3 applied ${A}`,
      `matched D4 deposit_reversed ${A}`,
      'unmatched D5 alarm',
    ])
    const deposits = [{ reference: A, amountPaise: 100_000, utrs: [UTR] }]
    expect(decide([reversal], { ...given, deposits })).toEqual([`matched D4 deposit_reversed ${A}`])
  })
})

describe('a payout', () => {
  it.each([
    ['by its code', {}, `matched C1 payout_returned ${P}`],
    ['by its code, with another amount', { amountPaise: 99_999 }, 'unmatched C1 suspense reversal'],
    [
      'by a code that was cut',
      { narration: `NEFT RETURN ${P.slice(0, 9)}` },
      `matched C1 payout_returned ${P}`,
    ],
    ['by the code of nobody', { narration: 'NEFT RETURN PYZ000000009' }, 'unmatched C1 suspense reversal'],
    ['by two codes', { narration: `NEFT RETURN ${P} ${P2}` }, 'unmatched C1 suspense reversal'],
  ])('comes back %s', (_, more, decision) => {
    const paid = [P, P2].map((code) => payout(code, { status: 'paid' }))
    expect(decide([line(`NEFT RETURN ${P}`, more)], { payouts: paid })).toEqual([decision])
  })
  it('that is not known to be paid does not come back by its code', () => {
    const sent = [payout(P, { status: 'sent' })]
    expect(decide([line(`NEFT RETURN ${P}`)], { payouts: sent })).toEqual(['unmatched C1 suspense reversal'])
  })
})
