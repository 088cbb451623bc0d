/**
 * A .woff as the plain font inside it. The PDF library unpacks each table in JavaScript every time it looks at it, which
 * took nine tenths of the time of a page; here it is done once, by zlib.
 */
import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

interface Table {
  readonly tag: number
  readonly checksum: number
  readonly data: Buffer
}

function tablesOf(woff: Buffer): Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a .woff file')
  return Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const at = HEADER + i * ENTRY
    const start = woff.readUInt32BE(at + 4)
    const packed = woff.readUInt32BE(at + 8)
    const size = woff.readUInt32BE(at + 12)
    const raw = woff.subarray(start, start + packed)
    return {
      tag: woff.readUInt32BE(at),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < size ? inflateSync(raw) : raw,
    }
  })
}

const padded = (size: number): number => (size + 3) & ~3

export function fontOf(woff: Buffer): Buffer {
  const tables = tablesOf(woff)
  const power = Math.floor(Math.log2(tables.length))
  const directory = 12 + tables.length * 16
  const font = Buffer.alloc(tables.reduce((sum, { data }) => sum + padded(data.length), directory))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(tables.length, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((tables.length - 2 ** power) * 16, 10)
  let at = directory
  for (const [i, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + i * 16
    font.writeUInt32BE(tag, entry)
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(at, entry + 8)
    font.writeUInt32BE(data.length, entry + 12)
    data.copy(font, at)
    at += padded(data.length)
  }
  return font
}
