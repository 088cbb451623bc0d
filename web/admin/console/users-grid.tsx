/** The grid of users of spec §2; an Admin changes there who of the team is an Admin. */
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { Link } from 'react-router'
import { changeRole, exportPeople, gridUsers } from '#core/contract/admin.ts'
import type { User } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { isAdmin } from './console-page.tsx'
import { Grid } from './grid.tsx'
import { GridExport } from './grid-export.tsx'
import { useGridView } from './grid-view.ts'
import { SavedViews } from './saved-views.tsx'

const nameOf = (user: User): string => `${user.first_name} ${user.last_name}`

const isOfTeam = (user: User): boolean => isAdmin(user) || user.user_type[0] === 'Mediator'

/** Spec §2: ID, First Name, Last Name, User Type, Business Name, Phone Number, Payment Number, Email. */
export function UsersGrid({ me }: { me: User }) {
  const [member, setMember] = useState<User | null>(null)
  const view = useGridView({ prefix: 'u_', first: { by: 'id', direction: 'desc' } })
  const columns: DataTableColumn<User>[] = [
    {
      accessor: 'id',
      title: m.admin_col_id(),
      sortable: true,
      render: (row) => (
        <Link
          className="console__link"
          aria-label={`${row.id} ${nameOf(row)}`}
          to={href(`/admin/people/${row.id}`)}
        >
          {row.id}
        </Link>
      ),
    },
    { accessor: 'first_name', title: m.admin_col_first(), sortable: true },
    { accessor: 'last_name', title: m.admin_col_last(), sortable: true },
    {
      accessor: 'user_type',
      title: m.admin_col_type(),
      sortable: true,
      render: (row) => (
        <RoleCell user={row} onChange={isOfTeam(row) && row.id !== me.id ? setMember : null} />
      ),
    },
    { accessor: 'business_name', title: m.admin_col_business() },
    { accessor: 'phone_number', title: m.admin_col_phone() },
    { accessor: 'payment_number', title: m.admin_col_payment() },
    { accessor: 'email', title: m.admin_col_email(), sortable: true },
  ]
  return (
    <>
      <Grid<User>
        id="users"
        title={m.admin_users()}
        endpoint={gridUsers}
        view={view}
        searchHint={m.admin_search_users()}
        idOf={(row) => String(row.id)}
        nameOf={nameOf}
        columns={columns}
        card={{ first: ['id', 'first_name', 'last_name', 'user_type'] }}
        filters={
          <div className="console__views">
            <SavedViews id="people" names={['u_search', 'u_ordering']} />
          </div>
        }
        takeAlong={(selected) => (
          <GridExport
            endpoint={exportPeople}
            selection={{
              ...(view.search === '' ? {} : { search: view.search }),
              ...(selected.length > 0 ? { ids: selected.map(({ id }) => id) } : {}),
            }}
            isSelected={selected.length > 0}
            file="users"
          />
        )}
      />
      {member && <ChangeRole member={member} onClose={() => setMember(null)} />}
    </>
  )
}

function RoleCell({ user, onChange }: { user: User; onChange: ((user: User) => void) | null }) {
  return (
    <>
      {user.user_type.join(', ')}{' '}
      {onChange && (
        <Button
          kind="quiet"
          aria-label={m.admin_role_change_name({ name: nameOf(user) })}
          onClick={() => onChange(user)}
        >
          {m.admin_role_change()}
        </Button>
      )}
    </>
  )
}

function ChangeRole({ member, onClose }: { member: User; onClose: () => void }) {
  const name = nameOf(member)
  const role = isAdmin(member) ? 'Mediator' : 'Admin'
  const change = useApiMutation(changeRole, {
    refresh: [gridUsers],
    onDone: () => {
      onClose()
      toast(m.admin_role_changed({ name, role }))
    },
  })
  const title = role === 'Admin' ? m.admin_role_to_admin({ name }) : m.admin_role_to_mediator({ name })
  return (
    <ConfirmDialog
      opened
      title={title}
      verb={title}
      busy={change.isPending}
      error={change.isError ? errorWords(change.error) : null}
      onConfirm={() => change.mutate({ params: { id: String(member.id) }, body: { role } })}
      onClose={onClose}
    >
      <p>{m.admin_role_text()}</p>
    </ConfirmDialog>
  )
}
