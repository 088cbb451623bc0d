// What banks report of the lines of a payout file: their words, their columns, and what is left unread.
import { describe, expect, it } from 'vitest'
import { readDelimited } from '#core/statements/delimited.ts'
import { readStatusReport } from './status-report.ts'

describe("a bank's report", () => {
  it('of ICICI: what went out and what was refused, with number and reason', () => {
    const report = readStatusReport([
      ['Report of 22-11-2026'],
      ['File_Sequence_Num', 'STATUS', 'Rejection Reason', 'Customer Ref No', 'UTR NO'],
      ['1', 'Success', '', 'PY7K2M9QXD', '632612345678'],
      ['2', 'Rejected', 'INVALID ACCOUNT', 'PY00000001', ''],
      ['3', 'Under process', '', 'PY00000002', ''],
    ])
    expect(report?.payouts).toEqual([
      { code: 'PY7K2M9QXD', status: 'accepted', utr: '632612345678', reason: null },
      { code: 'PY00000001', status: 'rejected', utr: null, reason: 'INVALID ACCOUNT' },
      { code: 'PY00000002', status: 'pending', utr: null, reason: null },
    ])
  })
  it('of HDFC: E and R', () => {
    const report = readStatusReport([
      ['Customer Reference Number', 'Bank Ref No', 'Transaction Status', 'Reject Reason'],
      ['PY7K2M9QXD', 'N326', 'E', ''],
      ['PY00000001', '', 'R', 'A/C CLOSED'],
    ])
    expect(report?.payouts.map(({ status }) => status)).toEqual(['accepted', 'rejected'])
  })
  it('names the rows of which nothing was taken', () => {
    const report = readStatusReport([
      ['Status', 'Ref'],
      ['Success', 'SOMEBODY ELSE'],
      ['', ' '],
      ['Success', 'PY7K2M9QXD PY00000001'],
    ])
    expect(report).toEqual({ payouts: [], unread: [2, 4] })
  })
  it('without a status is none', () => {
    expect(
      readStatusReport([
        ['Date', 'Narration'],
        ['22/11/26', 'PY7K2M9QXD'],
      ]),
    ).toBeNull()
  })
  it('is read from delimited text as banks send it', () => {
    const rows = readDelimited('Status,Customer Ref No,a,b,c\nFailed,PY7K2M9QXD,,,\n').map(
      ({ cells }) => cells,
    )
    expect(readStatusReport(rows)?.payouts[0]).toMatchObject({ code: 'PY7K2M9QXD', status: 'rejected' })
  })
})

describe('words and columns of a report', () => {
  it.each([
    ['E Executed SUCCESS Successful Paid Processed Completed Credited', 'accepted'],
    ['R Rejected reject Fail Failed Failure Returned CANCELLED', 'rejected'],
    ['P Pending Processing Unpaid Refailed Successfully Paids Erejected -', 'pending'],
  ])('%s: %s', (words, status) => {
    for (const word of words.split(' ')) {
      const report = readStatusReport([
        ['Status', 'Ref'],
        [` ${word} `, 'PY7K2M9QXD'],
      ])
      expect(
        report?.payouts.map((payout) => payout.status),
        word,
      ).toEqual([status])
    }
  })
  it.each([
    ['Transaction_Status', 'UTR No.', 'Reject Reason'],
    ['TXN  STATUS.', 'UTR Number', 'Reason'],
    ['status', 'utr', 'REMARKS'],
    ['Status', 'Bank Reference Number', 'Rejection Reason'],
    ['Status', 'Bank Ref No.', 'Reason.'],
  ])('has columns called %s, %s and %s', (...titles) => {
    const report = readStatusReport([
      ['Ref', ...titles],
      ['py7k2m9qxd', 'R', 'N326', 'CLOSED'],
    ])
    expect(report?.payouts).toEqual([
      { code: 'PY7K2M9QXD', status: 'rejected', utr: 'N326', reason: 'CLOSED' },
    ])
  })
  it.each(['Status of it', 'No status', 'Sta.tus'])('has no status in %s', (title) => {
    expect(readStatusReport([['Ref', title]])).toBeNull()
  })
  it('without a column of numbers or reasons has neither', () => {
    const report = readStatusReport([
      ['Status', 'Ref'],
      ['R', 'PY7K2M9QXD'],
    ])
    expect(report?.payouts).toEqual([{ code: 'PY7K2M9QXD', status: 'rejected', utr: null, reason: null }])
  })
})
