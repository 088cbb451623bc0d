/** UPI links, and payment accounts as others may see them. */
import { parseAccountAddress } from './account-address.ts'

export interface UpiRequest {
  readonly payeeVpa: string
  readonly payeeName: string
  readonly payeeKind: 'merchant' | 'personal'
  /** As the bank has issued it: with a made-up one payments fail. */
  readonly merchantCategory?: string | undefined
  readonly reference: string
  readonly amountPaise: number
}

/** Apps stop at other characters. */
const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 40)
    .trim()

/**
 * `upi://pay?…` by the rules of NPCI; spaces are `%20`, never `+`, which some apps show as it stands. A personal UPI id gets
 * no `tr`: apps drop it, or decline.
 */
export function upiLink(request: UpiRequest): string {
  const { payeeVpa, payeeName, payeeKind, merchantCategory, reference, amountPaise } = request
  const rupees = `${Math.floor(amountPaise / 100)}.${String(amountPaise % 100).padStart(2, '0')}`
  const parts = {
    ...{ pa: payeeVpa, pn: plainName(payeeName) },
    ...(merchantCategory ? { mc: merchantCategory } : {}),
    ...(payeeKind === 'merchant' ? { tr: reference } : {}),
    ...{ tn: reference, am: rupees, cu: 'INR' },
  }
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replace('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}

/** As people copy it: in groups, or with a blank at its end. */
export const cleanUtr = (text: string): string => text.replace(/[\s-]+/g, '')

/** What apps show beside the UTR, and the bank does not know: PhonePe's `T2611…`, Google Pay's `CICAg…`. */
const APP_ID = /^(?:T\d{6,}|CICAg\w*)$/i

/** Message codes; none for 12 digits, the number that the bank's statement has. */
export function utrProblems(value: unknown): readonly string[] {
  const utr = typeof value === 'string' ? cleanUtr(value) : ''
  if (utr === '') return ['required']
  if (APP_ID.test(utr)) return ['utr_of_app']
  return /^\d{12}$/.test(utr) ? [] : ['utr']
}

const MASK = '••••'

/** As rows from before have a bank account. */
const MASKED_ADDRESS = /^(••••\d{1,4})@([a-z]{4}0[a-z0-9]{6})\.ifsc\.npci$/i

/** A phone, bank account or payment address whose owner recognises it by its last four characters, an account with its IFSC; e-mails and documents are passed on. */
export function maskedAccount(account: string): string {
  // a payout has its target masked: once more, and the last digits would be those of the branch
  if (account.startsWith(MASK))
    return account.replace(MASKED_ADDRESS, (_, end: string, ifsc: string) => `${end}, ${ifsc.toUpperCase()}`)
  const bankAccount = parseAccountAddress(account)
  if (bankAccount) return `${MASK}${bankAccount.accountNumber.slice(-4)}, ${bankAccount.ifsc}`
  const [name = '', bank] = account.split('@')
  // never more than half: four letters would be the whole of a short name
  const shown = Math.min(4, Math.floor(name.length / 2))
  return `${MASK}${name.slice(name.length - shown)}${bank ? `@${bank}` : ''}`
}
