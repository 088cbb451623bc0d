/** The ledger in words: accounts by what their code begins with, transfers by their kind. */
import { m } from './compiled/messages.js'

const ACCOUNTS: Readonly<Record<string, (words: { name: string }) => string>> = {
  hold: m.ledger_account_hold,
  fee_hold: m.ledger_account_fee_hold,
  payable: m.ledger_account_payable,
  receivable: m.ledger_account_receivable,
  gateway: m.ledger_account_gateway,
  bank: m.ledger_account_bank,
  suspense: m.ledger_account_suspense,
  commission: m.ledger_account_commission,
  dispute_fees: m.ledger_account_dispute_fees,
  owner: m.ledger_account_owner,
  expense: m.ledger_account_expense,
  tax: m.ledger_account_tax,
}

/** Its own code where there is no word for it. */
export function accountName(code: string): string {
  const [group = '', ...rest] = code.split(':')
  return ACCOUNTS[group]?.({ name: rest.join(':') }) ?? code
}

const KINDS: Readonly<Record<string, () => string>> = {
  fund: m.ledger_kind_fund,
  fee: m.ledger_kind_fee,
  fee_back: m.ledger_kind_fee_back,
  fee_kept: m.ledger_kind_fee_kept,
  release: m.ledger_kind_release,
  refund: m.ledger_kind_refund,
  decision: m.ledger_kind_decision,
  payout: m.ledger_kind_payout,
  payout_returned: m.ledger_kind_payout_returned,
  stray: m.ledger_kind_stray,
}
export const transferName = (kind: string): string => KINDS[kind]?.() ?? kind.replaceAll('_', ' ')
