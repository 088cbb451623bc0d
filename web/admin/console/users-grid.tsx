import { gridUsers } from '../../../core/contract/admin.ts'
import type { User } from '../../../core/contract/auth.ts'
import { m } from '../../../messages/compiled/messages.js'
import { Grid } from './grid.tsx'

/** Spec §2: ID, First Name, Last Name, User Type, Business Name, Phone Number, Payment Number, Email. */
export function UsersGrid() {
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
