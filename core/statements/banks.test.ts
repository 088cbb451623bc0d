// Exports as other Indian banks make them, told by the names of their columns; what they leave open is refused.
import { describe, expect, it } from 'vitest'
import { UnreadableStatement } from './lines.ts'
import { readText } from './read.ts'

const outcomeOf = (text: string): string | string[] => {
  try {
    return readText(text).lines.map(({ date, dir, amountPaise }) => `${date} ${dir} ${amountPaise}`)
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

/** One lakh in on the 2nd, ₹1,050 out on the 3rd. */
const BOTH = ['2026-11-02 C 10000000', '2026-11-03 D 105000']

describe('the lines of', () => {
  it.each([
    [
      'Kotak, with one column of both signs',
      '\ufeff#,TRANSACTION DATE,VALUE DATE,TRANSACTION DETAILS,CHQ / REF NO.,DEBIT/CREDIT(₹),BALANCE(₹)\n1,03 Nov 2026 10:15 AM,03 Nov 2026,UPI/B,UPI-1,"-1,050.00","98,950.00"\n2,02 Nov 2026,02 Nov 2026,UPI/A,UPI-2,"+1,00,000.00","1,00,000.00"',
    ],
    [
      'Yes, with zeros in the other column',
      'Transaction Date,Value Date,Transaction Description,Reference Number,Debit Amount (INR),Credit Amount (INR),Running Balance (INR)\n02-Nov-2026,02-Nov-2026,UPI/A,R,0.00,"1,00,000.00","1,00,000.00"\n03-Nov-2026,03-Nov-2026,UPI/B,R,"1,050.00",0.00,"98,950.00"',
    ],
    [
      'IDFC First, with the time under the date',
      'Date and Time,Value Date,Transaction Details,Ref/Cheque No.,Withdrawals (INR),Deposits (INR),Balance (INR)\n"02 Nov 26\n10:10",02 Nov 26,"UPI/A\nB",,,"1,00,000.00","1,00,000.00 CR"\n03 Nov 26 11:11,03 Nov 26,UPI/B,,"1,050.00",,"98,950.00 CR"',
    ],
    [
      'Canara, whose cells are formulas of a text',
      'Account Number,="1234567890123"\nTxn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance\n="02-11-2026 10:11:12","02 Nov 2026",="","UPI/CR/1",="33","",="1,00,000.00",="1,00,000.00"\n"=""03-11-2026 10:11:12""","03 Nov 2026",="","UPI/DR/1",="33","1,050.00","","98,950.00"',
    ],
    [
      'PNB, newest first, with a side beside the amount',
      'Account Number: 1234000100123456\nDate,Instrument ID,Amount(₹),Type,Balance(₹),Remarks\n03/11/2026,,"1,050.00",DR,"98,950.00 Cr.",UPI/DR/B\n02/11/2026,,"1,00,000.00",CR,"1,00,000.00 Cr.",UPI/CR/A',
    ],
    [
      'Bank of Baroda, with a narration over two rows',
      'Account No,,12345678901234\nS.No,Date,Value Date,Description,Cheque,Debit,Credit,Balance\n1,02/11/2026,02/11/2026,UPI/A,,-,"1,00,000.00","1,00,000.00Cr"\n,,,B C D,,,,\n2,03/11/2026,03/11/2026,UPI/B,,"₹1,050.00",–,"98,950.00Cr"\nTotal,,,,,"1,050.00","1,00,000.00",',
    ],
    [
      'a bank that writes the side behind the amount',
      'Date,Narration,Amount,Balance\n02/11/2026,UPI/A,"1,00,000.00 CR","1,00,000.00 CR"\n03/11/2026,UPI/B,"1,050.00 (Dr)","98,950.00 CR"',
    ],
    [
      'a bank that writes a sign before money out',
      'Date,Narration,Ref,Amount,Balance\n02/11/2026,UPI/A,,"1,00,000.00","1,00,000.00"\n03/11/2026,UPI/B,,"-1,050.00","98,950.00"',
    ],
    [
      'a bank that names its columns in two rows',
      'Statement of account\nTxn,Value,Transaction,,Withdrawal,Deposit,Balance\nDate,Date,Remarks,Ref,Amount (INR),Amount (INR),(INR)\n02/11/2026,02/11/2026,A,,,"1,00,000.00","1,00,000.00"\n03/11/2026,03/11/2026,B,,"1,050.00",,"98,950.00"',
    ],
    [
      'a bank that writes what left in brackets',
      'Date,Narration,Ref,Amount,Balance\n02/11/2026,UPI/A,,"1,00,000.00","1,00,000.00"\n03/11/2026,UPI/B,,"(1,050.00)","98,950.00"',
    ],
    [
      'a bank that calls the side D/C',
      'Date,Narration,Ref,Amount,D/C,Balance\n02/11/2026,A,,100000.00,C,100000.00\n03/11/2026,B,,1050.00,D,98950.00',
    ],
    [
      'a bank with hard spaces, and NA for no amount',
      'Date\tNarration\tRef\tDebit\tCredit\tBalance\n02/11/2026\tA\t\u00a0\tNA\t₹\u00a01,00,000.00\t₹\u00a01,00,000.00\n03/11/2026\tB\t\t₹\u202f1,050.00\tN/A\t98,950.00',
    ],
  ])('%s', (_, text) => {
    expect(outcomeOf(text)).toEqual(BOTH)
  })

  it('a single line with its side and a minus is money out', () => {
    const rows = 'Date,Narration,Ref,Amount,Dr/Cr,Balance\n03/11/2026,B,,-50.00,DR,1050.00'
    expect(outcomeOf(rows)).toEqual(['2026-11-03 D 5000'])
  })
})

describe('refused is', () => {
  const HEADER = 'Date,Narration,Ref,Debit,Credit,Balance'
  it.each([
    [
      'one amount column that says no side',
      'Date,Narration,Ref,Amount,Balance\n02/11/2026,A,,100.00,1100.00',
      'bad_row in row 2',
    ],
    [
      'one amount that says no side among those that do',
      'Date,Narration,Ref,Amount,Balance\n02/11/2026,A,,100.00 Cr,1100.00\n03/11/2026,B,,50.00,1150.00',
      'bad_row in row 3',
    ],
    [
      'an account in dollars',
      `Account Currency:,USD\n${HEADER}\n02/11/2026,A,,,100.00,1100.00`,
      'not_rupees',
    ],
    [
      'two accounts one under the other, even where the balances go on',
      `Account No,11111111111\n${HEADER}\n02/11/2026,A,,,100.00,1100.00\nAccount No,22222222222\n${HEADER}\n02/11/2026,B,,,100.00,1200.00`,
      'several_accounts in row 4',
    ],
    [
      'an amount without its side beside others that have one',
      'Date,Narration,Ref,Amount,Dr/Cr,Balance\n02/11/2026,A,,100.00,CR,1100.00\n03/11/2026,B,,-50.00,,1050.00',
      'bad_row in row 3',
    ],
    ['a file of fixed widths', 'Date        Narration   Debit   Credit  Balance', 'no_table'],
    [
      'decimal commas',
      'Date;Narration;Ref;Debit;Credit;Balance\n02.11.2026;A;;;100,50;1100,50',
      'bad_row in row 2',
    ],
  ])('%s', (_, text, reason) => {
    expect(outcomeOf(text)).toBe(reason)
  })

  it('not: a second page of the same account', () => {
    const page = `Account No,11111111111\n${HEADER}`
    const text = `${page}\n02/11/2026,A,,,100000.00,100000.00\nPage 1\n${page}\n03/11/2026,B,,1050.00,,98950.00`
    expect(outcomeOf(text)).toEqual(BOTH)
  })
})
