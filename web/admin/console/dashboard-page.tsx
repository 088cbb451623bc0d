/** /admin_dashboard: what needs the team first, then the two grids of spec §2; what is left to set up comes last. */
import { Link, useSearchParams } from 'react-router'
import { GRID_STATES, type GridTransaction, gridTransactions } from '#core/contract/admin.ts'
import { STATUSES } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { Moment, Money } from '#web/ui/values.tsx'
import { ConsolePage, isAdmin } from './console-page.tsx'
import { Grid } from './grid.tsx'
import { Home } from './home/home.tsx'
import { Setup } from './home/setup.tsx'
import { Mantine } from './mantine.tsx'
import { Overview } from './overview.tsx'
import { UsersGrid } from './users-grid.tsx'

export const meta = () => appMeta(m.admin_title())

const DashboardPage = () => (
  <ConsolePage title={m.admin_title()}>
    {(user) => (
      <Mantine>
        <Home isAdmin={isAdmin(user)} />
        <Overview />
        <TransactionsGrid />
        {isAdmin(user) && <UsersGrid me={user} />}
        <Setup />
      </Mantine>
    )}
  </ConsolePage>
)

/** Spec §2: Buyer First Name, Buyer Last Name, Seller, Buyer Phone, Amount, Product, Created At, Form PK. */
function TransactionsGrid() {
  const [search, setSearch] = useSearchParams()
  const state = GRID_STATES.find((name) => name === search.get('state')) ?? ''
  return (
    <Grid<GridTransaction>
      id="transactions"
      title={m.admin_transactions()}
      filter={state === '' ? {} : { state }}
      filters={
        <StateFilter
          state={state}
          onChange={(to) =>
            setSearch(to === '' ? {} : { state: to }, { replace: true, preventScrollReset: true })
          }
        />
      }
      endpoint={gridTransactions}
      file="transactions.csv"
      first={{ by: 'created_at', direction: 'desc' }}
      searchHint={m.admin_search_transactions()}
      idOf={(row) => row.form_pk}
      nameOf={(row) => `${row.service_details} ${row.main_user_fname}`}
      columns={[
        { accessor: 'main_user_fname', title: m.admin_col_buyer_first() },
        { accessor: 'main_user_lname', title: m.admin_col_buyer_last() },
        { accessor: 'cpty_company', title: m.admin_col_seller() },
        { accessor: 'main_user_phone', title: m.admin_col_buyer_phone() },
        {
          accessor: 'amount',
          title: m.admin_col_amount(),
          sortable: true,
          textAlign: 'right',
          render: (row) => <Money paise={row.amount_paise} />,
        },
        { accessor: 'service_details', title: m.admin_col_product() },
        {
          accessor: 'created_at',
          title: m.admin_col_created(),
          sortable: true,
          noWrap: true,
          render: (row) => <Moment at={row.created_at} />,
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
      ]}
    />
  )
}

interface StateFilterProps {
  readonly state: string
  readonly onChange: (state: string) => void
}

function StateFilter({ state, onChange }: StateFilterProps) {
  return (
    <label>
      <span className="field__label">{m.home_state()}</span>
      <select className="input" value={state} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{m.inbox_all()}</option>
        <option value="open">{m.admin_open_deals()}</option>
        <option value="held">{m.admin_held()}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </select>
    </label>
  )
}

export default DashboardPage
