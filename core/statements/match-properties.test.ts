// What holds for any world and any statement: nothing twice, nothing to the wrong person, every paisa somewhere.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingOf } from './booking.ts'
import { type StatementLine, signedPaise } from './lines.ts'
import { matchLines } from './match.ts'
import type { ExpectedPayIn, MatchingWorld, SentPayout } from './world.ts'

const FIRST = ['ASHA', 'BHAVNA', 'DEEPAK', 'FARHAN', 'GAURAV', 'IMRAN', 'KAVITA', 'NEHA']
const LAST = ['RAO', 'SINGH', 'IYER', 'KHAN', 'PATEL', 'DAS', 'BOSE', 'NAIR']
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Any code, different for each number, alike in its first letters now and then. */
const codeOf = (prefix: string, n: number): string =>
  prefix +
  Array.from({ length: 8 }, (_, place) => LETTERS[(n * 7 + place * (n % 3)) % 32])
    .join('')
    .slice(0, 6) +
  LETTERS[(n >> 5) % 32] +
  LETTERS[n % 32]

interface Payment {
  readonly n: number
  readonly kind: 'note' | 'cut' | 'claim' | 'nothing' | 'stolen' | 'two_notes'
  readonly amount: 'due' | 'less' | 'more'
  readonly payInPaise: number
  readonly status: 'open' | 'closed'
  readonly times: number
}

const payment = fc.record({
  kind: fc.constantFrom<Payment['kind']>('note', 'cut', 'claim', 'nothing', 'stolen', 'two_notes'),
  amount: fc.constantFrom<Payment['amount']>('due', 'due', 'due', 'less', 'more'),
  payInPaise: fc.constantFrom(100_000, 250_000, 999_900),
  status: fc.constantFrom<Payment['status']>('open', 'open', 'open', 'closed'),
  times: fc.constantFrom(1, 1, 1, 2),
})
const debit = fc.record({
  amountPaise: fc.constantFrom(50_000, 70_000),
  kind: fc.constantFrom('code', 'name', 'twice', 'stranger', 'returned'),
})
const arbitraryWorld = fc.record({
  payments: fc.array(payment, { maxLength: 20 }),
  debits: fc.array(debit, { maxLength: 8 }),
})

const person = (n: number) => ({
  name: `${FIRST[n % 8]} ${LAST[(n >> 3) % 8]}`,
  vpa: `${FIRST[n % 8]?.toLowerCase()}.${LAST[(n >> 3) % 8]?.toLowerCase()}${n}@okaxis`,
})
const utrOf = (n: number, time: number): string => `63${String(n * 10 + time).padStart(10, '0')}`

/** The name of a line is in `ref`, which no rule reads: whose pay-in it truly is. */
const line = (dir: 'C' | 'D', amountPaise: number, narration: string, truth: string): StatementLine => ({
  date: '2026-11-03',
  valueDate: null,
  dir,
  amountPaise,
  balancePaise: 0,
  narration,
  ref: truth,
})

const AMOUNTS = { due: 0, less: -1_000, more: 1_000 } as const

function creditsOf(all: readonly Payment[]): { payIns: ExpectedPayIn[]; lines: StatementLine[] } {
  const payIns: ExpectedPayIn[] = []
  const lines: StatementLine[] = []
  for (const { n, kind, amount, payInPaise, status, times } of all) {
    const reference = codeOf('TD', n)
    const payer = person(n)
    const claims = kind === 'claim' ? [{ utr: utrOf(n, 0), amountPaise: payInPaise }] : []
    const common = { amountPaise: payInPaise, createdOn: '2026-11-01' }
    payIns.push({ ...common, reference, status, payer, claims })
    // a thief saw the screenshot; their name is another
    const thief = { ...person(n + 1), vpa: `thief${n}@ybl` }
    const stolen = [{ utr: utrOf(n, 0), amountPaise: payInPaise }]
    if (kind === 'stolen')
      payIns.push({
        ...common,
        reference: codeOf('TD', n + 500),
        status: 'open',
        payer: thief,
        claims: stolen,
      })
    const notes = {
      note: reference,
      cut: reference.slice(0, 6),
      claim: 'UPI',
      nothing: 'UPI',
      stolen: n % 2 === 0 ? reference : 'UPI',
      two_notes: `${reference} ${codeOf('TD', all[0]?.n ?? n)}`,
    }
    for (let time = 0; time < times; time += 1) {
      const narration = `UPI-${payer.name}-${payer.vpa}-${utrOf(n, time)}-${notes[kind]}`
      lines.push(line('C', payInPaise + AMOUNTS[amount], narration, reference))
    }
  }
  return { payIns, lines }
}

