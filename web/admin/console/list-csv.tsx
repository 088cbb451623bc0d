/** The rows that a page shows, as a file for a spreadsheet. Columns are named as the API names them. */
import { csvOf } from '#core/csv.ts'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'

interface ListCsvProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly (keyof Row & string)[]
  readonly file: string
}

export function ListCsv<Row extends object>({ rows, columns, file }: ListCsvProps<Row>) {
  if (rows.length === 0) return null
  const cells = (row: Row) => columns.map((name) => row[name])
  return (
    <p className="actions">
      <Button
        kind="quiet"
        onClick={() =>
          // Excel takes the file for UTF-8 only with a byte order mark.
          saveAs(new Blob(['\ufeff', csvOf([[...columns], ...rows.map(cells)])], { type: 'text/csv' }), file)
        }
      >
        {m.list_csv()}
      </Button>
    </p>
  )
}

/** Gives the browser bytes as a file to save. */
export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
