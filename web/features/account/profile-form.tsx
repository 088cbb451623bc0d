/** Name, business and payout number. The contact number and the email address have a section of their own. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { updateProfile } from '#core/contract/account.ts'
import { currentUser, type User } from '#core/contract/auth.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { businessNameField, firstNameField, lastNameField, phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { refreshUser } from '#web/lib/session.ts'
import { type Rules, useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { toast, toastError } from '#web/ui/toasts.tsx'

const initialValues = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  business_name: user.business_name ?? '',
  payment_number: user.payment_number ?? '',
  password: '',
})
type ProfileValues = ReturnType<typeof initialValues>

const rulesFor = (isSeller: boolean, user: User): Rules<ProfileValues> => ({
  first_name: firstNameField,
  last_name: lastNameField,
  business_name: (value) => (isSeller ? fieldProblems(businessNameField, value) : []),
  payment_number: (value) => (isSeller || value !== '' ? fieldProblems(phoneField, value) : []),
  password: (value, { payment_number }) =>
    payment_number !== (user.payment_number ?? '') && value === '' ? ['required'] : [],
})

export function ProfileForm({ user }: { user: User }) {
  const isSeller = user.user_type.includes('Seller')
  const initial = initialValues(user)
  const { field, values, setValues, attempt, summary, showErrors } = useFields<ProfileValues>(
    initial,
    rulesFor(isSeller, user),
  )
  const { save, mutation, savedText } = useSaveProfile(user, (saved) => setValues(initialValues(saved)))
  const isNumberChanged = values.payment_number !== initial.payment_number
  const isChanged = (Object.keys(initial) as (keyof ProfileValues)[]).some(
    (name) => initial[name] !== values[name],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending) return
    if (isChanged) attempt(send)
    else toast(m.account_unchanged())
  }
  const send = () => {
    const { business_name, password, ...rest } = values
    save(
      { ...rest, ...(isSeller ? { business_name } : {}), ...(isNumberChanged ? { password } : {}) },
      showErrors,
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      {isSeller && user.payment_number === null && (
        <Notice kind="next" title={m.account_number_missing()}>
          <p>{m.account_number_missing_text()}</p>
        </Notice>
      )}
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
      {isNumberChanged && (
        <PasswordField
          {...field('password')}
          label={m.account_end_password()}
          autoComplete="current-password"
        />
      )}
      {mutation.isError && <ErrorNotice message={errorWords(mutation.error)} />}
      {savedText && <Notice kind="arrived" title={savedText} live />}
      <Button type="submit" kind="next" busy={mutation.isPending}>
        {m.account_save()}
      </Button>
    </form>
  )
}

function useSaveProfile(user: User, onSaved: (saved: User) => void) {
  const client = useQueryClient()
  const [savedText, setSavedText] = useState('')
  const mutation = useApiMutation(updateProfile, {
    onDone: async (saved) => {
      const isNumberChanged =
        (saved.payment_number ?? saved.phone_number) !== (user.payment_number ?? user.phone_number)
      const words = isNumberChanged ? m.account_saved_number() : m.account_saved()
      setSavedText(words)
      toast(words)
      onSaved(saved)
      refreshUser(saved)
      await putAnswer(client, currentUser, {}, saved)
    },
  })
  const save = (body: Partial<ProfileValues>, showErrors: (error: unknown) => void) => {
    setSavedText('')
    mutation.mutate(
      { body },
      {
        onError: (error) => {
          showErrors(error)
          toastError(error)
        },
      },
    )
  }
  return { mutation, save, savedText }
}
