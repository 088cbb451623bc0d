/** Name, business, and the number that money is paid out to. The contact number and the mail stay as they are. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { updateProfile } from '../../../core/contract/account.ts'
import { currentUser, type User } from '../../../core/contract/auth.ts'
import { businessNameField, fieldProblems, nameField, phoneField } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { putAnswer, useAct } from '../../lib/queries.ts'
import { refreshUser } from '../../lib/session.ts'
import { type Rules, useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toasts.tsx'
import { Facts } from './facts.tsx'
import { roleName } from './role-name.ts'

const startOf = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  business_name: user.business_name ?? '',
  payment_number: user.payment_number ?? '',
})
type Profile = ReturnType<typeof startOf>

const rulesFor = (isSeller: boolean): Rules<Profile> => ({
  first_name: nameField,
  last_name: nameField,
  business_name: (value) => (isSeller ? fieldProblems(businessNameField, value) : []),
  payment_number: (value) => (isSeller || value !== '' ? fieldProblems(phoneField, value) : []),
})

export function ProfileForm({ user }: { user: User }) {
  const isSeller = user.user_type[0] === 'Seller'
  const start = startOf(user)
  const { field, values, setValues, ready, showErrors } = useFields<Profile>(start, rulesFor(isSeller))
  const { save, act, said } = useSaving(user, (after) => setValues(startOf(after)))
  const isChanged = (Object.keys(start) as (keyof Profile)[]).some((name) => start[name] !== values[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready || !isChanged || act.isPending) return
    const { business_name, ...rest } = values
    save({ ...rest, ...(isSeller ? { business_name } : {}) }, showErrors)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField {...field('first_name')} label={m.account_first_name()} autoComplete="given-name" />
      <TextField {...field('last_name')} label={m.account_last_name()} autoComplete="family-name" />
      {isSeller && (
        <TextField
          {...field('business_name')}
          label={m.account_business()}
          hint={m.account_business_hint()}
        />
      )}
      <TextField
        {...field('payment_number')}
        label={m.account_payment_number()}
        hint={`${m.account_payment_number_hint()}${isSeller ? '' : ` ${m.account_payment_number_same()}`}`}
        optional={!isSeller}
        type="tel"
        inputMode="tel"
      />
      <Fixed user={user} />
      {act.isError && <ErrorNotice message={errorWords(act.error)} />}
      {said && <Notice kind="arrived" title={said} live />}
      <Button type="submit" kind="next" busy={act.isPending} disabled={!ready || !isChanged}>
        {m.account_save()}
      </Button>
    </form>
  )
}

function Fixed({ user }: { user: User }) {
  const [role] = user.user_type
  return (
    <>
      <Facts
        facts={[
          [m.account_user_type(), role ? roleName(role) : ''],
          [m.account_contact(), user.phone_number],
          [m.account_email(), user.email],
        ]}
      />
      <p className="soft">{m.account_fixed()}</p>
    </>
  )
}

function useSaving(user: User, onSaved: (after: User) => void) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const act = useAct(updateProfile, {
    onDone: async (after) => {
      const moved =
        (after.payment_number ?? after.phone_number) !== (user.payment_number ?? user.phone_number)
      const words = moved ? m.account_saved_number() : m.account_saved()
      setSaid(words)
      toast(words)
      onSaved(after)
      refreshUser(after)
      await putAnswer(client, currentUser, {}, after)
    },
  })
  const save = (body: Partial<Profile>, showErrors: (error: unknown) => void) => {
    setSaid('')
    act.mutate(
      { body },
      {
        onError: (error) => {
          showErrors(error)
          toastError(error)
        },
      },
    )
  }
  return { act, save, said }
}
