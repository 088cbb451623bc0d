/** Rows as a file for a spreadsheet. */

/** A cell that a spreadsheet would take for a formula is told to be text; what people typed is in it. */
function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${tame.replaceAll('"', '""')}"`
}

export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

export function download(file: string, rows: readonly (readonly unknown[])[]): void {
  // the mark tells Excel that it is UTF-8
  const url = URL.createObjectURL(new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
