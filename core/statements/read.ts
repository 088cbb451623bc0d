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
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return !isWide && bytes.subarray(0, 4_096).includes(0) ? null : 'text'
}

export interface StatementOptions {
  readonly mapping?: ColumnMapping | null
  readonly knownBalances?: ReadonlySet<number>
}

export function readText(text: string, options: StatementOptions = {}): BankStatement {
  const start = text
    .slice(0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^<(?:\?xml|[\w.-]*:?Document\b)/.test(start)) return readCamt053(text.trimStart())
  if (/^:20:/m.test(start)) return readMt940(text)
  if (/^<(?:!doctype|html|table)/i.test(start)) throw new UnreadableStatement('unknown_format')
  return readTable(readDelimited(text), { ...options, format: 'csv' })
}
