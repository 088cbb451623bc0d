// The sample statements from upload to books: every line becomes what it must, and every rupee of it is somewhere.
import { describe, expect, test } from 'vitest'
import { bookingOf, type LineBooking } from '#core/statements/booking.ts'
import type { LineDecision } from '#core/statements/decision.ts'
import { type BankStatement, type StatementLine, signedPaise } from '#core/statements/lines.ts'
import { matchLines } from '#core/statements/match.ts'
import { type KeyedLine, keyLines, mergeStatement } from '#core/statements/merge.ts'
import { readText } from '#core/statements/read.ts'
import { bytesOf, expectedLines, stateOf, textOf } from '#test/support/statements/fixtures.ts'
import { WRITERS } from '#test/support/statements/writers.ts'
import readInThread from './worker.ts'

async function readSample(name: string): Promise<BankStatement> {
  const reading = await readInThread({ bytes: bytesOf(name) })
  if (!('statement' in reading)) throw new Error(JSON.stringify(reading))
  return reading.statement
}

const NEW_DAYS = ['20', '20', '21', '21', '22', '22', '23', '23', '24', '24', '25', '25']

/** HDFC's other form, of the 12th to the 27th: 29 known lines, 15 new ones, three of them of one amount on one day. */
function overlapping(statement: BankStatement): BankStatement {
  const { payIns, payouts, account } = stateOf('HDFC')
  const known = statement.lines.slice(-29)
  let balancePaise = statement.closingPaise
  const line = (date: string, dir: 'C' | 'D', amountPaise: number, narration: string): StatementLine => {
    balancePaise += signedPaise({ dir, amountPaise })
    return { date, valueDate: date, dir, amountPaise, balancePaise, narration, ref: '' }
  }
  const paid = payIns.filter(({ createdOn }) => createdOn >= '2026-11-20').slice(0, 12)
  const last = payIns.find(({ amountPaise }) => amountPaise === 700_000)
  const payout = payouts.find(({ amountPaise }) => amountPaise === 700_000)
  const lines = [
    ...known,
    ...paid.map(({ amountPaise, payer, reference }, index) =>
      line(
        `2026-11-${NEW_DAYS[index]}`,
        'C',
        amountPaise,
        `UPI-${payer.name}-63270000000${index % 10}-${reference}`,
      ),
    ),
    line('2026-11-27', 'C', 700_000, `UPI-${last?.payer.name}-633100000001-${last?.reference}`),
    line('2026-11-27', 'D', 700_000, `IMPS-633100000002-${payout?.payee.name}-${payout?.code}`),
    line('2026-11-27', 'C', 700_000, `UPI-${last?.payer.name}-633100000003-${last?.reference}`),
  ]
  const openingPaise = (known[0]?.balancePaise ?? 0) - signedPaise(known[0] ?? { dir: 'C', amountPaise: 0 })
  return readText(WRITERS.hdfcDelimited({ account, openingPaise, lines }))
}

const totals = (bookings: readonly LineBooking[]) => ({
  held: bookings.reduce((sum, { heldPaise }) => sum + heldPaise, 0),
  funded: bookings.filter(({ heldPaise }) => heldPaise > 0).length,
  owed: bookings.reduce((sum, { owedPaise }) => sum + owedPaise, 0),
  suspense: bookings.reduce((sum, { suspensePaise }) => sum + suspensePaise, 0),
  paidOut: -bookings.reduce((sum, { paidOutPaise }) => sum + paidOutPaise, 0),
  returned: bookings.reduce((sum, { returnedPaise }) => sum + returnedPaise, 0),
  takenBack: -bookings.reduce((sum, { takenBackPaise }) => sum + takenBackPaise, 0),
  unexplained: -bookings.reduce((sum, { unexplainedPaise }) => sum + unexplainedPaise, 0),
})

const paise = (rupees: string): number => Number(rupees.replace(/[,.]/g, ''))
/** Worked by hand, in rupees: into holds, deals funded, owed back, suspense, paid out, came back, taken back, unexplained. */
const BOOKS: Readonly<Record<string, string>> = {
  HDFC: '8,16,999.00 36 1,13,000.00 3,53,192.00 2,53,800.00 81,900.00 35,300.00 73,657.24 11,27,333.76',
  ICICI: '8,06,199.00 25 1,10,900.00 2,71,895.00 1,22,400.00 15,500.00 1,600.00 56,657.24 11,13,836.76',
  SBI: '9,26,599.00 26 65,500.00 2,54,593.00 2,58,700.00 29,900.00 15,500.00 68,739.24 10,10,652.76',
  AXIS: '7,22,599.00 24 52,250.00 2,74,286.00 2,26,100.00 28,600.00 23,800.00 56,857.24 8,58,977.76',
}

