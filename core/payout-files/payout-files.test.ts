// Files that banks pay from: each line once, its amount to the paisa, nothing that a bank or a spreadsheet misreads.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { paise } from '#core/money.ts'
import { readAmount } from '#core/statements/amounts.ts'
import { delimitedText, LAYOUTS, lineProblem, payoutFile } from './formats.ts'
import { type PayoutFileInput, type PayoutLine, payoutMode, plainRupees, plainText } from './lines.ts'
import { payoutTemplate, templateLayout } from './template.ts'

const ravi: PayoutLine = {
  code: 'PY7K2M9QXD',
  name: 'Ravi Shah',
  accountNumber: '50100123456789',
  ifsc: 'SBIN0001234',
  amountPaise: paise(7_500_50),
}
const inputOf = (...lines: PayoutLine[]): PayoutFileInput => ({
  lines,
  debitAccountNumber: '50200098765432',
  debitIfsc: 'HDFC0000123',
  day: '2026-11-22',
  sequence: 0,
  clientCode: 'AMNT',
})
const rowsOf = (format: keyof typeof LAYOUTS, ...lines: PayoutLine[]) =>
  payoutFile(LAYOUTS[format], inputOf(...lines)).rows

describe('how the bank is to pay', () => {
  it.each([
    ['within the bank', 'HDFC0004321', 100, 'FT'],
    ['to another bank', 'SBIN0001234', 5_00_000_00, 'IMPS'],
    ['a paisa above what IMPS takes', 'SBIN0001234', 5_00_000_01, 'RTGS'],
  ])('%s', (_, ifsc, amount, mode) => {
    expect(payoutMode({ ...ravi, ifsc, amountPaise: paise(amount) }, 'HDFC0000123')).toBe(mode)
  })
})

describe('HDFC ENet', () => {
  const [row = []] = rowsOf('hdfc_enet', ravi)
  it('has 28 columns and no titles', () => {
    expect(rowsOf('hdfc_enet', ravi)).toHaveLength(1)
    expect(row).toHaveLength(28)
  })
  it('has the fields where the bank reads them', () => {
    expect([row[0], row[2], row[3], row[4], row[13], row[14], row[22], row[24]]).toEqual([
      'N',
      '50100123456789',
      '7500.50',
      'Ravi Shah',
      'PY7K2M9QXD',
      'PY7K2M9QXD',
      '22/11/2026',
      'SBIN0001234',
    ])
  })
  it('is named by the client, the day and the number of the file, and is no .csv', () => {
    expect(payoutFile(LAYOUTS.hdfc_enet, inputOf(ravi)).name).toBe('AMNT2211.001')
    expect(payoutFile(LAYOUTS.hdfc_enet, { ...inputOf(ravi), sequence: 11 }).name).toBe('AMNT2211.012')
  })
  it('goes by RTGS above what the fast way takes', () => {
    expect(rowsOf('hdfc_enet', { ...ravi, amountPaise: paise(6_00_000_00) })[0]?.[0]).toBe('R')
  })
})

describe('ICICI CIB', () => {
  it('has its titles and the fields under them', () => {
    const [titles = [], row = []] = rowsOf('icici_cib', ravi)
    const cells = Object.fromEntries(titles.map((title, at) => [title, row[at]]))
    expect(titles).toHaveLength(19)
    expect(cells).toMatchObject({
      PYMT_PROD_TYPE_CODE: 'PAB_VENDOR',
      PYMT_MODE: 'IMPS',
      DEBIT_ACC_NO: '50200098765432',
      BNF_NAME: 'Ravi Shah',
      BENE_ACC_NO: '50100123456789',
      BENE_IFSC: 'SBIN0001234',
      AMOUNT: '7500.50',
      PYMT_DATE: '22-11-2026',
      REF_NO: 'PY7K2M9QXD',
    })
  })
})

describe('generic', () => {
  it('is a CSV with titles and CRLF', () => {
    expect(delimitedText(rowsOf('generic', ravi))).toBe(
      'code,mode,name,account,ifsc,vpa,amount,narration,date\r\n' +
        'PY7K2M9QXD,IMPS,Ravi Shah,50100123456789,SBIN0001234,,7500.50,PY7K2M9QXD,2026-11-22\r\n',
    )
  })
  it.each(['=1+1', '+91', '-Ravi', '@sum(A1)', '\tRavi'])('refuses a name that is a formula: %j', (name) => {
    const line = { ...ravi, name }
    expect(lineProblem(LAYOUTS.generic, line, inputOf(line))).toBe('formula')
  })
})