function debitsOf(all: readonly { amountPaise: number; kind: string }[]): {
  payouts: SentPayout[]
  lines: StatementLine[]
} {
  const payouts = all.map(
    ({ amountPaise }, n): SentPayout => ({
      code: codeOf('PY', n),
      amountPaise,
      status: 'sent',
      utrs: [],
      payee: person(n + 40),
      account: null,
    }),
  )
  const lines = all.flatMap(({ amountPaise, kind }, n) => {
    const code = codeOf('PY', n)
    const out = (text: string) => line('D', amountPaise, text, code)
    const transfer = `HDFCN526310${String(n).padStart(5, '0')}`
    if (kind === 'name') return [out(`UPI-${person(n + 40).name}-RELEASE`)]
    if (kind === 'stranger') return [out('UPI-UNKNOWN TRADERS-BILL')]
    if (kind === 'twice') return [out(`NEFT-${code}`), out(`NEFT-${code}`)]
    if (kind === 'returned')
      return [out(`NEFT-${transfer}-${code}`), line('C', amountPaise, `NEFT RETURN-${transfer}-X`, code)]
    return [out(`IMPS-${code}`)]
  })
  return { payouts, lines }
}

const worldOf = ({
  payments,
  debits,
}: {
  payments: Omit<Payment, 'n'>[]
  debits: Parameters<typeof debitsOf>[0]
}) => {
  const credits = creditsOf(payments.map((each, n) => ({ ...each, n })))
  const out = debitsOf(debits)
  const world: MatchingWorld = {
    account: '50200011223344',
    ownNames: [],
    payIns: credits.payIns,
    payouts: out.payouts,
    deposits: [],
    hasUniquePaise: false,
  }
  return { world, lines: [...credits.lines, ...out.lines] }
}

const arbitrary = arbitraryWorld
  .map(worldOf)
  .chain(({ world, lines }) =>
    fc.record({ world: fc.constant(world), lines: fc.shuffledSubarray(lines, { minLength: lines.length }) }),
  )

test('the codes of these worlds are different', () => {
  const codes = Array.from({ length: 520 }, (_, n) => codeOf('TD', n))
  expect(new Set(codes).size).toBe(520)
})

test('one decision a line, every paisa in it, no hold above what is due', () => {
  fc.assert(
    fc.property(arbitrary, ({ world, lines }) => {
      const decisions = matchLines(lines, world)
      expect(decisions).toHaveLength(lines.length)
      for (const [index, decision] of decisions.entries()) {
        const each = lines[index]
        const due = world.payIns.find(({ reference }) => reference === decision.target)?.amountPaise ?? null
        if (!each) throw new Error('no line')
        const booking = bookingOf(each, decision, due)
        expect(Object.values(booking).reduce((sum: number, part: number) => sum + part, 0)).toBe(
          signedPaise(each),
        )
        expect(booking.heldPaise).toBeLessThanOrEqual(due ?? 0)
        if (decision.outcome === 'over' && decision.tier === 'matched') expect(booking.heldPaise).toBe(due)
      }
    }),
  )
})

test('a hold is funded once, a payout is paid once and comes back once', () => {
  fc.assert(
    fc.property(arbitrary, ({ world, lines }) => {
      const certain = matchLines(lines, world).filter(({ tier }) => tier === 'matched')
      const once = (...outcomes: string[]) => {
        const targets = certain
          .filter(({ outcome }) => outcomes.includes(outcome))
          .map(({ target }) => target)
        expect(new Set(targets).size).toBe(targets.length)
      }
      once('applied', 'over')
      once('payout_paid')
      once('payout_returned')
    }),
  )
})

test('no matched line is ever another person’s', () => {
  fc.assert(
    fc.property(arbitrary, ({ world, lines }) => {
      for (const [index, { tier, target }] of matchLines(lines, world).entries())
        if (tier === 'matched') expect(target).toBe(lines[index]?.ref)
    }),
  )
})

test('the order of unrelated lines decides nothing', () => {
  fc.assert(
    fc.property(arbitraryWorld.map(worldOf), fc.infiniteStream(fc.nat()), ({ world, lines }, order) => {
      // one line of each target: those of one target follow each other
      const single = lines.filter(({ ref }, index) => lines.findIndex((each) => each.ref === ref) === index)
      const shuffled = single
        .map((each) => ({ each, place: order.next().value as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ each }) => each)
      const decisionsOf = (all: StatementLine[]) =>
        new Map(matchLines(all, world).map((decision, index) => [all[index]?.ref, decision]))
      const [given, other] = [decisionsOf(single), decisionsOf(shuffled)]
      for (const [ref, decision] of given) expect(other.get(ref)).toEqual(decision)
    }),
  )
})
