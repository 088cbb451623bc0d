/** A bank account as UPI writes it. Small, and apart from the rules of its fields: pages that only show one load it. */

/** An account as UPI writes it, so that every target is one address. */
export const accountAddress = (accountNumber: string, ifsc: string): string =>
  `${accountNumber}@${ifsc.toLowerCase()}.ifsc.npci`

const ACCOUNT_ADDRESS = /^(\d{9,18})@([a-z]{4}0[a-z0-9]{6})\.ifsc\.npci$/i

/** The account and branch of such an address; null for any other UPI id. */
export function parseAccountAddress(address: string): { accountNumber: string; ifsc: string } | null {
  const [, accountNumber, ifsc] = ACCOUNT_ADDRESS.exec(address) ?? []
  return accountNumber && ifsc ? { accountNumber, ifsc: ifsc.toUpperCase() } : null
}
