/** Text with separators, read into rows of cells: what banks call CSV, "delimited", and often `.xls`. */
const DELIMITERS = ['\t', ',', ';', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** A table has a date, a narration, two amounts or one with its direction, and a balance; the fewest have one signed amount. */
const LEAST_CELLS = 5
const FEWEST_CELLS = 4
const SAMPLE_LINES = 2_000

/** The one that most lines have four times or more; where none has, three times. */
function delimiterOf(lines: readonly string[]): Delimiter {
  const sample = lines.slice(0, SAMPLE_LINES)
  for (const cells of [LEAST_CELLS, FEWEST_CELLS]) {
    const counts = DELIMITERS.map(
      (delimiter) => sample.filter((line) => line.split(delimiter, cells).length === cells).length,
    )
    const most = Math.max(...counts)
    if (most > 0) return DELIMITERS[counts.indexOf(most)] ?? ','
  }
  return ','
}

/**
 * A quoted cell ends before a separator. Longer than this, or over the end of a row, it is no cell but quotation marks in
 * the notes of payers, between which lines would vanish. A `=` before it keeps a spreadsheet from dropping zeros.
 */
const QUOTED = '[ ]*=?"((?:[^"]|""){0,2000})"[ ]*'
const special = (delimiter: Delimiter): string => (delimiter === '|' ? String.raw`\|` : delimiter)

const spansRows = (cell: string, mark: RegExp): boolean =>
  cell.includes('\n') && (cell.match(mark)?.length ?? 0) >= LEAST_CELLS - 1

/** `="0012"`, quoted once more by the writer of the file, is the text between. */
const withoutFormula = (cell: string): string => /^\s*="([^"]*)"\s*$/.exec(cell)?.[1] ?? cell

/** Rows of the file, with the number of the line each begins in. Carriage returns and a mark at the start are dropped. */
export function readDelimited(text: string): { cells: string[]; row: number }[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const mark = special(delimiterOf(source.split('\n')))
  const quoted = new RegExp(`${QUOTED}(?=${mark}|\n|$)`, 'y')
  const anyMark = new RegExp(mark, 'g')
  const plain = new RegExp(`[^${mark}\n]*`, 'y')
  const rows: { cells: string[]; row: number }[] = []
  let at = 0
  let row = 1
  while (at < source.length) {
    const cells: string[] = []
    const begins = row
    for (;;) {
      quoted.lastIndex = at
      const quote = quoted.exec(source)
      const match = quote && !spansRows(quote[1] ?? '', anyMark) ? quote : null
      plain.lastIndex = at
      const cell = match ? (match[1] ?? '').replace(/""/g, '"') : (plain.exec(source)?.[0] ?? '')
      at = match ? quoted.lastIndex : plain.lastIndex
      cells.push(cell)
      row += cell.split('\n').length - 1
      if (source[at] === '\n' || at >= source.length) break
      at += 1
    }
    at += 1
    row += 1
    rows.push({ cells: cells.map((cell) => withoutFormula(cell).replace(/\s+/g, ' ').trim()), row: begins })
  }
  return rows
}
