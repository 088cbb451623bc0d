// Every column of every bank's file, by hand: a title or a field that moves is money that goes wrong.
import { describe, expect, test } from 'vitest'
import { paise } from '#core/money.ts'
import { LAYOUTS, payoutFile } from './formats.ts'
import type { PayoutFileInput } from './lines.ts'

const INPUT: PayoutFileInput = {
  lines: [
    {
      code: 'PY7K2M9QXD',
      name: 'Zoë Śah & Sons',
      accountNumber: '50100123456789',
      ifsc: 'SBIN0001234',
      amountPaise: paise(7_500_50),
    },
  ],
  debitAccountNumber: '50200098765432',
  debitIfsc: 'HDFC0000123',
  day: '2026-11-22',
  sequence: 2,
  clientCode: 'AMNT',
}
const cellsOf = (format: keyof typeof LAYOUTS) => {
  const { columns, fileName } = LAYOUTS[format]
  const row = payoutFile(LAYOUTS[format], INPUT).rows.at(-1) ?? []
  return [fileName(INPUT), ...columns.map(({ title }, at) => `${title}: ${row[at]}`)]
}
const blank = (...titles: string[]) => titles.map((title) => `${title}: `)

describe('the cells of', () => {
  test('HDFC ENet', () => {
    expect(cellsOf('hdfc_enet')).toEqual([
      'AMNT2211.003',
      'Transaction Type: N',
      'Beneficiary Code: ',
      'Beneficiary Account Number: 50100123456789',
      'Instrument Amount: 7500.50',
      'Beneficiary Name: Zoe S ah Sons',
      ...blank('Drawee Location', 'Print Location'),
      ...blank(...[1, 2, 3, 4, 5].map((n) => `Bene Address ${n}`)),
      'Instruction Reference Number: ',
      'Customer Reference Number: PY7K2M9QXD',
      'Payment details 1: PY7K2M9QXD',
      ...blank(...[2, 3, 4, 5, 6, 7].map((n) => `Payment details ${n}`)),
      'Cheque Number: ',
      'Chq/Trn Date: 22/11/2026',
      'MICR Number: ',
      'IFSC Code: SBIN0001234',
      ...blank('Bene Bank Name', 'Bene Bank Branch Name', 'Beneficiary email id'),
    ])
  })

  test('ICICI CIB', () => {
    expect(cellsOf('icici_cib')).toEqual([
      'PAB_VENDOR_20261122_3.xlsx',
      'PYMT_PROD_TYPE_CODE: PAB_VENDOR',
      'PYMT_MODE: IMPS',
      'DEBIT_ACC_NO: 50200098765432',
      'BNF_NAME: Zoe S ah Sons',
      'BENE_ACC_NO: 50100123456789',
      'BENE_IFSC: SBIN0001234',
      'AMOUNT: 7500.50',
      'DEBIT_NARR: PY7K2M9QXD',
      'CREDIT_NARR: PY7K2M9QXD',
      ...blank('MOBILE_NUM', 'EMAIL_ID'),
      'REMARK: PY7K2M9QXD',
      'PYMT_DATE: 22-11-2026',
      'REF_NO: PY7K2M9QXD',
      ...blank('ADDL_INFO1', 'ADDL_INFO2', 'ADDL_INFO3', 'ADDL_INFO4', 'ADDL_INFO5'),
    ])
  })

  test('the generic file', () => {
    expect(cellsOf('generic')).toEqual([
      'payouts-2026-11-22-3.csv',
      'code: PY7K2M9QXD',
      'mode: IMPS',
      'name: Zoë Śah & Sons',
      'account: 50100123456789',
      'ifsc: SBIN0001234',
      'vpa: ',
      'amount: 7500.50',
      'narration: PY7K2M9QXD',
      'date: 2026-11-22',
    ])
  })
})