describe.each([
  ['HDFC', 'hdfc-current-nov2026.csv'],
  ['ICICI', 'icici-cib-nov2026.xlsx'],
  ['SBI', 'sbi-current-nov2026.xls'],
  ['AXIS', 'axis-current-nov2026.csv'],
])('%s', (bank, file) => {
  const state = stateOf(bank)
  const dueOf = ({ target }: LineDecision) =>
    state.payIns.find(({ reference }) => reference === target)?.amountPaise ?? null

  test('each line as expected', async () => {
    const { lines } = await readSample(file)
    const decisions = matchLines(lines, state).map((decision) => ({
      ...decision,
      conflictsWith: decision.conflictsWith.join(),
    }))
    const wanted = expectedLines(bank).map((line) => ({
      tier: line.tier,
      rule: line.rule,
      outcome: line.outcome,
      target: line.target ?? null,
      candidates: line.candidates ?? [],
      class: line.class ?? null,
      flag: line.flag ?? null,
      conflictsWith: line.conflicts_with ?? '',
    }))
    expect(decisions).toEqual(wanted)
  })

  test('the books before any person acts', async () => {
    const first = await readSample(file)
    const statement =
      bank === 'HDFC' ? { ...first, lines: [...first.lines, ...overlapping(first).lines.slice(29)] } : first
    const { lines } = statement
    const bookings = matchLines(lines, state).map((decision, index) =>
      bookingOf(lines[index] as StatementLine, decision, dueOf(decision)),
    )
    const books = (BOOKS[bank] ?? '').split(' ').map(paise)
    expect(Object.values(totals(bookings))).toEqual(books.slice(0, 8))
    const sum = bookings
      .flatMap((booking) => Object.values(booking))
      .reduce((a: number, b: number) => a + b, 0)
    expect(state.openingPaise + sum).toBe(books[8])
  })
})

describe('one import after another', async () => {
  const { account, openingPaise } = stateOf('HDFC')
  const first = await readSample('hdfc-current-nov2026.csv')
  const known = { account, openingPaise, lines: keyLines(account, first.lines) }
  const merged = (statement: BankStatement, lines: readonly KeyedLine[] = known.lines) => {
    const { problem, newLines } = mergeStatement({ account, openingPaise, lines }, statement)
    return [problem, newLines.length]
  }

  test('the first brings all its lines', () => expect(merged(first, [])).toEqual([null, 51]))
  test.each(['hdfc-current-nov2026.csv', 'hdfc-nov2026.camt053.xml', 'hdfc-nov2026.mt940.txt'])(
    '%s again',
    async (file) => {
      expect(merged(await readSample(file))).toEqual(['nothing_new', 0])
    },
  )
  test('the other form of HDFC brings 15 of 44', () => {
    const overlap = overlapping(first)
    expect(overlap.lines).toHaveLength(44)
    expect(merged(overlap)).toEqual([null, 15])
    const { newLines } = mergeStatement(known, overlap)
    expect(new Set(newLines.map(({ key }) => key)).size).toBe(15)
    const both = [...known.lines, ...newLines]
    expect(
      matchLines(both, stateOf('HDFC'))
        .slice(-3)
        .map(({ outcome }) => outcome),
    ).toEqual(['applied', 'payout_paid', 'double'])
  })
  test('a later file matches with what an earlier one paid', () => {
    const state = stateOf('HDFC')
    const payIns = state.payIns.map((payIn) => ({ ...payIn, status: 'paid' as const }))
    const rules = matchLines(overlapping(first).lines.slice(29), { ...state, payIns }).map(
      ({ outcome }) => outcome,
    )
    expect(rules.filter((outcome) => outcome === 'double')).toHaveLength(14)
  })
  test('ICICI: the binary file after the other', async () => {
    const [book, old] = [
      await readSample('icici-cib-nov2026.xlsx'),
      await readSample('icici-optransactionhistory-nov2026.xls'),
    ]
    const icici = stateOf('ICICI')
    const lines = keyLines(icici.account, book.lines)
    expect(mergeStatement({ ...icici, lines }, old).problem).toBe('nothing_new')
  })
})

describe('a touched file', () => {
  const text = textOf('hdfc-current-nov2026.csv')
  const { account, openingPaise } = stateOf('HDFC')
  const known = { account, openingPaise, lines: keyLines(account, readText(text).lines) }
  const outcomeOf = (touched: string): string | null => {
    try {
      return mergeStatement(known, readText(touched)).problem
    } catch (error) {
      return (error as Error).message.split(' ')[0] ?? ''
    }
  }
  const rows = text.split('\r\n')
  /** From the row of this narration on, every balance is ₹100 more. */
  const withBalancesMoved = (): string => {
    const at = rows.findIndex((row) => row.includes('TD4XD1VWHV'))
    return rows
      .map((row, index) => {
        const cells = row.split(',')
        const balance = cells.at(-1) ?? ''
        if (index < at || !/^\d\d\/11\/26/.test(row)) return row
        if (index === at) cells[5] = '27100.00'
        cells[cells.length - 1] = String((Number(balance.replace('.', '')) + 10_000) / 100)
        return cells.join(',')
      })
      .join('\r\n')
  }

  test.each([
    ['the same again', text, 'nothing_new'],
    ['one amount edited', text.replace(',27000.00,', ',27100.00,'), 'balance_broken'],
    ['one line left out', rows.filter((row) => !row.includes('TD4XD1VWHV')).join('\r\n'), 'balance_broken'],
    ['an amount and all later balances', withBalancesMoved(), 'conflict'],
    ['a reference in a narration', text.replace('TD4XD1VWHV', 'TD4XD1VWHW'), 'conflict'],
    ['another account', text.replaceAll(account, '50200099999999'), 'wrong_account'],
    ['a day moved', text.replaceAll('19/11/26', '20/11/26'), 'conflict'],
  ])('%s', (_, touched, outcome) => {
    expect(outcomeOf(touched)).toBe(outcome)
  })
})
