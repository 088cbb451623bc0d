/** The figures of a tax paper: its financial year and number, how an inclusive amount splits into taxes, and who is registered. */
import { type Paise, paise, shareOf } from '#core/money.ts'
import { isStateCode, type StateCode } from './states.ts'

/** An invoice of who is registered, a bill of supply of who is not, and what takes back a part of the one or the other. */
export const PAPER_KINDS = ['invoice', 'credit_note', 'bill', 'bill_credit'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

export const FEES = ['commission', 'dispute_fee'] as const
export type Fee = (typeof FEES)[number]

const PREFIX: Readonly<Record<PaperKind, string>> = {
  invoice: 'AM',
  credit_note: 'AC',
  bill: 'AB',
  bill_credit: 'AD',
}

/** `26-27` for days from 1 April 2026 to 31 March 2027, by the calendar of India. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0)
  return [year, year + 1].map((part) => String(part % 100).padStart(2, '0')).join('-')
}

/** 15 of the 16 characters that the rules allow: `AM/26-27/000123`. */
export const paperNumber = (kind: PaperKind, year: string, seq: number): string =>
  `${PREFIX[kind]}/${year}/${String(seq).padStart(6, '0')}`

/** The number in an address: with dashes only. */
export const paperId = (number: string): string => number.replaceAll('/', '-')
/** The way back of `paperId`. An id of another shape comes back as it is. */
export const numberOfPaper = (id: string): string =>
  id.replace(/^([A-Z]{2})-(\d{2}-\d{2})-(\d{6,})$/, '$1/$2/$3')

export interface TaxSplit {
  readonly taxablePaise: Paise
  readonly cgstPaise: Paise
  readonly sgstPaise: Paise
  readonly igstPaise: Paise
  readonly roundOffPaise: Paise
}

interface TaxTerms {
  readonly rateBasisPoints: number
  /** The supply stays in the supplier's own State. */
  readonly isWithinState: boolean
}

/** Of an amount with the tax in it. The two heads of one State are equal, and what that leaves over is rounding. */
export function splitTax(totalPaise: Paise, { rateBasisPoints, isWithinState }: TaxTerms): TaxSplit {
  if (totalPaise < 0) throw new RangeError('a tax of a negative amount')
  const whole = 10_000n + BigInt(rateBasisPoints)
  const taxablePaise = paise(Number((BigInt(totalPaise) * 20_000n + whole) / (2n * whole)))
  const headPaise = isWithinState ? shareOf(taxablePaise, rateBasisPoints / 2) : paise(0)
  const igstPaise = paise(isWithinState ? 0 : totalPaise - taxablePaise)
  return {
    taxablePaise,
    cgstPaise: headPaise,
    sgstPaise: headPaise,
    igstPaise,
    roundOffPaise: paise(totalPaise - taxablePaise - 2 * headPaise - igstPaise),
  }
}

/** Of what is given back after some was given back before: the notes of a whole paper add up to it, head by head. */
export function splitCredit(amountPaise: Paise, creditedPaise: Paise, terms: TaxTerms): TaxSplit {
  const before = splitTax(creditedPaise, terms)
  const after = splitTax(paise(creditedPaise + amountPaise), terms)
  const part = (name: keyof TaxSplit): Paise => paise(after[name] - before[name])
  return {
    taxablePaise: part('taxablePaise'),
    cgstPaise: part('cgstPaise'),
    sgstPaise: part('sgstPaise'),
    igstPaise: part('igstPaise'),
    roundOffPaise: part('roundOffPaise'),
  }
}

/** All heads together, in paise. What was rounded off is no tax. */
export const taxOf = ({ cgstPaise, sgstPaise, igstPaise }: TaxSplit): Paise =>
  paise(cgstPaise + sgstPaise + igstPaise)

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last sign checks the others: each by its value, every second one doubled, digits of 36 added up. */
function checkSign(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((total, sign, at) => {
    const product = DIGITS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return DIGITS.charAt((36 - (sum % 36)) % 36)
}

/** In capitals, of a State that is one today, with the right last sign. Whether anybody has it is not known here. */
export const isGstin = (text: string): boolean =>
  GSTIN.test(text) && isStateCode(text.slice(0, 2)) && text.endsWith(checkSign(text))

/** The State in which who has this GSTIN is registered. */
export const stateOfGstin = (gstin: string): StateCode => gstin.slice(0, 2) as StateCode
