import { type FormEvent, useEffect, useState } from 'react'
import { register } from '#core/contract/auth.ts'
import { ROLES } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { userTypeName } from '#web/lib/role-names.ts'
import { storeSession } from '#web/lib/session.ts'
import { CHECKS_CONTACTS } from '#web/lib/site.ts'
import { restoreValues, tabDraft } from '#web/lib/tab-draft.ts'
import { fieldId, useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, SelectField, TextField, TickField } from '#web/ui/field.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast, toastError } from '#web/ui/toasts.tsx'
import { LatePasswordMeter } from './late-password-meter.tsx'
import {
  asksBusiness,
  asksPayment,
  SIGN_UP_VALUES,
  type SignUpValues,
  signUpBody,
  signUpRules,
} from './sign-up-fields.ts'

/** Without the passwords. It goes with the tab. */
const draft = tabDraft<Partial<SignUpValues>>('draft:sign-up')

const StillNeeded = lazyWithRetry(async () => (await import('#web/ui/still-needed.tsx')).StillNeeded, {
  bars: 1,
})

/** `role`: chosen at first; empty where nobody knows it. */
export function useSignUp(role: string) {
  const [tried, setTried] = useState(false)
  const stored = restoreValues(SIGN_UP_VALUES, draft.read())
  const fields = useFields({ ...stored, user_type: role || stored.user_type }, signUpRules(tried))
  const { values, ready } = fields
  useEffect(() => draft.write({ ...values, password: '', re_password: '' }), [values])
  // The token lives twelve hours whatever this is; kept for all tabs, because the link to be opened comes from another app.
  const mutation = useApiMutation(register, {
    onDone: (answer) => {
      draft.forget()
      storeSession(answer, true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending || !ready) return
    if (values.password !== values.re_password) return differ()
    mutation.mutate(
      { body: signUpBody(values) },
      {
        onError: (error) => {
          fields.showErrors(error)
          toastError(error)
        },
      },
    )
  }
  const differ = () => {
    setTried(true)
    toast(m.error_passwords_differ(), 'stop')
    document.getElementById(fieldId('re_password'))?.focus()
  }
  return { ...fields, mutation, submit }
}

export function SignUpForm(signUp: ReturnType<typeof useSignUp>) {
  const { field, mutation, submit, ready, values, missing } = signUp
  return (
    <form className="auth__form" onSubmit={submit} noValidate aria-label={m.account_sign_up_title()}>
      {mutation.isError && <ErrorNotice message={errorWords(mutation.error)} />}
      <SelectField
        {...field('user_type')}
        label={m.account_role()}
        prompt={m.account_role_prompt()}
        options={ROLES.map((value) => ({ value, label: userTypeName(value) }))}
      />
      <div className="auth__pair">
        <TextField {...field('first_name')} label={m.account_first_name()} autoComplete="given-name" />
        <TextField {...field('last_name')} label={m.account_last_name()} autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label={m.account_email()}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextField
        {...field('phone_number')}
        label={m.account_contact()}
        hint={
          CHECKS_CONTACTS ? m.account_contact_hint() : `${m.account_contact_hint()} ${m.contact_practice()}`
        }
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
      <RoleFields {...signUp} role={values.user_type} />
      <PasswordField
        {...field('password')}
        label={m.account_password()}
        hint={m.account_password_hint()}
        autoComplete="new-password"
      />
      <LatePasswordMeter
        password={values.password}
        words={[values.first_name, values.last_name, values.business_name, values.email, values.phone_number]}
      />
      <PasswordField {...field('re_password')} label={m.account_confirm()} autoComplete="new-password" />
      <TickField {...field('accepted')} label={<TermsLabel />} />
      <Button type="submit" kind="next" wide busy={mutation.isPending} disabled={!ready}>
        {mutation.isPending ? m.account_sign_up_busy() : m.account_sign_up_button()}
      </Button>
      <StillNeeded names={missing} />
    </form>
  )
}

function RoleFields({ field, role }: ReturnType<typeof useSignUp> & { role: string }) {
  const isSeller = role === 'Seller'
  return (
    <>
      {asksBusiness(role) && (
        <TextField
          {...field('business_name')}
          label={m.account_business()}
          hint={m.account_business_hint()}
          autoComplete="organization"
        />
      )}
      {asksPayment(role) && (
        <TextField
          {...field('payment_number')}
          label={m.account_payment_number()}
          hint={`${m.account_payment_number_hint()}${isSeller ? '' : ` ${m.account_payment_number_same()}`}`}
          optional={!isSeller}
          type="tel"
          inputMode="tel"
        />
      )}
    </>
  )
}

/** The link opens beside the form, so that nothing typed is lost. */
const TermsLabel = () => (
  <>
    {m.account_terms_before()}{' '}
    <a href={href('/services/terms_and_conditions')} target="_blank" rel="noopener">
      {m.account_terms_link()}
      <span className="visually-hidden"> {m.account_new_tab()}</span>
    </a>
    {m.account_terms_after()}
  </>
)
