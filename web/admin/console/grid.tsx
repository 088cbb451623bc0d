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
import { type ReactNode, useState } from 'react'
import { GRID_ROWS } from '#core/contract/deal-grid.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { m } from '#messages/compiled/messages.js'
import type { Input } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { type GridView, orderingOf } from './grid-view.ts'
import { noneWords } from './list-toolbar.tsx'
import { SearchField } from './search-field.tsx'

const PAGE_SIZE = 30
/** Nobody looks further, and each page further takes longer to be found: the list is narrowed, or taken along as a file. */
const MOST_PAGES = GRID_ROWS / PAGE_SIZE

interface GridProps<Row> {
  /** Where links to its rows lead. */
  readonly id: string
  readonly title: string
  readonly endpoint: Endpoint
  readonly columns: readonly DataTableColumn<Row>[]
  readonly card: Card
  readonly idOf: (row: Row) => string
  /** What a row is called, for its checkbox. */
  readonly nameOf: (row: Row) => string
  readonly searchHint: string
  readonly view: GridView
  /** Beside the search. */
  readonly filters?: ReactNode
  /** What takes rows along, with those that are selected over all pages. */
  readonly takeAlong: (selected: readonly Row[]) => ReactNode
}

export function Grid<Row extends object>(props: GridProps<Row>) {
  const { id, title, idOf, nameOf, view } = props
  const [selected, setSelected] = useState<Row[]>([])
  const { page, search, sort, filter } = view
  const read = useApiPage(props.endpoint, {
    query: { ...filter, page, page_size: PAGE_SIZE, ordering: orderingOf(sort), search },
  } as unknown as Input<Endpoint>)
  const rows = (read.data?.rows ?? []) as unknown as Row[]
  // an empty table would say that there is nothing
  const hasFailed = read.isError && !read.data
  return (
    <section className="console__grid" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="console__toolbar">
        <SearchField key={id} view={view} hint={props.searchHint} />
        {props.filters}
        <SortField view={view} columns={props.columns} />
        <TickAll rows={rows} idOf={idOf} selected={selected} onSelect={setSelected} />
        <div className="actions">
          <span role="status">{m.admin_ticked({ count: String(selected.length) })}</span>
          {props.takeAlong(selected)}
          {selected.length > 0 && (
            <Button kind="quiet" onClick={() => setSelected([])}>
              {m.admin_untick()}
            </Button>
          )}
        </div>
      </div>
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {!hasFailed && (
        <DataTable
          withTableBorder
          minHeight={rows.length === 0 ? 160 : 0}
          columns={labelled(props.columns, props.card)}
          records={rows}
          idAccessor={(row) => idOf(row)}
          fetching={read.isPending}
          noRecordsText={noneWords(search, m.admin_none())}
          sortStatus={{ columnAccessor: sort.by, direction: sort.direction } as never}
          onSortStatusChange={({ columnAccessor, direction }) =>
            view.set({ ordering: orderingOf({ by: String(columnAccessor), direction }) })
          }
          selectedRecords={selected}
          onSelectedRecordsChange={setSelected}
          selectionTrigger="cell"
          allRecordsSelectionCheckboxProps={{ 'aria-label': m.admin_tick_all() }}
          getRecordSelectionCheckboxProps={(row) => ({ 'aria-label': m.admin_tick({ name: nameOf(row) }) })}
          scrollAreaProps={{ type: 'auto' }}
        />
      )}
      {read.data && <Pages view={view} total={read.data.total} />}
    </section>
  )
}

function Pages({ view, total }: { readonly view: GridView; readonly total: number }) {
  const { page } = view
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / PAGE_SIZE)))
  return (
    <p className="actions console__pagination">
      <span role="status">
        {m.admin_rows({ total: rowsOf(total), page: String(page), pages: String(pages) })}
      </span>
      <Button disabled={page <= 1} onClick={() => view.set({ page: String(page - 1) })}>
        {m.admin_page_before()}
      </Button>
      <Button disabled={page >= pages} onClick={() => view.set({ page: String(page + 1) })}>
        {m.admin_page_after()}
      </Button>
      {page >= MOST_PAGES && <span>{m.grid_last_page()}</span>}
    </p>
  )
}

/** Beyond them the server has an estimate alone. */
const rowsOf = (total: number): string => (total > GRID_ROWS ? `${GRID_ROWS}+` : String(total))

const titleOf = <Row,>({ title, accessor }: DataTableColumn<Row>): string =>
  typeof title === 'string' ? title : String(accessor)

/** On a phone a row is a card, where each cell stands beside the name of its column. */
interface Card {
  /** Columns that it is known by: before the others, and without their names. */
  readonly first: readonly string[]
  /** Columns that say nothing there that another does not. */
  readonly without?: readonly string[]
}

export const labelled = <Row,>(
  columns: readonly DataTableColumn<Row>[],
  { first, without = [] }: Card,
): DataTableColumn<Row>[] =>
  columns.map((column) => {
    const name = String(column.accessor)
    const place = first.includes(name) ? 'first' : without.includes(name) ? 'no' : undefined
    const attributes = { 'data-label': titleOf(column), 'data-card': place }
    return { ...column, customCellAttributes: () => attributes }
  })

interface TickAllProps<Row> extends Pick<GridProps<Row>, 'idOf'> {
  readonly rows: readonly Row[]
  readonly selected: readonly Row[]
  readonly onSelect: (rows: Row[]) => void
}

/** Cards have no head with a box that ticks the whole page. */
function TickAll<Row>({ rows, idOf, selected, onSelect }: TickAllProps<Row>) {
  const shown = new Set(rows.map(idOf))
  const others = selected.filter((row) => !shown.has(idOf(row)))
  return (
    <label className="console__cards-only console__tick-all">
      <input
        type="checkbox"
        disabled={rows.length === 0}
        checked={rows.length > 0 && selected.length - others.length === rows.length}
        onChange={(event) => onSelect(event.currentTarget.checked ? [...others, ...rows] : others)}
      />
      {m.admin_tick_all()}
    </label>
  )
}

/** Cards have no heads to press. */
function SortField<Row>({ view, columns }: { view: GridView; columns: readonly DataTableColumn<Row>[] }) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap((column) =>
      (['asc', 'desc'] as const).map((direction) => ({
        value: orderingOf({ by: String(column.accessor), direction }),
        label: direction === 'asc' ? `${titleOf(column)} ↑` : `${titleOf(column)} ↓`,
      })),
    )
  return (
    <label className="console__cards-only">
      <span className="field__label">{m.grid_sort()}</span>
      <select
        className="input"
        value={orderingOf(view.sort)}
        onChange={(event) => view.set({ ordering: event.currentTarget.value })}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
