/** /admin_dashboard: what needs the team first, then the two grids of spec §2. */
import { Link } from 'react-router'
import { type GridTransaction, gridTransactions, gridUsers } from '#core/contract/admin.ts'
import type { User } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { Moment, Money } from '#web/ui/values.tsx'
import { ConsolePage, isAdmin } from './console-page.tsx'
import { Grid } from './grid.tsx'
import { Mantine } from './mantine.tsx'
import { Overview } from './overview.tsx'

export const meta = () => appMeta(m.admin_title())

const DashboardPage = () => (
  <ConsolePage title={m.admin_title()}>
    {(user) => (
      <Mantine>
        <Overview />
        <TransactionsGrid />
        {isAdmin(user) && <UsersGrid />}
      </Mantine>
    )}
  </ConsolePage>
)

/** Spec §2: Buyer First Name, Buyer Last Name, Seller, Buyer Phone, Amount, Product, Created At, Form PK. */
function TransactionsGrid() {
  return (
    <Grid<GridTransaction>
      title={m.admin_transactions()}
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

/** Spec §2: ID, First Name, Last Name, User Type, Business Name, Phone Number, Payment Number, Email. */
function UsersGrid() {
  return (
    <Grid<User>
      title={m.admin_users()}
      endpoint={gridUsers}
      file="users.csv"
      first={{ by: 'id', direction: 'desc' }}
      searchHint={m.admin_search_users()}
      idOf={(row) => String(row.id)}
      nameOf={(row) => `${row.first_name} ${row.last_name}`}
      columns={[
        { accessor: 'id', title: m.admin_col_id(), sortable: true },
        { accessor: 'first_name', title: m.admin_col_first(), sortable: true },
        { accessor: 'last_name', title: m.admin_col_last() },
        { accessor: 'user_type', title: m.admin_col_type(), render: (row) => row.user_type.join(', ') },
        { accessor: 'business_name', title: m.admin_col_business() },
        { accessor: 'phone_number', title: m.admin_col_phone() },
        { accessor: 'payment_number', title: m.admin_col_payment() },
        { accessor: 'email', title: m.admin_col_email() },
      ]}
    />
  )
}

export default DashboardPage
