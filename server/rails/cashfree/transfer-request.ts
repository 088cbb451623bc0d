/** What a transfer of Cashfree Payouts takes, or why it cannot be asked for. */
import { createHash } from 'node:crypto'
import { parseAccountAddress } from '#core/account-address.ts'
import type { OutOrder } from '#server/rails/rail.ts'
import { rupeesOf } from './amounts.ts'

/** In paise. RTGS is not used: it has hours, and NEFT has none. */
const [LEAST, MOST_BY_UPI, MOST_BY_IMPS] = [100, 1_00_000_00, 5_00_000_00]

/** Letters and blanks of a name; what is left of one in another script may be nothing. */
const nameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 100) || 'Payee'

/**
 * A beneficiary is named by where the money goes alone: the same account under two ids is refused
 * (https://www.cashfree.com/docs/api-reference/payouts/v2/response-codes).
 */
const beneficiaryIdOf = (address: string): string =>
  `a${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 40)}`

/** https://www.cashfree.com/docs/api-reference/payouts/v2/beneficiary-v2/create-beneficiary-v2 */
export function beneficiaryRequest({ address, name }: { address: string; name: string }) {
  const account = parseAccountAddress(address)
  return {
    beneficiary_id: beneficiaryIdOf(address),
    beneficiary_name: nameOf(name),
    beneficiary_instrument_details: account
      ? { bank_account_number: account.accountNumber, bank_ifsc: account.ifsc }
      : { vpa: address },
  }
}

/** In words, when it cannot be. */
export function transferRequest(
  transferId: string,
  amountPaise: number,
  { address }: Extract<OutOrder['how'], { by: 'transfer' }>,
): Record<string, unknown> | string {
  if (amountPaise < LEAST) return 'less than one rupee cannot be paid out'
  const account = parseAccountAddress(address)
  if (!account && amountPaise > MOST_BY_UPI)
    return 'more than a payout by UPI may be: it needs a bank account'
  return {
    transfer_id: transferId,
    transfer_amount: rupeesOf(amountPaise),
    transfer_currency: 'INR',
    transfer_mode: account ? (amountPaise > MOST_BY_IMPS ? 'neft' : 'imps') : 'upi',
    transfer_remarks: transferId.replace(/[^a-zA-Z0-9]/g, '').slice(0, 70),
    beneficiary_details: { beneficiary_id: beneficiaryIdOf(address) },
  }
}
