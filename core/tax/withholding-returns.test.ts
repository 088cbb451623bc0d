import { expect, it } from 'vitest'
import { type WithheldReturn, withholdingSheets } from './withholding-returns.ts'

const row: WithheldReturn = {
  ...{ tax: 'tds', dealId: '81LSc1', withheldOn: '2026-11-05', section: '194-O', payeeName: 'Asha Rao' },
  ...{ pan: 'ABCPD1234E', gstin: null, grossPaise: 2_000_050, basePaise: 2_000_050, rateBasisPoints: 10 },
  ...{ taxPaise: 2_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, reason: null },
}
const linesOf = (rows: readonly WithheldReturn[], sheet: 'tds-26q' | 'tcs-gstr8'): string[] =>
  (withholdingSheets(rows).get(sheet) ?? '').replaceAll('"', '').trim().split('\r\n').slice(1)

it('tells each release with its PAN, and why it is not the usual rate', () => {
  const rows: WithheldReturn[] = [
    row,
    { ...row, pan: 'ABCCD1234E' },
    { ...row, pan: null, rateBasisPoints: 500, taxPaise: 100_003, reason: 'no_pan' },
    { ...row, basePaise: 0, taxPaise: 0, reason: 'below_threshold' },
  ]
  expect(linesOf(rows, 'tds-26q')).toEqual([
    '1,02,ABCPD1234E,Asha Rao,194-O,05/11/2026,20000.5,20000.5,0.1,20,,81LSc1',
    '2,01,ABCCD1234E,Asha Rao,194-O,05/11/2026,20000.5,20000.5,0.1,20,,81LSc1',
    '3,02,PANNOTAVBL,Asha Rao,194-O,05/11/2026,20000.5,20000.5,5,1000.03,C,81LSc1',
    '4,02,ABCPD1234E,Asha Rao,194-O,05/11/2026,20000.5,0,0.1,0,Y,81LSc1',
  ])
})

it('quotes a PAN that came after the release: the higher rate stays, without the mark of a missing PAN', () => {
  const late = {
    ...row,
    rateBasisPoints: 500,
    taxPaise: 100_003,
    reason: 'no_pan',
    pan: 'ABCCD1234E',
  } as const
  expect(linesOf([late], 'tds-26q')).toEqual([
    '1,01,ABCCD1234E,Asha Rao,194-O,05/11/2026,20000.5,20000.5,5,1000.03,,81LSc1',
  ])
})

it('sums TCS by supplier and head', () => {
  const tcs = { ...row, tax: 'tcs', gstin: '27AAPFU0939F1ZV', basePaise: row.grossPaise } as const
  const rows: WithheldReturn[] = [
    row,
    { ...tcs, cgstPaise: 5_000, sgstPaise: 5_000 },
    { ...tcs, igstPaise: 10_001 },
    { ...tcs, gstin: '29AAGCB7383J1Z4', payeeName: 'Rao Design', igstPaise: 10_000 },
  ]
  expect(linesOf(rows, 'tcs-gstr8')).toEqual([
    '27AAPFU0939F1ZV,Asha Rao,40001,0,40001,100.01,50,50',
    '29AAGCB7383J1Z4,Rao Design,20000.5,0,20000.5,100,0,0',
  ])
})
