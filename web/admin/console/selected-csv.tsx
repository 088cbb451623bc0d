/** Rows that are selected, over all pages, as a file for a spreadsheet: what the page has read already. */
import type { DataTableColumn } from 'mantine-datatable'
import { csvOf } from '#core/csv.ts'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'

interface SelectedCsvProps<Row> {
  readonly selected: readonly Row[]
  readonly columns: readonly DataTableColumn<Row>[]
  readonly file: string
}

export function SelectedCsv<Row extends object>({ selected, columns, file }: SelectedCsvProps<Row>) {
  const names = columns.map(({ accessor }) => String(accessor))
  const titles = columns.map(({ title, accessor }) => (typeof title === 'string' ? title : String(accessor)))
  const cells = (row: Row) => names.map((name) => (row as Record<string, unknown>)[name])
  return (
    <Button
      disabled={selected.length === 0}
      onClick={() =>
        // Excel takes the file for UTF-8 only with a byte order mark.
        saveAs(new Blob(['\ufeff', csvOf([titles, ...selected.map(cells)])], { type: 'text/csv' }), file)
      }
    >
      {m.admin_download()}
    </Button>
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
