// Whatever a bank's account did, and whichever export it is read from.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { arbitraryAccount } from '#test/support/statements/arbitrary.ts'
import { WRITERS } from '#test/support/statements/writers.ts'
import type { ColumnMapping } from './columns.ts'
import { type StatementLine, signedPaise, UnreadableStatement } from './lines.ts'
import { keyLines, type MergedStatement, mergeStatement } from './merge.ts'
import { readText } from './read.ts'

interface Account {
  readonly account: string
  readonly openingPaise: number
  readonly lines: readonly StatementLine[]
}

const keysOf = (account: string, lines: readonly StatementLine[]): string[] =>
  keyLines(account, lines).map(({ key }) => key)

describe('a line has one key', () => {
  it.each(Object.entries(WRITERS))('from %s', (_, write) => {
    fc.assert(
      fc.property(arbitraryAccount(), (account) => {
        const knownBalances = new Set([account.openingPaise])
        const statement = readText(write(account), { knownBalances })
        expect(keysOf(account.account, statement.lines)).toEqual(keysOf(account.account, account.lines))
        expect(statement.openingPaise).toBe(account.openingPaise)
        expect(mergeStatement({ ...account, lines: [] }, statement).problem).toBeNull()
      }),
    )
  })

  it('and no two lines have the same', () => {
    fc.assert(
      fc.property(arbitraryAccount(), ({ account, lines }) => {
        expect(new Set(keysOf(account, lines)).size).toBe(lines.length)
      }),
    )
  })

  it('so that one export after another brings nothing new', () => {
    const writers = fc.constantFrom(...Object.values(WRITERS))
    fc.assert(
      fc.property(arbitraryAccount(), writers, writers, (account, one, other) => {
        const options = { knownBalances: new Set([account.openingPaise]) }
        const lines = keyLines(account.account, readText(one(account), options).lines)
        expect(mergeStatement({ ...account, lines }, readText(other(account), options)).problem).toBe(
          'nothing_new',
        )
      }),
    )
  })
})

/** A piece of the account as a bank would export it: from one line to another. */
const pieceOf = ({ account, openingPaise, lines }: Account, from: number, to: number): Account => ({
  account,
  openingPaise: lines[from - 1]?.balancePaise ?? openingPaise,
  lines: lines.slice(from, to),
})

const read = (piece: Account) =>
  readText(WRITERS.hdfc(piece), { knownBalances: new Set([piece.openingPaise]) })

test('overlapping pieces in their order make the whole', { timeout: 30_000 }, () => {
  const cuts = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(6)), {
    minLength: 25,
    maxLength: 25,
  })
  fc.assert(
    fc.property(arbitraryAccount(), cuts, (account, steps) => {
      const known = keyLines(account.account, []).slice()
      let end = 0
      for (const [count, back] of steps) {
        // pieces begin with a day, as periods of banks do
        let from = Math.max(0, Math.min(end, account.lines.length) - back)
        while (from > 0 && account.lines[from - 1]?.date === account.lines[from]?.date) from -= 1
        const to = Math.min(account.lines.length, Math.max(from, end) + count)
        if (from >= to) continue
        const { newLines, problem } = mergeStatement(
          { ...account, lines: known },
          read(pieceOf(account, from, to)),
        )
        expect([null, 'nothing_new']).toContain(problem)
        known.push(...newLines)
        end = Math.max(end, to)
      }
      expect(known.map(({ key }) => key)).toEqual(keysOf(account.account, account.lines))
    }),
  )
})

test('pieces cut anywhere, in any order, never bring a line twice', { timeout: 30_000 }, () => {
  const cuts = fc.array(fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 12 })), { maxLength: 20 })
  fc.assert(
    fc.property(arbitraryAccount(), cuts, (account, pieces) => {
      // a piece that opens with the balance of another day cannot be told from one that follows it
      const balances = [account.openingPaise, ...account.lines.map(({ balancePaise }) => balancePaise)]
      fc.pre(new Set(balances).size === balances.length)
      const known = keyLines(account.account, []).slice()
      for (const [from, count] of pieces) {
        if (from >= account.lines.length) continue
        const piece = pieceOf(account, from, Math.min(account.lines.length, from + count))
        known.push(...mergeStatement({ ...account, lines: known }, read(piece)).newLines)
      }
      const all = keysOf(account.account, account.lines)
      expect(known.map(({ key }) => key)).toEqual(all.slice(0, known.length))
    }),
  )
})

