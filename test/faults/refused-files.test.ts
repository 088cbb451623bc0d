// Files that are no statement, or one that nobody may read: refused in words within ten seconds, in bounded memory.
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type CellObject, utils, write } from '@e965/xlsx'
import { afterAll } from 'vitest'
import { UnreadableStatement } from '#core/statements/lines.ts'
import { readStatementFile, stopReading } from '#server/statements/read-file.ts'
import { oldBookWithMacros, protectedBook, zipOf } from '#test/support/statements/broken-files.ts'
import { bytesOf } from '#test/support/statements/fixtures.ts'
import { fault, type Random } from './support/fault.ts'

afterAll(stopReading)

const MB = 1024 * 1024
const LIMIT_MS = 10_000
const LIMIT_BYTES = 256 * MB
const HEADER = 'Date,Narration,Ref No,Debit,Credit,Balance'

/** A book whose balance computes. */
function computing(): Buffer {
  const sheet = utils.aoa_to_sheet([HEADER.split(','), ['02/11/2026', 'A', '', '', 100, 1_100]])
  const cell: CellObject = { t: 'n', v: 1_100, f: 'E2+1000' }
  sheet.F2 = cell
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Lines')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}
const rows = (count: number, row: (n: number) => string): Buffer =>
  Buffer.from([HEADER, ...Array.from({ length: count }, (_, n) => row(n))].join('\n'))
const cut = (name: string, random: Random): Buffer => {
  const bytes = bytesOf(name)
  return bytes.subarray(0, Math.floor(bytes.length * (0.2 + random(60) / 100)))
}
/** An entity of ten of the one before, nine times over. */
const entities = (): string =>
  Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')

const FILES: Readonly<Record<string, (random: Random) => Buffer | Promise<Buffer>>> = {
  'a PDF': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]),
  'a picture': () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(100_000)]),
  'a program': () => Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(100_000)]),
  'any bytes': (random) => randomBytes(1 + random(MB)),
  'nothing at all': () => Buffer.alloc(0),
  zeros: () => Buffer.alloc(8 * MB),
  'one letter': () => Buffer.alloc(8 * MB, 'a'),
  'quotation marks': () => Buffer.alloc(8 * MB, '"'),
  commas: () => Buffer.alloc(8 * MB, ','),
  'line ends': () => Buffer.alloc(8 * MB, '\n'),
  brackets: () => Buffer.alloc(8 * MB, '<'),
  'an archive of another kind': () => gzipSync(bytesOf('hdfc-current-nov2026.csv')),
  'a letter in a zip': () => zipOf({ 'word/document.xml': Buffer.from('x') }),
  'a zip that unpacks without end': () => zipOf({ 'xl/workbook.xml': Buffer.alloc(300 * MB) }),
  'a zip of many parts': () =>
    zipOf(Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`xl/${n}.xml`, Buffer.from('x')]))),
  'a book cut in two': (random) => cut('icici-cib-nov2026.xlsx', random),
  'an old book cut in two': (random) => cut('icici-optransactionhistory-nov2026.xls', random),
  'a message cut in two': (random) => cut('hdfc-nov2026.camt053.xml', random),
  'a book with macros': () =>
    zipOf({ 'xl/workbook.xml': Buffer.from('x'), 'xl/vbaProject.bin': Buffer.from('x') }),
  'an old book with macros': oldBookWithMacros,
  'a book with a password': protectedBook,
  'a book that computes': () => computing(),
  'two million lines': () => rows(2_000_000, () => ',,,,,'),
  'more lines than a bank has': () => rows(20_001, (n) => `02/11/2026,UPI-${n},,,1.00,${n + 1}.00`),
  'a broken balance': () => rows(50, (n) => `02/11/2026,UPI-${n},,,1.00,${n === 30 ? 1 : n + 1}.00`),
  'a part of a paisa': () => rows(1, () => '02/11/2026,UPI,,,1.005,101.005'),
  'a day that is none': () => rows(1, () => '31/02/2026,UPI,,,1.00,101.00'),
  'an amount of words': () => rows(1, () => '02/11/2026,UPI,,,One hundred,101.00'),
  'entities of entities': () =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY e0 "x">${entities()}]><Document>&e9;</Document>`,
    ),
  'a deep message': () => Buffer.from(`<?xml version="1.0"?><Document>${'<a>'.repeat(1_000_000)}`),
  'a page without a table': () => Buffer.from(`<html>${'<div>'.repeat(1_000_000)}`),
  'a page of a million cells': () => Buffer.from(`<table><tr>${'<td>1</td>'.repeat(800_000)}</tr></table>`),
}

fault(
  'refused-files',
  { short: Object.keys(FILES).length, full: 10 * Object.keys(FILES).length },
  async ({ rounds, random }) => {
    const kinds = Object.entries(FILES)
    let [acknowledged, slowestMs, most] = [0, 0, 0]
    const problems: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [name, make] = kinds[round % kinds.length] as (typeof kinds)[number]
      const bytes = await make(random)
      const before = process.memoryUsage().rss
      const startedAt = performance.now()
      const outcome = await readStatementFile(bytes).then(
        ({ lines }) => `read with ${lines.length} lines`,
        (error: unknown) => (error instanceof UnreadableStatement ? null : String(error)),
      )
      const ms = performance.now() - startedAt
      const grown = process.memoryUsage().rss - before
      if (outcome === null) acknowledged += 1
      else problems.push(`${name}: ${outcome}`)
      if (ms > LIMIT_MS + 1_000) problems.push(`${name} took ${Math.round(ms)} ms`)
      if (grown > LIMIT_BYTES) problems.push(`${name} took ${Math.round(grown / MB)} MB`)
      slowestMs = Math.max(slowestMs, ms)
      most = Math.max(most, grown)
    }
    for (const problem of problems) console.error(problem)
    const note = `${kinds.length} kinds of files, the slowest ${Math.round(slowestMs)} ms, at most ${Math.round(most / MB)} MB more`
    return { rounds, acknowledged, lost: rounds - acknowledged, doubled: 0, problems, note }
  },
)
