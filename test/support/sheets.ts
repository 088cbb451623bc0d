/** Sums of the sheets that returns are filed with. */
import { readDelimited } from '#core/statements/delimited.ts'

/** Of a column of rupees, in paise. */
export function columnOf(csv: Buffer | string | undefined, column: string): number {
  const [head, ...rows] = readDelimited(csv?.toString() ?? '').map(({ cells }) => cells)
  const at = head?.indexOf(column) ?? -1
  if (at < 0) throw new Error(`no column ${column}`)
  return rows.reduce((sum, cells) => sum + Math.round(Number(cells[at]) * 100), 0)
}
