/** Rows as a CSV file (RFC 4180: every cell quoted, quotes doubled, CRLF). */

/** Cells hold what users typed: an apostrophe keeps a spreadsheet from running one as a formula. */
function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

export function downloadCsv(file: string, rows: readonly (readonly unknown[])[]): void {
  // Excel takes the file for UTF-8 only with a byte order mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
