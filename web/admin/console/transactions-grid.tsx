import { Link } from 'react-router'
import { type GridTransaction, gridTransactions } from '../../../core/contract/admin.ts'
import { m } from '../../../messages/compiled/messages.js'
import { href } from '../../lib/locale.ts'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Grid } from './grid.tsx'

/** Spec §2: Buyer First Name, Buyer Last Name, Seller, Buyer Phone, Amount, Product, Created At, Form PK. */
export function TransactionsGrid() {
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
