/** A grid of the console: 30 rows a page, read, sorted and searched by the server; rows can be selected and taken along. */
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Center.css'
import '@mantine/core/styles/Flex.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/ActionIcon.css'
import 'mantine-datatable/styles.css'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { type ReactNode, useId, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { csvOf } from '#core/csv.ts'
import { m } from '#messages/compiled/messages.js'
import type { Input } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useDebouncedValue } from '#web/lib/hooks.ts'
import { useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

const PAGE_SIZE = 30

interface GridProps<Row> {
  /** Where links to its rows lead. */
  readonly id?: string
  readonly title: string
  /** Beside the search; another filter starts at its first page. */
  readonly filter?: Readonly<Record<string, string>>
  readonly filters?: ReactNode
  readonly endpoint: Endpoint
  readonly columns: readonly DataTableColumn<Row>[]
  readonly idOf: (row: Row) => string
  /** What a row is called, for its checkbox. */
  readonly nameOf: (row: Row) => string
  readonly searchHint: string
  readonly first: { readonly by: string; readonly direction: 'asc' | 'desc' }
  /** The name of the CSV file. */
  readonly file: string
}

export function Grid<Row extends object>(props: GridProps<Row>) {
  const { title, columns, idOf, nameOf } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const [sort, setSort] = useState({ columnAccessor: props.first.by, direction: props.first.direction })
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<Row[]>([])
  const search = useDebouncedValue(typed)
  // Another search starts at its first page.
  const shown = JSON.stringify([search, props.filter ?? {}])
  const [position, setPosition] = useState({ shown, page: 1 })
  const page = position.shown === shown ? position.page : 1
  const setPage = (to: number) => setPosition({ shown, page: to })
  const ordering = `${sort.direction === 'desc' ? '-' : ''}${sort.columnAccessor}`
  const read = useApiPage(props.endpoint, {
    query: { ...props.filter, page, page_size: PAGE_SIZE, ordering, search },
  } as unknown as Input<Endpoint>)
  const rows = (read.data?.rows ?? []) as unknown as Row[]
  const total = read.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return (
    <section className="console__grid" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="console__toolbar">
        <label>
          <span className="field__label">{m.admin_search()}</span>
          <input
            className="input"
            type="search"
            value={typed}
            placeholder={props.searchHint}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        {props.filters}
        <DownloadBar
          selected={selected}
          columns={columns}
          file={props.file}
          onClear={() => setSelected([])}
        />
      </div>
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      <DataTable
        withTableBorder
        minHeight={rows.length === 0 ? 160 : 0}
        columns={[...columns]}
        records={rows}
        idAccessor={(row) => idOf(row)}
        fetching={read.isPending}
        noRecordsText={m.admin_none()}
        sortStatus={sort as never}
        onSortStatusChange={(status) => {
          setSort({ columnAccessor: String(status.columnAccessor), direction: status.direction })
          setPage(1)
        }}
        selectedRecords={selected}
        onSelectedRecordsChange={setSelected}
        selectionTrigger="cell"
        allRecordsSelectionCheckboxProps={{ 'aria-label': m.admin_tick_all() }}
        getRecordSelectionCheckboxProps={(row) => ({ 'aria-label': m.admin_tick({ name: nameOf(row) }) })}
        scrollAreaProps={{ type: 'auto' }}
      />
      <p className="actions console__pagination">
        <span role="status">
          {m.admin_rows({ total: String(total), page: String(page), pages: String(pages) })}
        </span>
        <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
          {m.admin_page_before()}
        </Button>
        <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
          {m.admin_page_after()}
        </Button>
      </p>
    </section>
  )
}

interface DownloadBarProps<Row> {
  readonly selected: readonly Row[]
  readonly columns: readonly DataTableColumn<Row>[]
  readonly file: string
  readonly onClear: () => void
}

/** Rows that are selected, over all pages, as a file for a spreadsheet. */
function DownloadBar<Row extends object>({ selected, columns, file, onClear }: DownloadBarProps<Row>) {
  const names = columns.map(({ accessor }) => String(accessor))
  const titles = columns.map(({ title, accessor }) => (typeof title === 'string' ? title : String(accessor)))
  const cells = (row: Row) => names.map((name) => (row as Record<string, unknown>)[name])
  return (
    <div className="actions">
      <span role="status">{m.admin_ticked({ count: String(selected.length) })}</span>
      <Button
        disabled={selected.length === 0}
        onClick={() => downloadCsv(file, [titles, ...selected.map(cells)])}
      >
        {m.admin_download()}
      </Button>
      {selected.length > 0 && (
        <Button kind="quiet" onClick={onClear}>
          {m.admin_untick()}
        </Button>
      )}
    </div>
  )
}

/** Gives the browser rows as a CSV file to save. */
function downloadCsv(file: string, rows: readonly (readonly unknown[])[]): void {
  // Excel takes the file for UTF-8 only with a byte order mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
