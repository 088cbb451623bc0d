/** Money is whole paise in a branded integer. A float, a NaN or an unsafe integer never becomes one. */
declare const brand: unique symbol
export type Paise = number & { readonly [brand]: 'paise' }

/** Promises an integer number of paise; throws RangeError for anything else. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  return value as Paise
}

export const ZERO = paise(0)

/** Whole rupees to paise (spec §7: `amount` is in whole rupees). */
export const rupees = (value: number): Paise => paise(value * 100)

/** `ZERO` of nothing. Throws RangeError when the sum is no whole number of paise, or beyond the safe integers. */
export const addPaise = (...parts: readonly number[]): Paise =>
  paise(parts.reduce((sum, part) => sum + part, 0))

/** Below zero when more is taken than there is: whether that may be is for the caller to say. */
export const minusPaise = (from: Paise, take: number): Paise => paise(from - take)

/**
 * `basisPoints` of an amount, rounded to the paisa, half up. Exact: the product is taken in BigInt.
 * Throws RangeError on a negative amount or on basis points outside 0..10000.
 */
export function shareOf(amountPaise: Paise, basisPoints: number): Paise {
  if (amountPaise < 0) throw new RangeError('a share of a negative amount')
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
    throw new RangeError(`not basis points: ${basisPoints}`)
  return paise(Number((BigInt(amountPaise) * BigInt(basisPoints) + 5_000n) / 10_000n))
}

const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const inrWhole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** `₹1,00,000.00`: Indian grouping, always two decimals: for tax papers. */
export const formatPaise = (amountPaise: number): string => inr.format(amountPaise / 100)

/** `₹1,500` where there are no paise to show, `₹1,500.50` where there are: wherever people read it. */
export const formatPaiseShort = (amountPaise: number): string =>
  amountPaise % 100 === 0 ? inrWhole.format(amountPaise / 100) : formatPaise(amountPaise)

/** `1,25,000.50` as somebody types it, in paise; null for anything else. No float on the way. */
export function parseRupees(text: string): Paise | null {
  const [, sign, whole = '', part = ''] = /^(-?)(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  const value = Number(`${whole.replaceAll(',', '')}${part.padEnd(2, '0')}`)
  if (whole === '' || !Number.isSafeInteger(value)) return null
  return paise(sign === '-' ? 0 - value : value)
}