test.each([
  ['no letter of a name that the bank can read', { name: 'रवि' }, 'name'],
  ['nothing to pay', { amountPaise: paise(0) }, 'amount'],
  ['all there', {}, null],
] as const)('a line with %s', (_, over, problem) => {
  const line = { ...ravi, ...over }
  expect(lineProblem(LAYOUTS.hdfc_enet, line, inputOf(line))).toBe(problem)
})

/** As our own reader of bank files takes it. */
function paiseOf(cell: string | undefined): number {
  const amount = readAmount(cell ?? '')
  return amount !== null && typeof amount === 'object' ? amount.paise : Number.NaN
}

const anyLine = fc.record({
  code: fc.constantFrom('PY7K2M9QXD', 'PY00000000', 'PYZZZZZZZZ'),
  name: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  accountNumber: fc.stringMatching(/^\d{9,18}$/),
  ifsc: fc.constantFrom('HDFC0000001', 'SBIN0001234', 'ICIC0ABC123'),
  amountPaise: fc.integer({ min: 1, max: 10_00_00_000_00 }).map(paise),
})

describe('whatever the lines are', () => {
  it('amounts are read back to the paisa', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1e13 }), (n) => paiseOf(plainRupees(paise(n))) === n))
  })

  it('a name never breaks a row of ENet apart', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (lines) => {
        const text = delimitedText(rowsOf('hdfc_enet', ...lines))
        const rows = text.split('\r\n').slice(0, -1)
        expect(rows).toHaveLength(lines.length)
        for (const row of rows) expect(row.split(',')).toHaveLength(28)
        expect(text).toMatch(/^[A-Za-z0-9 .,/\r\n]*$/)
      }),
    )
  })

  it('every line stands in the file once, and the sum is that of the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (lines) => {
        const [titles = [], ...rows] = rowsOf('icici_cib', ...lines)
        const at = titles.indexOf('AMOUNT')
        const sum = rows.reduce((total, row) => total + paiseOf(row[at]), 0)
        expect(sum).toBe(lines.reduce((total, { amountPaise }) => total + amountPaise, 0))
        expect(rows.map((row) => row[titles.indexOf('REF_NO')])).toEqual(lines.map(({ code }) => code))
      }),
    )
  })

  it('the same lines make the same bytes', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(delimitedText(rowsOf('generic', line))).toBe(delimitedText(rowsOf('generic', { ...line })))
      }),
    )
  })

  it('plain text keeps letters, digits and single spaces, and no more than its most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(plainText(text, 40)).toMatch(/^$|^(?=.{1,40}$)[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/)
      }),
    )
  })
})

describe("the operator's own layout", () => {
  const four = ['code', 'account', 'ifsc', 'amount'].map((field) => ({ title: field, field }))
  it('has its columns, constants, date and separator', () => {
    const template = payoutTemplate.parse({
      columns: [...four, { title: 'type', constant: 'NEFT' }, { title: 'on', field: 'date' }],
      delimiter: '|',
      date: 'dashes',
      header: false,
      extension: 'txt',
    })
    const { name, rows } = payoutFile(templateLayout(template), inputOf(ravi))
    expect(name).toBe('payouts-2026-11-22-1.txt')
    expect(delimitedText(rows, template.delimiter)).toBe(
      'PY7K2M9QXD|50100123456789|SBIN0001234|7500.50|NEFT|22-11-2026\r\n',
    )
  })
  it.each([
    ['without the amount', { columns: four.slice(0, 3).concat({ title: 'x', field: 'name' }) }],
    ['with a formula in every row', { columns: [...four, { title: 'x', constant: '=1' }] }],
    ['with a column that is both', { columns: [...four, { title: 'x', field: 'name', constant: 'y' }] }],
    ...[
      '99990000111122',
      '9999 0000-1111',
      'A/C 999900001111',
      '９９９９００００１１１１',
      'SBIN0000666',
      'sbin 0abcdef',
      'thief@okbank',
    ].map((constant) => [
      `with ${constant} in every row`,
      { columns: [...four, { title: 'Beneficiary Account', constant }] },
    ]),
    ['with a field that is none', { columns: [...four, { title: 'x', field: 'phone' }] }],
  ])('is refused %s', (_, template) => {
    expect(payoutTemplate.safeParse(template).success).toBe(false)
  })
})
