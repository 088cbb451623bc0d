import { expect, it } from 'vitest'
import { gstr1Sheets, type ReturnedPaper } from './gstr1.ts'

const INVOICE: ReturnedPaper = {
  number: 'AM/26-27/000001',
  kind: 'invoice',
  issuedOn: '2026-11-05',
  recipientName: 'Asha, Rao',
  recipientGstin: null,
  placeOfSupply: '27',
  sac: '996211',
  description: 'Commission on a deal',
  rateBasisPoints: 1_800,
  taxablePaise: 4_237,
  cgstPaise: 381,
  sgstPaise: 381,
  igstPaise: 0,
  totalPaise: 5_000,
}
const across = { placeOfSupply: '29', cgstPaise: 0, sgstPaise: 0, igstPaise: 763 } as const
const registered = { ...across, recipientGstin: '29AAGCB7383J1Z4' } as const
const lines = (papers: ReturnedPaper[], sheet: 'b2b' | 'b2cs' | 'cdnr' | 'hsn' | 'docs') =>
  (gstr1Sheets(papers).get(sheet) ?? '').trim().split('\r\n').slice(1)

it('who is registered stands line by line, the others in sums, credit notes where they belong', () => {
  const papers: ReturnedPaper[] = [
    INVOICE,
    { ...INVOICE, number: 'AM/26-27/000002', ...across },
    { ...INVOICE, number: 'AM/26-27/000003', ...registered },
    { ...INVOICE, number: 'AC/26-27/000001', kind: 'credit_note' },
    { ...INVOICE, number: 'AC/26-27/000002', kind: 'credit_note', ...registered },
    { ...INVOICE, number: 'AB/26-27/000001', kind: 'bill', rateBasisPoints: 0 },
  ]
  expect(lines(papers, 'b2b')).toEqual([
    '"29AAGCB7383J1Z4","Asha, Rao","AM/26-27/000003","05-Nov-2026","50","29-Karnataka","N","","Regular B2B","","18","42.37","0"',
  ])
  expect(lines(papers, 'b2cs')).toEqual([
    '"OE","27-Maharashtra","","18","0","0",""',
    '"OE","29-Karnataka","","18","42.37","0",""',
  ])
  expect(lines(papers, 'cdnr')).toEqual([
    '"29AAGCB7383J1Z4","Asha, Rao","AC/26-27/000002","05-Nov-2026","C","29-Karnataka","N","Regular B2B","50","","18","42.37","0"',
  ])
  expect(lines(papers, 'hsn')).toEqual([
    '"996211","Commission on a deal","NA","0","50","42.37","7.63","0","0","0","18"',
  ])
  expect(lines(papers, 'docs')).toEqual([
    '"Invoices for outward supply","AM/26-27/000001","AM/26-27/000003","3","0"',
    '"Credit Note","AC/26-27/000001","AC/26-27/000002","2","0"',
  ])
})

it('who is registered is in no sum of the others', () => {
  expect(lines([{ ...INVOICE, ...registered }], 'b2cs')).toEqual([])
  expect(lines([INVOICE, { ...INVOICE, ...registered }], 'b2cs')).toEqual(lines([INVOICE], 'b2cs'))
  expect(lines([INVOICE, { ...INVOICE, ...registered }], 'b2b')).toHaveLength(1)
})

it('of a month with more credit than supply the sum is below zero, as a number', () => {
  expect(lines([{ ...INVOICE, number: 'AC/26-27/000001', kind: 'credit_note' }], 'b2cs')).toEqual([
    '"OE","27-Maharashtra","","18","-42.37","0",""',
  ])
})

it('without papers there are the header lines', () => {
  expect([...gstr1Sheets([]).values()].map((text) => text.trim().split('\r\n').length)).toEqual([
    1, 1, 1, 1, 1,
  ])
})

it('sums are sorted by State and rate, and lines of services by their code', () => {
  const papers: ReturnedPaper[] = [
    { ...INVOICE, ...across },
    { ...INVOICE, number: 'AM/26-27/000002' },
    { ...INVOICE, number: 'AM/26-27/000003', sac: '995411' },
  ]
  expect(lines(papers, 'b2cs').map((row) => row.slice(6, 8))).toEqual(['27', '29'])
  expect(lines(papers, 'hsn').map((row) => row.slice(1, 7))).toEqual(['995411', '996211'])
})
