/** What a file is, by its bytes: a name says nothing, and banks call text `.xls`. */
import { readCamt053 } from './camt053.ts'
import type { ColumnMapping } from './columns.ts'
import { readDelimited } from './delimited.ts'
import { type BankStatement, UnreadableStatement } from './lines.ts'
import { readMt940 } from './mt940.ts'
import { readTable } from './table.ts'

export type FileKind = 'biff' | 'zip' | 'text'

const HEADS: readonly (readonly [FileKind | null, readonly number[]])[] = [
  ['biff', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  [null, [0x25, 0x50, 0x44, 0x46]], // %PDF
]

/** Null for what is no statement whatever its name: a picture, a PDF, a program. */
export function kindOfBytes(bytes: Uint8Array): FileKind | null {
  for (const [kind, head] of HEADS) if (head.every((byte, index) => bytes[index] === byte)) return kind
  return wideOf(bytes) === null && bytes.subarray(0, 4_096).includes(0) ? null : 'text'
}

/** Which half of each character is zero in Western text of two bytes a character. */
const HALVES = { 'utf-16be': 0, 'utf-16le': 1 } as const

/** Text of two bytes a character, by its mark or, without one, by every second byte being zero; null for any other file. */
export function wideOf(bytes: Uint8Array): keyof typeof HALVES | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, Math.min(4_096, bytes.length - (bytes.length % 2)))
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const isWide = (half: number) => (zeros[half] ?? 0) * 2 > start.length * 0.9 && zeros[1 - half] === 0
  if (isWide(HALVES['utf-16le'])) return 'utf-16le'
  return isWide(HALVES['utf-16be']) ? 'utf-16be' : null
}

/** What some banks call `.xls`: the table of a web page. */
export const isWebPage = (text: string): boolean =>
  /^<(?:!doctype html|html|head|body|table|style|meta|div)\b/i.test(
    text
      .slice(0, 4_096)
      .replace(/^\ufeff/, '')
      .trimStart(),
  )

export interface StatementOptions {
  readonly mapping?: ColumnMapping | null
  readonly knownBalances?: ReadonlySet<number>
}

/**
 * CAMT.053, MT940 or a table with separators, by how the text begins. Throws UnreadableStatement: `unknown_format` for any
 * other mark-up, and whatever the reader of the form throws.
 */
export function readText(text: string, options: StatementOptions = {}): BankStatement {
  const start = text
    .slice(0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^<(?:\?xml|[\w.-]*:?Document\b)/.test(start)) return readCamt053(text.trimStart())
  if (/^:20:/m.test(start)) return readMt940(text)
  // only the reader of spreadsheets takes the table of a web page
  if (/^</.test(start)) throw new UnreadableStatement('unknown_format')
  return readTable(readDelimited(text), { ...options, format: 'csv' })
}
