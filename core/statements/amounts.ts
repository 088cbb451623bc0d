/**
 * Amounts and dates of a bank's export, from their text. An amount is never a float on its way: its digits are taken
 * from the decimal text, and what is not clearly an amount of rupees is nothing that we guess at.
 */
import type { Direction } from './lines.ts'

export interface CellAmount {
  readonly paise: number
  /** Where the cell itself says it: `1,200.00 Cr`. */
  readonly dir: Direction | null
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  C: 'C',
  CR: 'C',
  CREDIT: 'C',
  CRDT: 'C',
  DEPOSIT: 'C',
  D: 'D',
  DR: 'D',
  DEBIT: 'D',
  DBIT: 'D',
  WITHDRAWAL: 'D',
}

/** `CR`, `Dr.`, `(Cr)`, `Debit`; null for anything else. */
export const readDirection = (cell: string): Direction | null =>
  DIRECTIONS[cell.replace(/[^a-z]/gi, '').toUpperCase()] ?? null

/** Currency before, direction after; commas as thousands are grouped in India or elsewhere, never as a decimal sign. */
const AMOUNT =
  /^(?:₹|INR|RS\.?)?([+-]?)(?:₹|INR|RS\.?)?(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?(-)?(\(?[CD]R?\.?\)?)?$/

/** A lakh crore rupees: no account has as much, and up to here a spreadsheet's number and its text are the same. */
const MAX_DIGITS = 14

/** Null for an empty cell, a dash or `NA`; `unreadable` for what is neither empty nor an amount. */
export function readAmount(cell: string): CellAmount | null | 'unreadable' {
  const plain = cell.replace(/[\s\u00a0\u202f]/g, '').toUpperCase()
  // as accountants write what is below zero
  const text = plain.replace(/^\(([^()+-]*\d)\)$/, '-$1')
  if (/^(?:[-\u2013\u2014]*|N\/?A|NIL)$/.test(text)) return null
  const match = AMOUNT.exec(text)
  if (!match) return 'unreadable'
  const [, sign, grouped = '', fraction = '', minusAfter, side] = match
  if (sign !== '' && minusAfter !== undefined) return 'unreadable'
  const digits = `${grouped.replace(/,/g, '')}${fraction.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_DIGITS) return 'unreadable'
  const isNegative = (sign === '-' || minusAfter !== undefined) && digits !== '0'
  return { paise: isNegative ? -Number(digits) : Number(digits), dir: side ? readDirection(side) : null }
}

export type DateForm = 'dmy' | 'mdy' | 'ymd'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(?:[T ,]\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[AP]\.?M\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?`
const NUMERIC = new RegExp(String.raw`^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})${TIME}$`, 'i')
const NAMED = new RegExp(String.raw`^(\d{1,2})[-/. ]?([a-z]{3,9})[-/., ]{0,2}(\d{2}|\d{4})${TIME}$`, 'i')

const MONTH_FIRST = new RegExp(String.raw`^([a-z]{3,9})[. ]*(\d{1,2})(?:, *| +)(\d{4})${TIME}$`, 'i')

/** Null for a day that no calendar has. */
export function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const fits = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return fits && year >= 1990 && year < 2100 ? date.toISOString().slice(0, 10) : null
}

const fullYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text))

/** `02/11/26`, `02-11-2026`, `2 Nov 2026`, `Nov 02, 2026`, `2026-11-02`, with or without a time; null for what is no date. */
export function readDate(cell: string, form: DateForm = 'dmy'): string | null {
  const text = cell.trim()
  const named = NAMED.exec(text)
  if (named) {
    const [, day, month = '', year = ''] = named
    return isoDay(fullYear(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day))
  }
  const [, monthName, dayOfMonth, yearAfter] = MONTH_FIRST.exec(text) ?? []
  if (monthName !== undefined) {
    const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1
    return isoDay(Number(yearAfter), month, Number(dayOfMonth))
  }
  const [, first = '', , second = '', third = ''] = NUMERIC.exec(text) ?? []
  if (first === '') return null
  if (first.length === 4) return isoDay(Number(first), Number(second), Number(third))
  if (form === 'ymd') return isoDay(fullYear(first), Number(second), Number(third))
  const [day, month] = form === 'mdy' ? [second, first] : [first, second]
  return isoDay(fullYear(third), Number(month), Number(day))
}

/** Days since 30 December 1899, as spreadsheets count; those of old Apple computers start four years later. */
export function dayOfSerial(serial: string, startsIn1904: boolean): string | null {
  const days = /^(\d{1,6})(?:\.\d+)?$/.exec(serial.trim())?.[1]
  if (days === undefined) return null
  const date = new Date(Date.UTC(1899, 11, 30 + Number(days) + (startsIn1904 ? 1462 : 0)))
  return isoDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}
