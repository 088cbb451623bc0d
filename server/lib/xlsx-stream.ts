/** A spreadsheet of one sheet, written while its rows come: a million of them never stand in memory. Every cell is text. */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { escapeHtml } from './html.ts'

const TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const WORKBOOK = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const WORKBOOK_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`

/** What XML cannot hold at all; a lone half of a character too. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const MAX_CELL = 32_767

/** An inline string is never run, whatever it begins with. */
const cell = (value: string): string => {
  const text = escapeHtml(value.slice(0, MAX_CELL).replace(FORBIDDEN, ''))
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

async function* sheet(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
  for await (const row of rows) yield `<row>${row.map(cell).join('')}</row>`
  yield '</sheetData></worksheet>'
}

/** An error destroys the stream, so that half a file is never taken for a whole one. */
export function xlsxStream(rows: AsyncIterable<readonly string[]>): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const source = Readable.from(sheet(rows))
  source.once('error', (error) => out.destroy(error))
  out.once('close', () => source.destroy())
  zip.addBuffer(Buffer.from(TYPES), '[Content_Types].xml')
  zip.addBuffer(Buffer.from(RELATIONS), '_rels/.rels')
  zip.addBuffer(Buffer.from(WORKBOOK), 'xl/workbook.xml')
  zip.addBuffer(Buffer.from(WORKBOOK_RELATIONS), 'xl/_rels/workbook.xml.rels')
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml')
  zip.end()
  void pipeline(zip.outputStream, out).catch((error: Error) => out.destroy(error))
  return out
}
