/** The grid of deals: the columns of spec §2, and what tells which deal is stuck, with whom, and until when. */
import type { DataTableColumn } from 'mantine-datatable'
import { Link } from 'react-router'
import { exportTransactions, type GridTransaction, gridTransactions } from '#core/contract/deal-grid.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName, statusName } from '#messages/lifecycle-text.ts'
import { relativeTime } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { Moment, Money } from '#web/ui/values.tsx'
import { DealFilters, FILTERS } from './deal-filters.tsx'
import { Grid } from './grid.tsx'
import { GridExport } from './grid-export.tsx'
import { type GridView, useGridView } from './grid-view.ts'

const turnOf = ({ whose_move, track }: GridTransaction): string =>
  whose_move.map((who) => (who === 'team' ? m.grid_turn_team() : roleName(who, track))).join(', ')

/** Spec §2: Buyer First Name, Buyer Last Name, Seller, Buyer Phone, Amount, Product, Created At, Form PK; of work the client is the buyer. */
const columnsOf = (): DataTableColumn<GridTransaction>[] => [
  { accessor: 'payer_first_name', title: m.admin_col_buyer_first() },
  { accessor: 'payer_last_name', title: m.admin_col_buyer_last() },
  { accessor: 'payee_name', title: m.admin_col_seller() },
  { accessor: 'payer_phone', title: m.admin_col_buyer_phone() },
  {
    accessor: 'amount',
    title: m.admin_col_amount(),
    sortable: true,
    textAlign: 'right',
    render: (row) => <Money paise={row.amount_paise} />,
  },
  {
    accessor: 'service_details',
    title: m.admin_col_product(),
    // the number that also leads to the deal is beyond the edge of most screens
    render: (row) => (
      <Link className="console__link" to={href(`/deals/${row.form_pk}`)}>
        {row.service_details}
      </Link>
    ),
  },
  {
    accessor: 'status',
    title: m.home_state(),
    sortable: true,
    render: ({ status, track }) => statusName(status, track),
  },
  { accessor: 'whose_move', title: m.grid_turn(), render: turnOf },
  {
    accessor: 'due_at',
    title: m.grid_due(),
    sortable: true,
    noWrap: true,
    render: ({ due_at }) => due_at && <Moment at={due_at} />,
  },
  {
    accessor: 'created_at',
    title: m.admin_col_created(),
    sortable: true,
    noWrap: true,
    render: (row) => <Moment at={row.created_at} />,
  },
  {
    accessor: 'age',
    title: m.grid_age(),
    noWrap: true,
    render: ({ created_at }) => relativeTime(Date.parse(created_at), Date.now()),
  },
  {
    accessor: 'track',
    title: m.grid_track(),
    render: ({ track }) => (track === 'shopping' ? m.grid_track_shopping() : m.grid_track_services()),
  },
  {
    accessor: 'form_pk',
    title: m.admin_col_form_pk(),
    sortable: true,
    render: (row) => (
      <Link className="console__link" to={href(`/deals/${row.form_pk}`)}>
        {row.form_pk}
      </Link>
    ),
  },
]

function selectionOf({ filter, search }: GridView, selected: readonly GridTransaction[]) {
  const { min, max, ...others } = filter
  return {
    ...others,
    ...(min === undefined ? {} : { min: Number(min) }),
    ...(max === undefined ? {} : { max: Number(max) }),
    ...(search === '' ? {} : { search }),
    ...(selected.length > 0 ? { forms: selected.map(({ form_pk }) => form_pk) } : {}),
  }
}

export function DealsGrid() {
  const view = useGridView({ filters: FILTERS, first: { by: 'created_at', direction: 'desc' } })
  return (
    <Grid<GridTransaction>
      id="transactions"
      title={m.admin_transactions()}
      endpoint={gridTransactions}
      view={view}
      searchHint={m.admin_search_transactions()}
      idOf={(row) => row.form_pk}
      nameOf={(row) => `${row.service_details} ${row.payer_first_name}`}
      columns={columnsOf()}
      card={{ first: ['amount', 'service_details', 'status'], without: ['age', 'form_pk'] }}
      filters={<DealFilters view={view} />}
      takeAlong={(selected) => (
        <GridExport
          endpoint={exportTransactions}
          selection={selectionOf(view, selected)}
          isSelected={selected.length > 0}
          file="transactions"
        />
      )}
    />
  )
}
