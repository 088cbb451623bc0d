/** UPI links, and payment accounts as others may see them. */
export interface UpiRequest {
  readonly payeeVpa: string
  readonly payeeName: string
  readonly reference: string
  readonly amountPaise: number
}

/** `upi://pay?…` with the mandatory fields; spaces are `%20`, never `+`, which some apps show as it stands. */
export function upiLink({ payeeVpa, payeeName, reference, amountPaise }: UpiRequest): string {
  const rupees = `${Math.floor(amountPaise / 100)}.${String(amountPaise % 100).padStart(2, '0')}`
  const parts = { pa: payeeVpa, pn: payeeName, tr: reference, tn: reference, am: rupees, cu: 'INR' }
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replace('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}

/** A phone or payment address whose owner recognises it by its last four characters; e-mails and documents are passed on. */
export function maskedAccount(account: string): string {
  const [name = '', bank] = account.split('@')
  // never more than half: four letters would be the whole of a short name
  const shown = Math.min(4, Math.floor(name.length / 2))
  return `••••${name.slice(name.length - shown)}${bank ? `@${bank}` : ''}`
}
