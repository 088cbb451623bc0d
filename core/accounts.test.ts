/** The ledger's accounts by their codes, as docs/ledger.md names them. */
import { expect, test } from 'vitest'
import * as accounts from './accounts.ts'

test.each([
  ['a deal’s money while it waits', accounts.holdAccount('d1'), 'hold:d1'],
  ['the payer’s dispute fee', accounts.feeHoldAccount('d1', 'payer'), 'fee_hold:d1:payer'],
  ['the payee’s dispute fee', accounts.feeHoldAccount('d1', 'payee'), 'fee_hold:d1:payee'],
  ['what is owed to a person', accounts.payableAccount(7), 'payable:7'],
  ['what is owed to strangers', accounts.owedAccount(null), 'payable:strangers'],
  ['a bank account', accounts.bankAccount('b1'), 'bank:b1'],
  ['the operator’s own money', accounts.OWNER, 'owner'],
  ['what a provider holds', accounts.gatewayAccount('sandbox'), 'gateway:sandbox'],
  ['income from releases', accounts.COMMISSION, 'commission'],
  ['income from kept fees', accounts.DISPUTE_FEES, 'dispute_fees'],
  ['money of an unknown sender', accounts.SUSPENSE, 'suspense'],
])('%s', (_, account, code) => expect(account).toBe(code))
