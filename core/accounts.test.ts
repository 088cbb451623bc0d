/** The ledger's accounts by their codes, as docs/ledger.md names them. */
import { expect, test } from 'vitest'
import * as accounts from './accounts.ts'

test.each([
  ['a deal’s money while it waits', accounts.holdAccount('d1'), 'hold:d1'],
  ['the payer’s dispute fee', accounts.feeHoldAccount('d1', 'payer'), 'fee_hold:d1:payer'],
  ['the payee’s dispute fee', accounts.feeHoldAccount('d1', 'payee'), 'fee_hold:d1:payee'],
  ['what is owed to a person', accounts.payableAccount(7), 'payable:7'],
  ['what is owed to strangers', accounts.owedAccount(null), 'payable:strangers'],
  ['of a payout that is somebody’s', accounts.owedAccount(7), 'payable:7'],
  ['what a person owes', accounts.receivableAccount(7), 'receivable:7'],
  ['what a provider holds for payees', accounts.heldAtProvider('razorpay'), 'gateway:razorpay-hold'],
  ['money that left unexplained', accounts.UNEXPLAINED, 'expense:unexplained'],
  ['what banks take', accounts.BANK_CHARGES, 'expense:bank_charges'],
  ['what people will not pay', accounts.CHARGEBACKS, 'expense:chargeback'],
  ['what providers take', accounts.GATEWAY_FEES, 'expense:gateway_fees'],
  ['GST of our income', accounts.GST_OUTPUT, 'tax:gst_output'],
  ['GST that we paid', accounts.GST_INPUT, 'tax:gst_input'],
  ['income tax withheld', accounts.TDS, 'tax:tds'],
  ['GST withheld', accounts.TCS, 'tax:tcs'],
  ['a bank account', accounts.bankAccount('b1'), 'bank:b1'],
  ['the operator’s own money', accounts.OWNER, 'owner'],
  ['what a provider holds', accounts.gatewayAccount('sandbox'), 'gateway:sandbox'],
  ['income from releases', accounts.COMMISSION, 'commission'],
  ['income from kept fees', accounts.DISPUTE_FEES, 'dispute_fees'],
  ['money of an unknown sender', accounts.SUSPENSE, 'suspense'],
])('%s', (_, account, code) => expect(account).toBe(code))
