/** Sets a new password with a mailed link. On success: the spec's alert, then home. */
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { confirmReset } from '#core/contract/auth.ts'
import { passwordField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useLinkSecret } from '#web/lib/link-secret.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { clearSession } from '#web/lib/session.ts'
import { type Rules, useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import '#web/styles/auth.css'
import { LatePasswordMeter } from './late-password-meter.tsx'

const START = { new_password: '', re_new_password: '' }
/** `tried`: sent once with two different passwords; from then on that is said while typing. */
const rules = (tried: boolean): Rules<typeof START> => ({
  new_password: passwordField,
  re_new_password: (value, { new_password }) => {
    if (value === '') return ['required']
    return tried && value !== new_password ? ['passwords_differ'] : []
  },
})

function goHome(): void {
  // Every session of this user has ended, this browser's too.
  clearSession()
  window.alert(m.account_new_done())
  location.assign(href('/'))
}

export const meta = () => appMeta(m.account_new_title())

export default function ResetConfirm() {
  const { uid = '', token: tokenInAddress = '' } = useParams()
  const token = useLinkSecret(tokenInAddress, href('/reset_password'))
  const [tried, setTried] = useState(false)
  const { field, values, attempt, summary, showErrors } = useFields(START, rules(tried))
  const mutation = useApiMutation(confirmReset, { onDone: () => setTimeout(goHome) })
  const isSame = values.new_password === values.re_new_password
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (mutation.isPending) return
    attempt(() => {
      if (isSame) mutation.mutate({ body: { uid, token, ...values } }, { onError: showErrors })
    })
  }
  return (
    <div className="page reset">
      <h1>{m.account_new_title()}</h1>
      {mutation.isSuccess ? (
        <Notice kind="arrived" title={m.account_new_done()} live>
          <p>{m.account_new_done_text()}</p>
          <p>{m.account_new_number()}</p>
        </Notice>
      ) : (
        <form onSubmit={send} noValidate>
          <ErrorSummary {...summary} />
          {tried && !isSame && <Notice kind="stop" title={m.account_not_equal()} live />}
          {mutation.isError && (
            <>
              <ErrorNotice message={errorWords(mutation.error)} />
              <p>
                <Link className="tap-target" to={href('/reset_password')}>
                  {m.account_new_again()}
                </Link>
              </p>
            </>
          )}
          <PasswordField
            {...field('new_password')}
            label={m.account_new_password()}
            hint={m.account_password_hint()}
            autoComplete="new-password"
          />
          <LatePasswordMeter password={values.new_password} words={[]} />
          <PasswordField
            {...field('re_new_password')}
            label={m.account_new_confirm()}
            autoComplete="new-password"
          />
          <Button type="submit" kind="next" busy={mutation.isPending}>
            {m.account_new_button()}
          </Button>
        </form>
      )}
    </div>
  )
}
