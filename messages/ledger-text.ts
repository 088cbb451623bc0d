/** The ledger in words: accounts by what their code begins with, transfers by their kind. */
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

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

/** The accounts of a group together: those that are many have a word for all of them. */
const GROUPS: Readonly<Record<string, () => string>> = {
  bank: m.ledger_group_bank,
  gateway: m.ledger_group_gateway,
}
export const groupName = (group: string): string => GROUPS[group]?.() ?? accountName(group)

/** Its own code where there is no word for it. */
export function accountName(code: string): string {
  const [group = '', ...rest] = code.split(':')
  return ACCOUNTS[group]?.({ name: rest.join(':') }) ?? code
}

const KINDS: Readonly<Record<string, MessageText>> = {
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
  set_off: m.ledger_kind_set_off,
  written_off: m.ledger_kind_written_off,
  tax_given_back: m.ledger_kind_tax_given_back,
}
export const transferName = (kind: string, options?: TextOptions): string =>
  KINDS[kind]?.({}, options) ?? kind.replaceAll('_', ' ')
