/** Rows as CSV (RFC 4180: every cell quoted, quotes doubled, CRLF), for spreadsheets of the team. */

// What a spreadsheet takes for the beginning of a formula, also in full width and behind characters that nobody sees.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value ?? '')
}

/** Cells hold what users typed: an apostrophe keeps a spreadsheet from running one. Some drop a NUL and read on. */
function cell(value: unknown): string {
  const text = textOf(value).replaceAll('\0', '')
  // a negative number is no formula, and with an apostrophe no number
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * Every row ends with CRLF, the last one too, so that rows can be sent in parts; an empty text without rows. Null and
 * undefined are empty cells. Whoever begins a file puts the byte order mark before it.
 */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