test('a day that is left out is a gap', () => {
  fc.assert(
    fc.property(arbitraryAccount(3), (account) => {
      const { lines } = account
      const [first, , third] = lines
      fc.pre(first !== undefined && third !== undefined && first.date < third.date)
      fc.pre(lines[1]?.balancePaise !== first?.balancePaise)
      const known = { ...account, lines: keyLines(account.account, lines.slice(0, 1)) }
      const rest = pieceOf(account, 2, lines.length)
      expect(mergeStatement(known, read(rest)).problem).toBe('gap')
    }),
  )
})

/** A file that was touched, beside what is known of the account; or why it cannot be read. */
function mergedWith(
  text: string,
  known: Account,
): Pick<MergedStatement, 'newLines'> & { problem: string | null } {
  try {
    const statement = readText(text, { knownBalances: new Set([known.openingPaise]) })
    return mergeStatement({ ...known, lines: keyLines(known.account, known.lines) }, statement)
  } catch (error) {
    if (error instanceof UnreadableStatement) return { problem: error.reason, newLines: [] }
    throw error
  }
}

/**
 * Within the last day known, a touched file can be one that the bank might have written: its lines from the other end, and the day
 * goes on. No reader can tell it from a true one, and the second person who approves it is there for that.
 */
function goesOn(newLines: readonly StatementLine[], { lines }: Account): boolean {
  const [first, last] = [newLines[0], lines.at(-1)]
  return (
    first !== undefined &&
    first.date === last?.date &&
    first.balancePaise - signedPaise(first) === last.balancePaise
  )
}

test('an amount or a balance with one digit changed is seen, or the day goes on as it says', () => {
  fc.assert(
    fc.property(arbitraryAccount(2), fc.nat(), fc.integer({ min: 1, max: 9 }), (account, place, more) => {
      const text = WRITERS.kotakNewestFirst(account)
      const at = text.indexOf('Dr / Cr\r\n')
      // digits of amounts and balances alone: what stands before a point
      const digits = Array.from(text.matchAll(/\d(?=\.\d\d\b)/g), ({ index }) => index).filter(
        (index) => index > at,
      )
      const index = digits[place % digits.length] ?? 0
      const digit = (Number(text[index]) + more) % 10
      const touched = `${text.slice(0, index)}${digit}${text.slice(index + 1)}`
      const { problem, newLines } = mergedWith(touched, account)
      expect(problem).not.toBe('nothing_new')
      if (problem === null) expect(goesOn(newLines, account)).toBe(true)
    }),
  )
})

describe('a bank that nobody knows', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{3,9}( [A-Z][a-z]{2,6})?$/), {
    minLength: 6,
    maxLength: 9,
    selector: (name) => name.toLowerCase().replace(/\W/g, ''),
  })
  const FORMS = {
    dmy: ([year, month, day]: string[]) => `${day}/${month}/${year}`,
    mdy: ([year, month, day]: string[]) => `${month}-${day}-${year}`,
    ymd: ([year, month, day]: string[]) => `${year}.${month}.${day}`,
  } as const
  const rupees = (paise: number) => (paise / 100).toFixed(2)

  it('is read by a mapping, whatever its columns are called and wherever they stand', () => {
    fc.assert(
      fc.property(
        arbitraryAccount(),
        names,
        fc.constantFrom('dmy' as const, 'mdy' as const, 'ymd' as const),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        (account, titles, dateForm, mark, isSigned) => {
          const [date = '', narration = '', debit = '', credit = '', balance = ''] = titles
          const columns = isSigned
            ? { date, narration, amount: debit, balance }
            : { date, narration, debit, credit, balance }
          const order = titles.toSorted()
          const cellsOf = (line: StatementLine): Record<string, string> => {
            const signed = line.dir === 'C' ? line.amountPaise : -line.amountPaise
            return {
              [date]: FORMS[dateForm](line.date.split('-')),
              [narration]: line.narration.replace(/[",;|\t]/g, '.'),
              [debit]: isSigned ? rupees(signed) : signed < 0 ? rupees(-signed) : '',
              [credit]: !isSigned && signed > 0 ? rupees(signed) : '',
              [balance]: rupees(line.balancePaise),
            }
          }
          const rows = account.lines.map((line) =>
            order.map((title) => cellsOf(line)[title] ?? 'x').join(mark),
          )
          const mapping: ColumnMapping = { columns, dateForm }
          const knownBalances = new Set([account.openingPaise])
          const { lines } = readText([order.join(mark), ...rows].join('\n'), { mapping, knownBalances })
          expect(keysOf(account.account, lines)).toEqual(keysOf(account.account, account.lines))
        },
      ),
    )
  })
})
