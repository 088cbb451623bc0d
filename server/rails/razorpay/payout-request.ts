/** What a payout of RazorpayX takes (https://razorpay.com/docs/api/x/payout-composite), or why it cannot be asked for. */
import { parseAccountAddress } from '#core/account-address.ts'
import type { OutOrder } from '#server/rails/rail.ts'

type Transfer = Extract<OutOrder['how'], { by: 'transfer' }>

/** In paise. RTGS is not used: it has hours, and NEFT has none. */
const [LEAST, MOST_BY_UPI, MOST_BY_IMPS] = [100, 1_00_000_00, 5_00_000_00]
/** What it takes; a UPI id may have more. */
const VPA = /^[a-zA-Z0-9.-]+@[a-zA-Z0-9.-]+$/

/** 4 to 50 letters without accents: the shortest and the longest that both a contact and an account may have. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 50)
    .trim()
  return plain.length < 4 ? `${plain} payee`.trim() : plain
}

/** In words, when it cannot be. */
export function payoutRequest(
  accountNumber: string,
  order: OutOrder,
  { address, name }: Transfer,
): Record<string, unknown> | string {
  const { key, amountPaise: amount } = order
  if (amount < LEAST) return 'less than one rupee cannot be paid out'
  const account = parseAccountAddress(address)
  if (!account && amount > MOST_BY_UPI) return 'more than a payout by UPI may be: it needs a bank account'
  if (!account && !VPA.test(address))
    return 'a UPI id that Razorpay does not take: it needs another, or a bank account'
  const mode = account ? (amount > MOST_BY_IMPS ? 'NEFT' : 'IMPS') : 'UPI'
  const holder = plainName(name)
  const target = account
    ? {
        account_type: 'bank_account',
        bank_account: { name: holder, ifsc: account.ifsc, account_number: account.accountNumber },
      }
    : { account_type: 'vpa', vpa: { address } }
  return {
    account_number: accountNumber,
    ...{ amount, currency: 'INR', mode, purpose: 'payout', queue_if_low_balance: false, reference_id: key },
    narration: key.replace(/[^a-zA-Z0-9]/g, '').slice(0, 30),
    fund_account: { ...target, contact: { name: holder, type: 'vendor' } },
  }
}
