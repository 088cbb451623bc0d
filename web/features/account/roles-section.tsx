/** What somebody does here: the role in use, the others of theirs, and one more with the fields that it needs. */
import type { FormEvent } from 'react'
import { useLocation } from 'react-router'
import { addRole } from '#core/contract/account.ts'
import type { User } from '#core/contract/auth.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { businessNameField, phoneField } from '#core/fields.ts'
import { ROLES, type Role } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useOpen } from '#web/lib/hooks.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { shortRoleName, userTypeName } from '#web/lib/role-names.ts'
import { nextPath } from '#web/lib/start-path.ts'
import { type Rules, useFields } from '#web/lib/use-fields.ts'
import { useRoleInUse, useRoleSwitch } from '#web/lib/use-role.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { roleOfLink } from './sign-up-fields.ts'

export function RolesSection({ user }: { user: User }) {
  const open = ROLES.filter((role) => !user.user_type.includes(role))
  const isTeam = open.length === ROLES.length
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">{m.account_roles()}</h2>
      {!isTeam && <p>{m.account_roles_text()}</p>}
      <OwnRoles user={user} />
      {!isTeam && open.length > 0 && <AddRole key={open.join()} user={user} open={open} />}
    </section>
  )
}

function OwnRoles({ user }: { user: User }) {
  const change = useRoleSwitch()
  return (
    <ul className="account__devices">
      {user.user_type.map((role, at) => (
        <li key={role}>
          <p>{userTypeName(role)}</p>
          {at === 0 ? (
            <strong>{m.account_roles_in_use()}</strong>
          ) : (
            <Button
              busy={change.isPending}
              onClick={() => change.mutate({ body: { user_type: [role as Role] } })}
            >
              {m.account_roles_use({ role: shortRoleName(role) })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const START = { user_type: '', business_name: '', payment_number: '', password: '' }
type Values = typeof START

const asksNumber = (user: User, role: string): boolean => role === 'Seller' && user.payment_number === null

const rulesFor = (user: User): Rules<Values> => ({
  user_type: (value) => (value === '' ? ['select'] : []),
  business_name: (value, { user_type }) =>
    user_type === 'Seller' ? fieldProblems(businessNameField, value) : [],
  payment_number: (value, { user_type }) =>
    asksNumber(user, user_type) ? fieldProblems(phoneField, value) : [],
  password: (value, { user_type }) => (asksNumber(user, user_type) && value === '' ? ['required'] : []),
})

/** Back to the page that needed the role (RoleWay), where one did. */
function useRoleAdded(search: string): (user: User) => Promise<void> {
  const putInUse = useRoleInUse()
  const openPath = useOpen()
  return async (user) => {
    await putInUse(user)
    const next = nextPath(search, '')
    if (next) openPath(next)
  }
}

function AddRole({ user, open }: { user: User; open: readonly Role[] }) {
  const { search } = useLocation()
  const wanted = open.find((role) => role === roleOfLink(search)) ?? ''
  const start = { ...START, user_type: wanted }
  const { field, values, attempt, summary, showErrors } = useFields<Values>(start, rulesFor(user))
  const add = useApiMutation(addRole, { onDone: useRoleAdded(search) })
  const { user_type, business_name, payment_number, password } = values
  const isSeller = user_type === 'Seller'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) attempt(send)
  }
  const send = () => {
    const role = user_type as Role
    add.mutate(
      {
        body: {
          user_type: [role],
          ...(isSeller ? { business_name } : {}),
          ...(asksNumber(user, role) ? { payment_number, password } : {}),
        },
      },
      { onError: showErrors },
    )
  }
  return (
    <form onSubmit={submit} noValidate aria-label={m.account_roles_add()}>
      <ErrorSummary {...summary} />
      <SelectField
        {...field('user_type')}
        label={m.account_roles_add()}
        prompt={m.account_role_prompt()}
        options={open.map((value) => ({ value, label: userTypeName(value) }))}
      />
      {isSeller && (
        <TextField
          {...field('business_name')}
          label={m.account_business()}
          hint={m.account_business_hint()}
          autoComplete="organization"
        />
      )}
      {asksNumber(user, user_type) && (
        <>
          <TextField
            {...field('payment_number')}
            label={m.account_payment_number()}
            hint={m.account_payment_number_hint()}
            type="tel"
            inputMode="tel"
          />
          <PasswordField
            {...field('password')}
            label={m.account_end_password()}
            autoComplete="current-password"
          />
        </>
      )}
      {add.isError && <ErrorNotice message={errorWords(add.error)} />}
      {user_type !== '' && (
        <Button type="submit" kind="next" busy={add.isPending}>
          {m.account_roles_add_button({ role: shortRoleName(user_type as Role) })}
        </Button>
      )}
    </form>
  )
}
