/** MT940, the statement of SWIFT: tagged lines, a narration wrapped wherever it becomes too long. */
import { isoDay, readAmount } from './amounts.ts'
import { type BankStatement, type Direction, UnreadableStatement } from './lines.ts'
import { joinParts, type StatementPart, type UnbalancedLine } from './running.ts'

interface TaggedLine {
  readonly tag: string
  readonly text: string
  readonly row: number
}

const TAG = /^:(13D|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]):(.*)$/

/** A line without a tag goes on where the one before it was cut: between two letters of a reference, so without a blank. */
function tagged(source: string): TaggedLine[] {
  const fields: TaggedLine[] = []
  for (const [index, line] of source
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const [, tag, text = ''] = TAG.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push({ tag, text, row: index + 1 })
    // the end of a message, or the beginning of the next one
    else if (last && line !== '' && !/^(?:-\}?|\{.*)$/.test(line)) {
      const separator = last.tag === '61' ? '\n' : ''
      fields[fields.length - 1] = { ...last, text: `${last.text}${separator}${line}` }
    }
  }
  return fields
}

/** Amounts have a comma before their paise, always: `50000,` is whole rupees. */
function paiseOf(text: string, row: number): number {
  const cell = /^\d+,\d{0,2}$/.test(text) ? readAmount(text.replace(/,$/, '').replace(',', '.')) : null
  if (cell === null || cell === 'unreadable') throw new UnreadableStatement('bad_row', row)
  return cell.paise
}

function dayOf(text: string, row: number): string {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number)
  const date = isoDay(2000 + (year ?? 0), month ?? 0, day ?? 0)
  if (date === null) throw new UnreadableStatement('bad_row', row)
  return date
}

/** The day of booking has no year: it is the one that lies nearest to the value date. */
function bookedOn(entry: string, valueDate: string, row: number): string {
  const year = Number(valueDate.slice(0, 4))
  const [month, day] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const days = [year - 1, year, year + 1].flatMap((each) => isoDay(each, month, day) ?? [])
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(valueDate))
  const [nearest] = days.toSorted((a, b) => distance(a) - distance(b))
  if (nearest === undefined) throw new UnreadableStatement('bad_row', row)
  return nearest
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d+,\d{0,2})$/

function balanceOf({ text, row }: TaggedLine): number {
  const [, side, , currency, amount = ''] = BALANCE.exec(text.trim()) ?? []
  if (side === undefined) throw new UnreadableStatement('bad_row', row)
  if (currency !== 'INR') throw new UnreadableStatement('not_rupees', row)
  return side === 'D' ? -paiseOf(amount, row) : paiseOf(amount, row)
}

const ENTRY = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d{0,2})([A-Z][A-Z0-9]{3})([^\n]*)/

/** A reversed credit is money out. */
const SIDES: Readonly<Record<string, Direction>> = { C: 'C', RD: 'C', D: 'D', RC: 'D' }

function lineOf({ text, row }: TaggedLine): UnbalancedLine {
  const [, value = '', entry, side = '', , amount = '', , ref = ''] = ENTRY.exec(text) ?? []
  const dir = SIDES[side]
  if (dir === undefined) throw new UnreadableStatement('bad_row', row)
  const valueDate = dayOf(value, row)
  return {
    date: entry === undefined ? valueDate : bookedOn(entry, valueDate, row),
    valueDate,
    dir,
    amountPaise: paiseOf(amount, row),
    narration: '',
    ref: ref.split('//')[0]?.trim() ?? '',
  }
}

/** A message begins at its account. */
function partsOf(fields: readonly TaggedLine[]): StatementPart[] {
  const starts = fields.flatMap(({ tag }, index) => (/^25P?$/.test(tag) ? [index] : []))
  return starts.map((start, index) => partOf(fields.slice(start, starts[index + 1])))
}

function partOf(fields: readonly TaggedLine[]): StatementPart {
  const lines: UnbalancedLine[] = []
  let hasEnded = false
  for (const field of fields) {
    const last = lines.at(-1)
    if (field.tag === '61') lines.push(lineOf(field))
    // after the closing balance it speaks of the whole statement
    else if (field.tag === '86' && last && !hasEnded)
      lines[lines.length - 1] = { ...last, narration: `${last.narration}${field.text}`.trim() }
    else if (/^62/.test(field.tag)) hasEnded = true
  }
  const opening = fields.find(({ tag }) => /^60/.test(tag))
  const closing = fields.findLast(({ tag }) => /^62/.test(tag))
  return {
    account: fields[0]?.text.split('/').at(-1) ?? '',
    openingPaise: opening ? balanceOf(opening) : null,
    closingPaise: closing ? balanceOf(closing) : null,
    lines: lines.filter(({ amountPaise }) => amountPaise > 0),
  }
}

/**
 * Money in paise, lines oldest first. Throws UnreadableStatement: `unknown_format` without an account (`:25:`), `not_rupees`,
 * `bad_row` with the line of the file, and of the whole `several_accounts`, `no_lines`, `too_many_lines`, `balance_broken`.
 */
export function readMt940(source: string): BankStatement {
  const parts = partsOf(tagged(source))
  if (parts.length === 0) throw new UnreadableStatement('unknown_format')
  return joinParts('mt940', parts)
}
